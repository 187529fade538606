// SPDX-License-Identifier: Apache-2.0
//
// Decodes the receiver's output into messages. It uses neither a device nor a clock, so it is easy to test.
//
// This example reads lines such as "POS 1767225600 48.137154 11.576124 519.0 9": seconds since 1970 (UTC), latitude
// and longitude in degrees, metres above mean sea level, satellites used; or "POS 1767225600" without a fix. Replace
// it with your receiver's protocol.

#ifndef NEW_RECEIVER_DECODER_H
#define NEW_RECEIVER_DECODER_H

#include <stddef.h>
#include <stdint.h>

/// A message from the receiver.
typedef struct message {
    int64_t seconds;
    /// Whether there is a fix, so that the following fields are valid.
    int is_there;
    double latitude;
    double longitude;
    double height;
    int satellites;
} message;

/// A decoder; all zeros in its initial state.
typedef struct decoder {
    char line[201];
    size_t used;
    int is_too_long;
} decoder;

/// Processes a byte.
///
/// Returns 1 if it completes a message, which is then in `out`. Damaged input yields no message.
int decoder_take(decoder *d, char byte, message *out);

#endif
