/* The chunk of facts about a trace that are not rows: struct gt_trace_info to bytes and back. */
#include "index/file/indexfile.h"

#include "index/store/format.h"

/*
 * INFO is an array of u64 in this order (GT_CHUNK_INFO); new ones go to the
 * end.  Then comes the text of the damage, GT_INFO_TEXT bytes, zero-padded.
 */
enum gt_info_at {
	GT_INFO_FORMAT,            /* enum gt_format */
	GT_INFO_MINOR,
	GT_INFO_TEXT_FORM,         /* 1: the trace was in the text form */
	GT_INFO_BYTES,             /* of the unpacked trace */
	GT_INFO_EVENTS,
	GT_INFO_FIRST_TS,
	GT_INFO_DURATION,
	GT_INFO_GOMAXPROCS,
	GT_INFO_GOROUTINE_IDS,
	GT_INFO_GOROUTINES_MAX,
	GT_INFO_COMPLETE,
	GT_INFO_BYTES_DONE,
	GT_INFO_ELAPSED,           /* ns of indexing: always 0 in the file, so that it depends on the trace only */
	GT_INFO_DAMAGE_CODE,       /* enum gt_err as it is, two's complement */
	GT_INFO_DAMAGE_OFFSET,
	GT_INFO_HORIZON,
	GT_INFO_LOST_NS,
	GT_INFO_LOST_BYTES,
	GT_INFO_LOST_EVENTS,
	GT_INFO_NO_STACK,
	GT_INFO_NO_STRING,
	GT_INFO_COUNT
};
#define GT_INFO_TEXT 256
#define GT_INFO_ROWS (GT_INFO_COUNT + GT_INFO_TEXT / 8)

/* Those that are a field of eight bytes. */
static const struct {
	enum gt_info_at at;
	size_t field;
} info_words[] = {
	{ GT_INFO_BYTES, offsetof(struct gt_trace_info, bytes) },
	{ GT_INFO_EVENTS, offsetof(struct gt_trace_info, events) },
	{ GT_INFO_FIRST_TS, offsetof(struct gt_trace_info, first_ts) },
	{ GT_INFO_DURATION, offsetof(struct gt_trace_info, duration) },
	{ GT_INFO_GOMAXPROCS, offsetof(struct gt_trace_info, gomaxprocs) },
	{ GT_INFO_GOROUTINE_IDS, offsetof(struct gt_trace_info, goroutine_ids) },
	{ GT_INFO_GOROUTINES_MAX, offsetof(struct gt_trace_info, goroutines_max) },
	{ GT_INFO_BYTES_DONE, offsetof(struct gt_trace_info, bytes_done) },
	{ GT_INFO_DAMAGE_OFFSET, offsetof(struct gt_trace_info, damage.offset) },
	{ GT_INFO_HORIZON, offsetof(struct gt_trace_info, horizon) },
	{ GT_INFO_LOST_NS, offsetof(struct gt_trace_info, lost_ns) },
	{ GT_INFO_LOST_BYTES, offsetof(struct gt_trace_info, lost_bytes) },
	{ GT_INFO_LOST_EVENTS, offsetof(struct gt_trace_info, lost_events) },
	{ GT_INFO_NO_STACK, offsetof(struct gt_trace_info, no_stack) },
	{ GT_INFO_NO_STRING, offsetof(struct gt_trace_info, no_string) },
};

void gt_info_write(struct gt_chunks *c, const struct gt_trace_info *info, const uint64_t *event_counts)
{
	uint64_t v[GT_INFO_COUNT] = {
		[GT_INFO_FORMAT] = info->header.format, [GT_INFO_MINOR] = (uint64_t)info->header.minor,
		[GT_INFO_TEXT_FORM] = info->header.text, [GT_INFO_COMPLETE] = info->complete,
		[GT_INFO_DAMAGE_CODE] = (uint64_t)(int64_t)info->damage.code,
	};
	char text[GT_INFO_TEXT] = { 0 };

	for (size_t i = 0; i < GT_COUNT(info_words); i++)
		memcpy(&v[info_words[i].at], (const char *)info + info_words[i].field, sizeof v[0]);
	if (!info->complete)
		memcpy(text, info->damage.text, strnlen(info->damage.text, GT_INFO_TEXT - 1));
	gt_chunk_begin(c, GT_CHUNK_INFO, 8);
	for (int i = 0; i < GT_INFO_COUNT; i++)
		gt_chunk_put64(c, v[i]);
	gt_chunk_bytes(c, text, sizeof text);
	gt_chunk_end(c);
	gt_chunk_begin(c, GT_CHUNK_EVENT_COUNTS, 16);
	for (uint32_t i = 0; i < GT_EVENT_TYPES; i++) {
		if (!event_counts[i])
			continue;
		gt_chunk_put64(c, i);
		gt_chunk_put64(c, event_counts[i]);
	}
	gt_chunk_end(c);
}

int gt_info_read(struct gt_file *file, struct gt_trace_info *info, uint64_t *event_counts, struct gt_error *err)
{
	const uint8_t *p, *counts;
	uint64_t n, ncounts, v[GT_INFO_COUNT];
	int rc = gt_chunk_find(file, GT_CHUNK_INFO, 8, &p, &n, err);

	if (!rc)
		rc = gt_chunk_find(file, GT_CHUNK_EVENT_COUNTS, 16, &counts, &ncounts, err);
	if (rc)
		return rc;
	if (n < GT_INFO_ROWS)
		return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "the index is damaged: no facts about the trace");
	/* The file's header says what the trace is; a cached index of another header is of another trace. */
	if (gt_get64(p + 8 * GT_INFO_FORMAT) != info->header.format ||
	    gt_get64(p + 8 * GT_INFO_MINOR) != (uint64_t)info->header.minor)
		return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "the index belongs to another trace");
	for (int i = 0; i < GT_INFO_COUNT; i++)
		v[i] = gt_get64(p + 8 * i);
	for (size_t i = 0; i < GT_COUNT(info_words); i++)
		memcpy((char *)info + info_words[i].field, &v[info_words[i].at], sizeof v[0]);
	info->complete = v[GT_INFO_COMPLETE] != 0;
	info->elapsed_ns = (int64_t)v[GT_INFO_ELAPSED];
	info->damage.code = (int)v[GT_INFO_DAMAGE_CODE];
	memcpy(info->damage.text, p + 8 * GT_INFO_COUNT, GT_INFO_TEXT - 1);
	info->damage.text[GT_INFO_TEXT - 1] = 0;
	for (uint64_t i = 0; i < ncounts; i++, counts += 16)
		if (gt_get64(counts) < GT_EVENT_TYPES)
			event_counts[gt_get64(counts)] = gt_get64(counts + 8);
	return 0;
}
