/* The requests of the Overview's line: looked for when the findings are known, a little at a time. */
#include "ui/panes/overview/overview.h"

void gt_overview_requests_release(struct gt_overview_requests *r)
{
	gt_request_search_end(r->search);
	gt_request_adding_end(r->adding);
	gt_requests_release(&r->found);
	*r = (struct gt_overview_requests){ 0 };
}

bool gt_overview_requests_step(struct gt_overview_requests *r, const struct gt_trace *t, int64_t from, int64_t to,
			       double *share)
{
	double ignored;

	if (!r->searched) {
		if (!r->search)
			r->search = gt_request_search_begin(&r->found, t);
		if (gt_request_search_step(r->search, share ? share : &ignored))
			return true;
		gt_request_search_end(r->search);
		r->search = NULL;
		r->searched = true;
	}
	if (r->adding && (r->sums.from != from || r->sums.to != to)) {
		gt_request_adding_end(r->adding);
		r->adding = NULL;
	} else if (r->summed && r->sums.from == from && r->sums.to == to) {
		return false;
	}
	r->summed = false;
	if (!r->adding)
		r->adding = gt_request_adding_begin(&r->sums, t, &r->found, from, to, false);
	if (gt_request_adding_step(r->adding))
		return true;
	gt_request_adding_end(r->adding);
	r->adding = NULL;
	r->summed = true;
	return false;
}
