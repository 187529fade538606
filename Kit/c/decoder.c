// SPDX-License-Identifier: Apache-2.0

#include "decoder.h"

#include <stdio.h>
#include <string.h>

static int read_line(const char *line, message *out) {
    long long seconds;
    int length = 0;
    char rest;
    *out = (message){0};
    if (sscanf(line, "POS %12lld%n", &seconds, &length) != 1 || seconds < 0 || seconds > 9000000000) return 0;
    out->seconds = seconds;
    if (!line[length]) return 1;
    int count = sscanf(line + length, " %lf %lf %lf %3d%c", &out->latitude, &out->longitude, &out->height,
                       &out->satellites, &rest);
    out->is_there = 1;
    // NaN is in no range.
    return count == 4 && out->latitude >= -90 && out->latitude <= 90 && out->longitude >= -180 && out->longitude <= 180
           && out->height >= -1000 && out->height <= 100000 && out->satellites >= 0 && out->satellites <= 100;
}

int decoder_take(decoder *d, char byte, message *out) {
    if (byte != '\n') {
        if (d->used < sizeof d->line - 1) d->line[d->used++] = byte;
        else d->is_too_long = 1;
        return 0;
    }
    d->line[d->used] = 0;
    int is_whole = !d->is_too_long && !memchr(d->line, 0, d->used);
    d->used = 0;
    d->is_too_long = 0;
    return is_whole && read_line(d->line, out);
}
