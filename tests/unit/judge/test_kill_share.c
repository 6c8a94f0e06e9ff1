/* test_kill_share.c - the interval of a kill score.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "kill/kill_drawn_report.h"
#include "tap.h"

static bool near(double a, double b)
{
    return fabs(a - b) < 0.05;
}

int main(void)
{
    /* Wilson (1927), by hand for z = 1.96. */
    struct gat_share s = gat_share_of(9, 10);
    ok(near(s.share, 90) && near(s.low, 59.6) && near(s.high, 98.2), "9 of 10");
    s = gat_share_of(0, 20);
    ok(s.low == 0 && near(s.high, 16.1), "none of 20");
    s = gat_share_of(2000, 2000);
    ok(s.high == 100 && near(s.low, 99.8), "2000 of 2000");
    s = gat_share_of(0, 0);
    ok(s.low == 0 && s.high == 100, "none of none says nothing");
    return done();
}
