/* What the Overview says of a finding beside its sentence. */
#include <inttypes.h>

#include "analysis/findings/findkind.h"
#include "analysis/table/wording.h"
#include "base/human.h"
#include "ui/panes/overview/overview.h"

static void put_evidence(struct gt_buf *out, const struct gt_finding *f)
{
	const char *kind = gt_finding_kind(f->kind)->name;

	for (unsigned i = 0; i < f->nevidence; i++) {
		enum gt_wording_unit unit;
		int64_t v = f->evidence[i].value;

		if (!v)
			continue;
		gt_buf_puts(out, out->len ? ", " : "");
		unit = gt_wording_put(out, kind, f->evidence[i].name);
		gt_buf_putc(out, ' ');
		if (f->ns[i])
			gt_human_dur(out, v);
		else if (unit == GT_WORDING_BYTES)
			gt_human_bytes(out, (uint64_t)v);
		else
			gt_buf_printf(out, "%" PRId64, v);
	}
}

void gt_overview_detail(struct gt_overview *o, const struct gt_finding *f, struct gt_detail *d)
{
	const struct gt_finding_ops *kind = gt_finding_kind(f->kind);
	struct gt_buf *out = &d->value;

	gt_finding_text(out, &o->f, f);
	gt_detail_put(d, "Finding");
	if (f->because != GT_NO_ROW) {
		gt_finding_text(out, &o->f, &o->f.v[f->because]);
		gt_detail_put(d, "Because");
	}
	put_evidence(out, f);
	gt_detail_put(d, "Evidence");
	gt_finding_report(out, &o->f, f);
	gt_detail_put(d, "Report");
	switch (kind->subject) {
	case GT_FINDING_OF_STOP:
		gt_detail_stop(d, o->prog->trace, f->range, kind->advice);
		return;
	case GT_FINDING_OF_SLICE:
		gt_detail_slice(d, o->prog, f->slice);
		break;
	case GT_FINDING_OF_ASSIST:
	case GT_FINDING_OF_STATE:
	case GT_FINDING_OF_GOROUTINE:
		gt_detail_goroutine(d, o->prog, f->g);
		break;
	case GT_FINDING_OF_TIME:
		break;
	}
	gt_detail_pair(d, "Meaning", "%s", kind->advice);
}
