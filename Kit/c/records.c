// SPDX-License-Identifier: Apache-2.0

#include "records.h"

void records_add(gnss_batch *batch, const message *m) {
    gnss_fix_v1 *fix = gnss_batch_record(batch, GNSS_KIND_FIX, sizeof *fix);
    if (!fix) return;
    fix->present = GNSS_FIX_UTC;
    fix->utc_ns = m->seconds * 1000000000;
    fix->kind = 1;
    if (m->is_there) {
        fix->present |= GNSS_FIX_POSITION | GNSS_FIX_ORTHOMETRIC_HEIGHT | GNSS_FIX_SATELLITES_USED;
        fix->kind = 3;
        fix->quality = 1;
        fix->latitude_deg = m->latitude;
        fix->longitude_deg = m->longitude;
        fix->orthometric_height_m = m->height;
        fix->satellites_used = (uint16_t)m->satellites;
    }
    fix->sources = gnss_batch_text(batch, "POS");
}
