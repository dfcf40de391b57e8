/* The configuration without a screen: checked, and a sample of all that can be in it. */
#ifndef GT_UI_CONFIG_H
#define GT_UI_CONFIG_H

#include "base/buf.h"
#include "ui/shell/rc.h"

/* As gt_rc_read, for an app that has all options, keys and colours and shows nothing. */
int gt_config_check(FILE *in, const char *name, gt_rc_report_fn report, void *arg);

/* A file in which every option, key and colour stands as it is by default, as comments. */
void gt_config_sample(struct gt_buf *out);

#endif
