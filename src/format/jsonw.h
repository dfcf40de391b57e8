/* A streaming JSON writer that asserts that what it writes is well-formed. */
#ifndef GT_FORMAT_JSONW_H
#define GT_FORMAT_JSONW_H

#include "base/buf.h"

/*
 *	struct gt_jsonw w;
 *	gt_jsonw_init(&w, &buf);
 *	gt_json_object(&w);
 *	gt_json_key(&w, "n", 1);
 *	gt_json_u64(&w, 5);
 *	gt_json_close(&w);
 *	gt_jsonw_done(&w);              everything opened was closed
 *
 * In an object a key goes before every value; elsewhere none may.
 */
#define GT_JSON_DEPTH 32

struct gt_jsonw {
	struct gt_buf *out;
	uint32_t objects;     /* bit i: level i is an object, else an array */
	unsigned depth;
	bool comma;           /* something stands on this level already */
	bool key;             /* a key waits for its value */
};

void gt_jsonw_init(struct gt_jsonw *w, struct gt_buf *out);
void gt_jsonw_done(const struct gt_jsonw *w);

void gt_json_object(struct gt_jsonw *w);
void gt_json_array(struct gt_jsonw *w);
void gt_json_close(struct gt_jsonw *w);
/* A line break before the next item: for people. */
void gt_json_newline(struct gt_jsonw *w);

/* Any bytes: see gt_json_text.  gt_json_keys takes a C string. */
void gt_json_key(struct gt_jsonw *w, const char *key, size_t n);
void gt_json_keys(struct gt_jsonw *w, const char *key);

void gt_json_string(struct gt_jsonw *w, const char *s, size_t n);
void gt_json_u64(struct gt_jsonw *w, uint64_t v);
void gt_json_i64(struct gt_jsonw *w, int64_t v);
void gt_json_bool(struct gt_jsonw *w, bool v);
void gt_json_null(struct gt_jsonw *w);

/* A value that the caller appends to w->out itself. */
void gt_json_raw_value(struct gt_jsonw *w);

/*
 * Appends n bytes as a JSON string, quotes included, that is valid and holds
 * all that was valid UTF-8: what is unsafe (base/utf8.h) is escaped as \uNNNN, above
 * U+FFFF as two of them; each byte that is no UTF-8 becomes U+FFFD (as Go's encoder does).
 */
void gt_json_text(struct gt_buf *out, const char *s, size_t n);

#endif
