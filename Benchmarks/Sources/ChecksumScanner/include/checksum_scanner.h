// SPDX-License-Identifier: Apache-2.0

#ifndef CHECKSUM_SCANNER_H
#define CHECKSUM_SCANNER_H

#include <stddef.h>
#include <stdint.h>

/// Counts NMEA sentences: `$…*hh` with a correct checksum and fewer than 256 bytes in between. This is the least work that
/// finding sentences takes, with which the benchmark compares the gateway.
size_t checksum_scanner_count(const uint8_t *bytes, size_t count);

/// Counts the frames of a stream that mixes NMEA, UBX and RTCM 3, for the same comparison.
size_t frame_scanner_count(const uint8_t *bytes, size_t count);

#endif
