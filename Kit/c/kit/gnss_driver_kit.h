// SPDX-License-Identifier: Apache-2.0
//
// Helpers for a driver in C in addition to the contract: settings, a serial port, batches of records. Everything is
// static; a driver includes this file and links nothing. Use only the parts you need.

#ifndef GNSS_DRIVER_KIT_H
#define GNSS_DRIVER_KIT_H

#include "gnss_driver.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define GNSS_KIT_UNUSED __attribute__((unused))

// ---------------------------------------------------------------------------------------------------------------------
// Messages for people.
// ---------------------------------------------------------------------------------------------------------------------

/// Formats a text, cut to its room; returns its length without the final zero.
__attribute__((format(printf, 3, 0))) GNSS_KIT_UNUSED static size_t gnss_format(char *text, size_t room,
                                                                                const char *format, va_list arguments) {
    int length = vsnprintf(text, room, format, arguments);
    if (length < 0) return 0;
    return (size_t)length < room ? (size_t)length : room - 1;
}

/// Writes a message: the problem, the place and the remedy.
__attribute__((format(printf, 2, 3))) GNSS_KIT_UNUSED static void gnss_say(gnss_message_v1 *message, const char *format,
                                                                           ...) {
    va_list arguments;
    va_start(arguments, format);
    message->length = (uint32_t)gnss_format(message->text, sizeof message->text, format, arguments);
    va_end(arguments);
}

/// Reports `GNSS_STATE_…` with the reason.
__attribute__((format(printf, 3, 4))) GNSS_KIT_UNUSED static void gnss_report(const gnss_host_v1 *host, int32_t state,
                                                                              const char *format, ...) {
    char text[1000];
    va_list arguments;
    va_start(arguments, format);
    size_t length = gnss_format(text, sizeof text, format, arguments);
    va_end(arguments);
    host->report_state(host->ctx, state, text, length);
}

/// Writes a message to the gateway's log at level `GNSS_LOG_…`.
__attribute__((format(printf, 3, 4))) GNSS_KIT_UNUSED static void gnss_log(const gnss_host_v1 *host, int32_t level,
                                                                           const char *format, ...) {
    char text[1000];
    va_list arguments;
    va_start(arguments, format);
    size_t length = gnss_format(text, sizeof text, format, arguments);
    va_end(arguments);
    host->log(host->ctx, level, text, length);
}

// ---------------------------------------------------------------------------------------------------------------------
// Settings: the keys of a flat JSON object.
// ---------------------------------------------------------------------------------------------------------------------

/// A position in a JSON text.
typedef struct gnss_json {
    const char *at;
    const char *end;
} gnss_json;

GNSS_KIT_UNUSED static void gnss_json_space(gnss_json *json) {
    while (json->at < json->end && (*json->at == ' ' || *json->at == '\t' || *json->at == '\n' || *json->at == '\r')) {
        json->at++;
    }
}

/// Consumes the character if it comes next; returns whether it did.
GNSS_KIT_UNUSED static int gnss_json_take(gnss_json *json, char character) {
    gnss_json_space(json);
    if (json->at >= json->end || *json->at != character) return 0;
    json->at++;
    return 1;
}

/// Reads a string. Escapes other than \" \\ \/ \n \t are refused, and so is a string that does not fit into `out`.
///
/// Returns its length in bytes, or -1. If `out` is NULL, the string is skipped.
GNSS_KIT_UNUSED static long gnss_json_string(gnss_json *json, char *out, size_t size) {
    size_t length = 0;
    if (!gnss_json_take(json, '"')) return -1;
    while (json->at < json->end && *json->at != '"') {
        char character = *json->at++;
        if ((unsigned char)character < 0x20) return -1;
        if (character == '\\') {
            if (json->at >= json->end) return -1;
            character = *json->at++;
            if (character == 'n') character = '\n';
            else if (character == 't') character = '\t';
            else if (character != '"' && character != '\\' && character != '/' && out) return -1;
        }
        if (out) {
            if (length + 1 >= size) return -1;
            out[length] = character;
        }
        length++;
    }
    if (json->at++ >= json->end) return -1;
    if (out) out[length] = 0;
    return (long)length;
}

/// Skips a value; returns whether there was one. Arrays and objects may be nested at most 16 deep.
GNSS_KIT_UNUSED static int gnss_json_skip(gnss_json *json, int depth) {
    gnss_json_space(json);
    if (json->at >= json->end || depth > 16) return 0;
    char first = *json->at;
    if (first == '"') return gnss_json_string(json, NULL, 0) >= 0;
    if (first == '{' || first == '[') {
        char last = first == '{' ? '}' : ']';
        json->at++;
        if (gnss_json_take(json, last)) return 1;
        do {
            if (first == '{' && (gnss_json_string(json, NULL, 0) < 0 || !gnss_json_take(json, ':'))) return 0;
            if (!gnss_json_skip(json, depth + 1)) return 0;
        } while (gnss_json_take(json, ','));
        return gnss_json_take(json, last);
    }
    const char *start = json->at;
    while (json->at < json->end && strchr("+-.0123456789abcdefghijklmnopqrstuvwxyzE", *json->at) && *json->at) json->at++;
    return json->at > start;
}

/// Finds the value of a key.
///
/// Returns 1 with `value` at its start, 0 if there is no such key, -1 if the text is not an object.
GNSS_KIT_UNUSED static int gnss_config_find(const char *text, size_t length, const char *key, gnss_json *value) {
    gnss_json json = {text, text + length};
    int found = 0;
    if (!gnss_json_take(&json, '{')) return -1;
    if (!gnss_json_take(&json, '}')) {
        do {
            char name[64];
            gnss_json here = json;
            if (gnss_json_string(&json, NULL, 0) < 0) return -1;
            int is_it = gnss_json_string(&here, name, sizeof name) >= 0 && !strcmp(name, key);
            if (!gnss_json_take(&json, ':')) return -1;
            gnss_json_space(&json);
            if (is_it) *value = json;
            found |= is_it;
            if (!gnss_json_skip(&json, 0)) return -1;
        } while (gnss_json_take(&json, ','));
        if (!gnss_json_take(&json, '}')) return -1;
    }
    gnss_json_space(&json);
    return json.at == json.end ? found : -1;
}

/// Reads a text setting; returns whether it exists, is text, and fits. The gateway has filled in the defaults.
GNSS_KIT_UNUSED static int gnss_config_text(const char *text, size_t length, const char *key, char *out, size_t size) {
    gnss_json value;
    return gnss_config_find(text, length, key, &value) == 1 && gnss_json_string(&value, out, size) >= 0;
}

/// Reads a number setting; returns whether it exists and is a number.
GNSS_KIT_UNUSED static int gnss_config_number(const char *text, size_t length, const char *key, double *out) {
    gnss_json value;
    char digits[32] = {0};
    if (gnss_config_find(text, length, key, &value) != 1) return 0;
    size_t count = (size_t)(value.end - value.at);
    memcpy(digits, value.at, count < sizeof digits - 1 ? count : sizeof digits - 1);
    if (digits[0] != '-' && (digits[0] < '0' || digits[0] > '9')) return 0;
    char *end;
    *out = strtod(digits, &end);
    return end > digits;
}

// ---------------------------------------------------------------------------------------------------------------------
// The signal to stop, and a serial port.
// ---------------------------------------------------------------------------------------------------------------------

/// Creates a descriptor that becomes readable with `gnss_stop_signal`; -1 if the system has none left.
GNSS_KIT_UNUSED static int gnss_stop_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

/// Makes the descriptor readable, which ends all current and future waits for it. Any thread may call this function.
GNSS_KIT_UNUSED static void gnss_stop_signal(int stop) {
    uint64_t one = 1;
    while (write(stop, &one, sizeof one) < 0 && errno == EINTR) {}
}

/// Whether the stop was signalled.
GNSS_KIT_UNUSED static int gnss_stop_is_signalled(int stop) {
    struct pollfd wanted = {.fd = stop, .events = POLLIN};
    return poll(&wanted, 1, 0) > 0;
}

/// Returns the termios constant for a rate in bits per second; B0 if the rate is not supported.
GNSS_KIT_UNUSED static speed_t gnss_line_speed(long baud) {
    switch (baud) {
    case 4800: return B4800;
    case 9600: return B9600;
    case 19200: return B19200;
    case 38400: return B38400;
    case 57600: return B57600;
    case 115200: return B115200;
    case 230400: return B230400;
    case 460800: return B460800;
    case 921600: return B921600;
    default: return B0;
    }
}

/// Says that another program has the port; returns the result for `run`.
GNSS_KIT_UNUSED static int gnss_line_held(const char *path, gnss_message_v1 *error) {
    gnss_say(error, "%s is in use by another program ('sudo fuser -v %s' shows which one): stop it", path, path);
    return GNSS_RUN_LOST;
}

/// Closes a port and ends its exclusive use, which would otherwise last as long as any program has the port open.
GNSS_KIT_UNUSED static void gnss_line_close(int line) {
    ioctl(line, TIOCNXCL);
    close(line);
}

/// Opens a serial port exclusively for raw bytes, 8N1. `TIOCEXCL` keeps other programs out, and `flock` those that run
/// as root and ask for the lock. Close it with `gnss_line_close`.
///
/// Returns its descriptor, or the result for `run` (`GNSS_RUN_LOST`, `GNSS_RUN_FAILED`) with a message in `error`.
GNSS_KIT_UNUSED static int gnss_line_open(const char *path, long baud, gnss_message_v1 *error) {
    int line = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (line < 0) {
        if (errno == EBUSY) return gnss_line_held(path, error);
        const char *cure = errno == EACCES   ? "add yourself to the device's group (shown by ls -l)"
                           : errno == ENOENT ? "plug the receiver in, or correct the path"
                                             : "check which other program uses it";
        gnss_say(error, "%s: %s: %s", path, strerror(errno), cure);
        return GNSS_RUN_LOST;
    }
    struct termios settings;
    if (tcgetattr(line, &settings) < 0) {
        gnss_say(error, "%s is not a serial port: give a path such as /dev/ttyUSB0", path);
        close(line);
        return GNSS_RUN_FAILED;
    }
    if (flock(line, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK) {
        // Without `gnss_line_close`, because the port belongs to the other program.
        close(line);
        return gnss_line_held(path, error);
    }
    ioctl(line, TIOCEXCL);
    cfmakeraw(&settings);
    // cfmakeraw clears IXON only: with IXOFF, the kernel would write to the receiver.
    settings.c_iflag &= ~(tcflag_t)(IXOFF | IXANY | IUCLC | INPCK | IGNPAR);
    settings.c_cflag |= CLOCAL | CREAD;
    settings.c_cflag &= ~(tcflag_t)(CSTOPB | PARODD | CMSPAR | CRTSCTS);
    speed_t speed = gnss_line_speed(baud);
    if (speed == B0 || cfsetspeed(&settings, speed) < 0 || tcsetattr(line, TCSANOW, &settings) < 0) {
        gnss_say(error, "cannot set %s to %ld baud", path, baud);
        gnss_line_close(line);
        return GNSS_RUN_FAILED;
    }
    return line;
}

/// Results of `gnss_line_read` other than a number of bytes.
enum { GNSS_LINE_SILENT = 0, GNSS_LINE_STOPPED = -1, GNSS_LINE_GONE = -2 };

GNSS_KIT_UNUSED static int64_t gnss_line_now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// Waits for bytes and reads those available.
///
/// - milliseconds: The time limit, 0 or more.
///
/// Returns the number of bytes, or `GNSS_LINE_…`: none arrived in time, the driver was stopped, or the device is
/// gone.
GNSS_KIT_UNUSED static long gnss_line_read(int line, int stop, void *room, size_t size, int milliseconds) {
    int64_t deadline_ms = gnss_line_now_ms() + milliseconds;
    for (;;) {
        int64_t left = deadline_ms - gnss_line_now_ms();
        struct pollfd wanted[] = {{.fd = line, .events = POLLIN}, {.fd = stop, .events = POLLIN}};
        int answer = poll(wanted, 2, left > 0 ? (int)left : 0);
        if (answer > 0 && wanted[1].revents) return GNSS_LINE_STOPPED;
        if (answer == 0) return GNSS_LINE_SILENT;
        if (answer < 0 && errno != EINTR) return GNSS_LINE_GONE;
        if (answer > 0) {
            ssize_t got = read(line, room, size);
            if (got > 0) return (long)got;
            int may_pass = errno == EINTR || (errno == EAGAIN && !(wanted[0].revents & (POLLHUP | POLLERR)));
            if (got == 0 || !may_pass) return GNSS_LINE_GONE;
        }
        // A signal is no sign of silence, nor is a wake-up without a byte.
        if (left <= 0) return GNSS_LINE_SILENT;
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Batches: records of one moment, built one after another and published together.
// ---------------------------------------------------------------------------------------------------------------------

/// A batch. Initialise it with zeros, or call `gnss_batch_begin`.
typedef struct gnss_batch {
    /// The arrival time of the bytes from which its records were made.
    gnss_instant_v1 arrival;
    size_t used;
    /// The start of the record under construction.
    size_t record;
    uint32_t count;
    /// Whether something did not fit; the batch is then not published.
    int is_full;
    _Alignas(8) unsigned char bytes[16 * 1024];
} gnss_batch;

/// Begins a batch.
///
/// - arrival: The time that `now` returned right after reading.
GNSS_KIT_UNUSED static void gnss_batch_begin(gnss_batch *batch, gnss_instant_v1 arrival) {
    batch->arrival = arrival;
    batch->used = batch->record = 0;
    batch->count = 0;
    batch->is_full = 0;
}

/// Reserves zeroed room at the end of the record; NULL if the batch is full.
GNSS_KIT_UNUSED static void *gnss_batch_room(gnss_batch *batch, size_t size) {
    size_t padded = (size + 7) & ~(size_t)7;
    if (batch->is_full || padded < size || padded > sizeof batch->bytes - batch->used) {
        batch->is_full = 1;
        return NULL;
    }
    void *room = batch->bytes + batch->used;
    memset(room, 0, padded);
    batch->used += padded;
    ((gnss_record_v1 *)(void *)(batch->bytes + batch->record))->size = (uint32_t)(batch->used - batch->record);
    return room;
}

/// Adds a record and returns its payload, which may be filled in until the next record is added; NULL if the batch is
/// full.
///
/// - kind: `GNSS_KIND_…`.
/// - size: The size of the payload's struct.
GNSS_KIT_UNUSED static void *gnss_batch_record(gnss_batch *batch, uint16_t kind, size_t size) {
    batch->record = batch->used;
    if (sizeof batch->bytes - batch->used < sizeof(gnss_record_v1)) batch->is_full = 1;
    gnss_record_v1 *record = gnss_batch_room(batch, sizeof(gnss_record_v1));
    if (!record) return NULL;
    record->kind = kind;
    record->version = 1;
    record->monotonic_ns = batch->arrival.monotonic_ns;
    record->wall_ns = batch->arrival.wall_ns;
    batch->count++;
    return gnss_batch_room(batch, size);
}

/// Adds elements to the last record and returns the slice for its payload.
///
/// - size: The size of one element; 1 for text and bytes.
GNSS_KIT_UNUSED static gnss_slice_v1 gnss_batch_array(gnss_batch *batch, const void *elements, size_t size, size_t count) {
    gnss_slice_v1 slice = {(uint32_t)(batch->used - batch->record), (uint32_t)count};
    void *room = count ? gnss_batch_room(batch, size * count) : NULL;
    if (!room) return (gnss_slice_v1){0, 0};
    memcpy(room, elements, size * count);
    return slice;
}

/// Adds text to the last record.
GNSS_KIT_UNUSED static gnss_slice_v1 gnss_batch_text(gnss_batch *batch, const char *text) {
    return gnss_batch_array(batch, text, 1, strlen(text));
}

/// Publishes a batch. Returns `GNSS_PUBLISH_…`.
GNSS_KIT_UNUSED static int32_t gnss_batch_publish(gnss_batch *batch, const gnss_host_v1 *host) {
    if (batch->is_full) return GNSS_PUBLISH_MALFORMED;
    return batch->count ? host->publish(host->ctx, batch->bytes, batch->used, batch->count) : GNSS_PUBLISH_OK;
}

#endif
