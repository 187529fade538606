// SPDX-License-Identifier: Apache-2.0
//
// Makes messages of what the receiver sends. Bytes in, values out: no device, no clock, so that it is easy to test.
//
// This one reads lines such as "POS 1767225600 48.137154 11.576124 519.0 9": seconds since 1970 (UTC), latitude and
// longitude in degrees, metres above mean sea level, satellites used; and "POS 1767225600" where it has no fix.
// Put your receiver's language in its place.

#ifndef NEW_RECEIVER_DECODER_H
#define NEW_RECEIVER_DECODER_H

#include <stddef.h>
#include <stdint.h>

/// What the receiver said.
typedef struct message {
    int64_t seconds;
    /// Whether there is a fix: the rest holds something.
    int is_there;
    double latitude;
    double longitude;
    double height;
    int satellites;
} message;

/// A decoder; all zeros: it has heard nothing.
typedef struct decoder {
    char line[201];
    size_t used;
    int is_too_long;
} decoder;

/// Takes a byte.
///
/// Answers 1 where a message is complete with it, then in `out`. What is damaged makes none.
int decoder_take(decoder *d, char byte, message *out);

#endif
