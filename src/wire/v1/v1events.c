/* The specs of the v1 event types, made from v1events.def, and the layouts that versions make of them. */
#include "wire/v1/v1events.h"

#define ARGS(...) { __VA_ARGS__ }
/* (NULL) has one element too, but no argument. */
#define COUNT(...) (sizeof((const char *[]){ __VA_ARGS__ }) / sizeof(char *))
#define V1_EVENT(num, event, first, has_stack, names) \
	[num] = { .name = #event, .since = (first), .stack = (has_stack), .nargs = COUNT names, .args = ARGS names },

static const struct gt_v1_spec specs[GT_V1_TYPES] = {
#include "wire/v1/v1events.def"
};

#undef V1_EVENT
#undef COUNT
#undef ARGS

const struct gt_v1_spec *gt_v1_spec(unsigned type)
{
	return type < GT_V1_TYPES && specs[type].name ? &specs[type] : NULL;
}

unsigned gt_v1_args(unsigned type, int minor)
{
	const struct gt_v1_spec *spec = gt_v1_spec(type);

	if (!spec || !spec->args[0])
		return 0;
	switch (type) {
	case GT_V1_GCSweepDone:
		return minor < 9 ? 0 : spec->nargs;
	case GT_V1_STWStart:
		return minor < 10 ? 0 : spec->nargs;
	case GT_V1_GCStart:
	case GT_V1_GoStart:
	case GT_V1_GoUnblock:
		return minor < 7 ? spec->nargs - 1u : spec->nargs;
	default:
		return spec->nargs;
	}
}

static struct gt_v1_form form_of(const struct gt_v1_layout *l, unsigned byte)
{
	unsigned type = byte & 63, counted = (byte >> 6) + (l->seq ? 2 : 1), n;
	const struct gt_v1_spec *spec = gt_v1_spec(type);
	bool has_length = byte >> 6 == 3;

	if (!spec || spec->since > l->minor)
		return (struct gt_v1_form){ .kind = GT_V1_BAD };
	switch (type) {
	case GT_V1_String:
		return (struct gt_v1_form){ .kind = GT_V1_STRING, .n = 2 };
	case GT_V1_Stack:
		return (struct gt_v1_form){ .kind = GT_V1_STACK, .n = (uint8_t)(has_length ? 0 : counted) };
	case GT_V1_Batch:
	case GT_V1_Frequency:
	case GT_V1_TimerGoroutine:
		/* 1.5 has an unused value more, and in Batch a sequence number. */
		n = gt_v1_args(type, l->minor) + (l->minor < 7 ? 1 : 0);
		return (struct gt_v1_form){
			.kind = has_length || counted == n ? GT_V1_STRUCTURAL : GT_V1_BAD, .n = (uint8_t)n };
	default:
		break;
	}
	n = l->nargs[type] + (l->stack[type] ? 1u : 0) + (l->seq ? 2 : 1);
	return (struct gt_v1_form){
		.kind = !has_length && counted != n ? GT_V1_BAD
			: type == GT_V1_UserLog     ? GT_V1_LOG
			: type == GT_V1_CPUSample   ? GT_V1_SAMPLE
			: has_length                ? GT_V1_LONG : GT_V1_INLINE,
		.n = (uint8_t)n, .nargs = l->nargs[type], .stack = l->stack[type] };
}

void gt_v1_layout_init(struct gt_v1_layout *l, int minor)
{
	l->minor = minor;
	l->seq = minor < 7;
	for (unsigned type = 0; type < GT_V1_TYPES; type++) {
		l->nargs[type] = (uint8_t)gt_v1_args(type, minor);
		l->stack[type] = gt_v1_spec(type) && gt_v1_spec(type)->stack;
	}
	for (unsigned byte = 0; byte < 256; byte++)
		l->form[byte] = form_of(l, byte);
}

const uint8_t *gt_v1_varint_slow(const uint8_t *p, const uint8_t *end, uint64_t *v)
{
	uint64_t sum = 0;

	for (unsigned shift = 0; shift < 70 && p < end; shift += 7) {
		sum |= (uint64_t)(*p & 0x7f) << shift;
		if (*p++ < 0x80) {
			*v = sum;
			return p;
		}
	}
	return NULL;
}

static const char *const stw_old[] = { "mark termination", "sweep termination" };

static const char *const stw_names[] = {
	"unknown",
	"GC mark termination",
	"GC sweep termination",
	"write heap dump",
	"goroutine profile",
	"goroutine profile cleanup",
	"all goroutines stack trace",
	"read mem stats",
	"AllThreadsSyscall",
	"GOMAXPROCS",
	"start trace",
	"stop trace",
	"CountPagesInUse (test)",
	"ReadMetricsSlow (test)",
	"ReadMemStatsSlow (test)",
	"PageCachePagesLeaked (test)",
	"ResetDebugLog (test)",
};

const char *gt_v1_stw_name(uint64_t kind, int minor)
{
	if (minor < 21)
		return kind < GT_COUNT(stw_old) ? stw_old[kind] : NULL;
	return kind < GT_COUNT(stw_names) ? stw_names[kind] : stw_names[0];
}
