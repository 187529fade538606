// SPDX-License-Identifier: Apache-2.0
//
// The kernel's termios2 and glibc's termios cannot be included together, so this file uses only the former.

#include "transport.h"

#include <asm/ioctls.h>
#include <asm/termbits.h>
#include <linux/serial.h>
#include <linux/tty_flags.h>
#include <string.h>

extern int ioctl(int descriptor, unsigned long request, ...);

_Static_assert(sizeof(((gnss_line *)0)->control_characters) == NCCS, "control characters");

int gnss_line_get(int descriptor, gnss_line *line) {
    struct termios2 settings;
    memset(&settings, 0, sizeof settings);
    if (ioctl(descriptor, TCGETS2, &settings) != 0) return -1;
    line->input_flags = settings.c_iflag;
    line->output_flags = settings.c_oflag;
    line->control_flags = settings.c_cflag;
    line->local_flags = settings.c_lflag;
    line->discipline = settings.c_line;
    memcpy(line->control_characters, settings.c_cc, NCCS);
    line->input_speed = settings.c_ispeed;
    line->output_speed = settings.c_ospeed;
    return 0;
}

int gnss_line_set(int descriptor, const gnss_line *line) {
    struct termios2 settings;
    memset(&settings, 0, sizeof settings);
    settings.c_iflag = line->input_flags;
    settings.c_oflag = line->output_flags;
    settings.c_cflag = line->control_flags;
    settings.c_lflag = line->local_flags;
    settings.c_line = line->discipline;
    memcpy(settings.c_cc, line->control_characters, NCCS);
    settings.c_ispeed = line->input_speed;
    settings.c_ospeed = line->output_speed;
    return ioctl(descriptor, TCSETS2, &settings);
}

/// The kernel's code of a rate. The usual rates have their own codes, which other programs understand.
static uint32_t code_of(uint32_t baud) {
    static const struct {
        uint32_t baud, code;
    } usual[] = {
        {50, B50},           {75, B75},           {110, B110},         {134, B134},         {150, B150},
        {200, B200},         {300, B300},         {600, B600},         {1200, B1200},       {1800, B1800},
        {2400, B2400},       {4800, B4800},       {9600, B9600},       {19200, B19200},     {38400, B38400},
        {57600, B57600},     {115200, B115200},   {230400, B230400},   {460800, B460800},   {500000, B500000},
        {576000, B576000},   {921600, B921600},   {1000000, B1000000}, {1152000, B1152000}, {1500000, B1500000},
        {2000000, B2000000}, {2500000, B2500000}, {3000000, B3000000}, {3500000, B3500000}, {4000000, B4000000},
    };
    for (unsigned index = 0; index < sizeof usual / sizeof *usual; index++)
        if (usual[index].baud == baud) return usual[index].code;
    return BOTHER;
}

void gnss_line_make_raw(gnss_line *line, uint32_t baud, int data_bits, int parity, int stop_bits) {
    line->input_flags &= ~(uint32_t)(BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IUCLC | IXON | IXANY | IXOFF);
    line->input_flags &= ~(uint32_t)(IGNPAR | INPCK);
    line->input_flags |= IGNBRK;
    line->output_flags &= ~(uint32_t)OPOST;
    line->local_flags &= ~(uint32_t)(ECHO | ECHOE | ECHOK | ECHONL | ICANON | ISIG | IEXTEN);
    // The code of the input rate is 0, which means: the same as the output rate.
    line->control_flags &= ~(uint32_t)(CBAUD | CIBAUD | CSIZE | CSTOPB | PARENB | PARODD | CMSPAR | CRTSCTS);
    line->control_flags |= CLOCAL | CREAD | code_of(baud);
    line->control_flags |= data_bits == 5 ? CS5 : data_bits == 6 ? CS6 : data_bits == 7 ? CS7 : CS8;
    if (stop_bits == 2) line->control_flags |= CSTOPB;
    if (parity != GNSS_PARITY_NONE) line->control_flags |= PARENB;
    if (parity == GNSS_PARITY_ODD) line->control_flags |= PARODD;
    line->input_speed = baud;
    line->output_speed = baud;
    // With 0, a read without bytes would look like the end of the line.
    line->control_characters[VMIN] = 1;
    line->control_characters[VTIME] = 0;
}

int gnss_line_flush_input(int descriptor) { return ioctl(descriptor, TCFLSH, TCIFLUSH); }

int gnss_line_get_output(int descriptor, int *count) { return ioctl(descriptor, TIOCOUTQ, count); }

int gnss_line_set_exclusive(int descriptor, int exclusive) {
    return ioctl(descriptor, exclusive ? TIOCEXCL : TIOCNXCL);
}

int gnss_line_get_exclusive(int descriptor, int *exclusive) { return ioctl(descriptor, TIOCGEXCL, exclusive); }

int gnss_line_get_errors(int descriptor, gnss_line_errors *errors) {
    struct serial_icounter_struct counters;
    memset(&counters, 0, sizeof counters);
    if (ioctl(descriptor, TIOCGICOUNT, &counters) != 0) return -1;
    errors->framing = (uint32_t)counters.frame;
    errors->parity = (uint32_t)counters.parity;
    errors->overrun = (uint32_t)counters.overrun;
    errors->buffer_overrun = (uint32_t)counters.buf_overrun;
    errors->breaks = (uint32_t)counters.brk;
    return 0;
}

int gnss_line_set_low_latency(int descriptor, int low, int *was) {
    struct serial_struct settings;
    memset(&settings, 0, sizeof settings);
    if (ioctl(descriptor, TIOCGSERIAL, &settings) != 0) return -1;
    *was = (settings.flags & ASYNC_LOW_LATENCY) != 0;
    if (*was == (low != 0)) return 0;
    if (low)
        settings.flags |= ASYNC_LOW_LATENCY;
    else
        settings.flags &= ~ASYNC_LOW_LATENCY;
    return ioctl(descriptor, TIOCSSERIAL, &settings);
}
