// SPDX-License-Identifier: Apache-2.0
//
// Features of serial lines that the kernel offers but glibc does not: any rate (termios2), counters of line errors, low
// latency.

#ifndef GNSS_TRANSPORT_H
#define GNSS_TRANSPORT_H

#include <stdint.h>

/// The settings of a line as stored by the kernel (a copy of its termios2).
typedef struct gnss_line {
    uint32_t input_flags;
    uint32_t output_flags;
    uint32_t control_flags;
    uint32_t local_flags;
    uint8_t discipline;
    uint8_t control_characters[19];
    /// Bits per second.
    uint32_t input_speed;
    /// Bits per second.
    uint32_t output_speed;
} gnss_line;

/// The errors that the kernel has counted on a line since it was first opened.
typedef struct gnss_line_errors {
    uint32_t framing;
    uint32_t parity;
    uint32_t overrun;
    uint32_t buffer_overrun;
    uint32_t breaks;
} gnss_line_errors;

/// The parity bit.
enum { GNSS_PARITY_NONE = 0, GNSS_PARITY_ODD = 1, GNSS_PARITY_EVEN = 2 };

/// All functions return 0, or −1 with the reason in `errno`.
int gnss_line_get(int descriptor, gnss_line *line);
int gnss_line_set(int descriptor, const gnss_line *line);

/// Changes settings so that bytes are passed unchanged: without echo, signals, translation or flow control. Unrelated
/// settings, such as hanging up at the last close, are kept.
void gnss_line_make_raw(gnss_line *line, uint32_t baud, int data_bits, int parity, int stop_bits);

/// Discards received but unread bytes.
int gnss_line_flush_input(int descriptor);

/// The number of bytes that were written and that the kernel's driver has not sent yet.
int gnss_line_get_output(int descriptor, int *count);

/// Claims the line for this open descriptor (1) or releases it (0). Root can open it nevertheless.
int gnss_line_set_exclusive(int descriptor, int exclusive);
/// Whether any process has claimed the line.
int gnss_line_get_exclusive(int descriptor, int *exclusive);

int gnss_line_get_errors(int descriptor, gnss_line_errors *errors);

/// Asks the kernel's driver not to hold bytes back (FTDI chips do so for 16 ms). Stores the previous setting in
/// `was`.
int gnss_line_set_low_latency(int descriptor, int low, int *was);

#endif
