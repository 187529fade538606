// SPDX-License-Identifier: Apache-2.0

#ifndef CHECKSUM_SCANNER_H
#define CHECKSUM_SCANNER_H

#include <stddef.h>
#include <stdint.h>

/// The least that finding NMEA sentences takes, as a measure: counts `$…*hh` with a right checksum and fewer than 256
/// bytes in between.
size_t checksum_scanner_count(const uint8_t *bytes, size_t count);

/// The same for streams that mix NMEA, UBX and RTCM 3.
size_t frame_scanner_count(const uint8_t *bytes, size_t count);

#endif
