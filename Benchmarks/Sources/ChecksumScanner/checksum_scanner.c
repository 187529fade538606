// SPDX-License-Identifier: Apache-2.0

#include "checksum_scanner.h"

static int digit(uint8_t byte) {
    if (byte >= '0' && byte <= '9') return byte - '0';
    if (byte >= 'A' && byte <= 'F') return byte - 'A' + 10;
    if (byte >= 'a' && byte <= 'f') return byte - 'a' + 10;
    return -256;
}

/// Checks the sentence that begins at `at`, after the start character. Returns the position at which to continue.
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

/// Returns whether the Fletcher checksum of `bytes[0..<count]` equals the next two bytes.
static int fletcher_is_right(const uint8_t *bytes, size_t count) {
    uint8_t a = 0, b = 0;
    for (size_t at = 0; at < count; at += 1) {
        a += bytes[at];
        b += a;
    }
    return a == bytes[count] && b == bytes[count + 1];
}

static uint32_t crc24q_table[256];

static void make_crc24q_table(void) {
    for (uint32_t byte = 0; byte < 256; byte += 1) {
        uint32_t crc = byte << 16;
        for (int bit = 0; bit < 8; bit += 1) crc = crc & 0x800000 ? crc << 1 ^ 0x1864CFB : crc << 1;
        crc24q_table[byte] = crc & 0xFFFFFF;
    }
}

static int crc24q_is_right(const uint8_t *bytes, size_t count) {
    uint32_t crc = 0;
    for (size_t at = 0; at < count; at += 1) crc = (crc << 8 & 0xFFFFFF) ^ crc24q_table[crc >> 16 ^ bytes[at]];
    return crc == 0;
}

size_t frame_scanner_count(const uint8_t *bytes, size_t count) {
    if (crc24q_table[1] == 0) make_crc24q_table();
    size_t valid = 0;
    size_t at = 0;
    while (at < count) {
        uint8_t byte = bytes[at];
        size_t left = count - at;
        if (byte == '$' || byte == '!') {
            at = judge(bytes, at + 1, count, &valid);
            continue;
        }
        if (byte == 0xB5 && left >= 8 && bytes[at + 1] == 0x62) {
            size_t length = bytes[at + 4] | (size_t)bytes[at + 5] << 8;
            if (left >= length + 8 && fletcher_is_right(bytes + at + 2, length + 4)) {
                valid += 1;
                at += length + 8;
                continue;
            }
        } else if (byte == 0xD3 && left >= 6 && (bytes[at + 1] & 0xFC) == 0) {
            size_t length = (size_t)(bytes[at + 1] & 3) << 8 | bytes[at + 2];
            if (left >= length + 6 && crc24q_is_right(bytes + at, length + 6)) {
                valid += 1;
                at += length + 6;
                continue;
            }
        }
        at += 1;
    }
    return valid;
}
