// SPDX-License-Identifier: Apache-2.0

#include "checksum_scanner.h"

static int digit(uint8_t byte) {
    if (byte >= '0' && byte <= '9') return byte - '0';
    if (byte >= 'A' && byte <= 'F') return byte - 'A' + 10;
    if (byte >= 'a' && byte <= 'f') return byte - 'a' + 10;
    return -256;
}

/// Judges the sentence whose first byte after the start mark is `at`; tells where to go on.
static size_t judge(const uint8_t *bytes, size_t at, size_t count, size_t *valid) {
    size_t limit = count - at < 256 ? count : at + 256;
    uint8_t sum = 0;
    while (at < limit) {
        uint8_t byte = bytes[at];
        if (byte == '*') {
            if (count - at > 2 && digit(bytes[at + 1]) * 16 + digit(bytes[at + 2]) == sum) *valid += 1;
            return at + 1;
        }
        if (byte < 0x20 || byte > 0x7E || byte == '$' || byte == '!') return at;
        sum ^= byte;
        at += 1;
    }
    return at;
}

size_t checksum_scanner_count(const uint8_t *bytes, size_t count) {
    size_t valid = 0;
    size_t at = 0;
    while (at < count) {
        uint8_t byte = bytes[at];
        at += 1;
        if (byte == '$' || byte == '!') at = judge(bytes, at, count, &valid);
    }
    return valid;
}
