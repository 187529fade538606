// SPDX-License-Identifier: Apache-2.0
//
// A receiver driver in plain C for lines "FIX latitude longitude", and the same with one defect each (-DDEFECT_…). The
// conformance suite must find each of them, and nothing in the one without. DEFECT_FIELD is the inside of a `switch`: code
// that breaks a record, for each value of the setting `field`.

#define _GNU_SOURCE

#include "gnss_driver.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

// Without the defects that are not asked for the compiler leaves their code out.
#ifdef DEFECT_NEVER_PUBLISHES
enum { never_publishes = 1 };
#else
enum { never_publishes = 0 };
#endif

typedef struct driver {
    const gnss_host_v1 *host;
    int stop;
    char device[256];
    char line[128];
    size_t used;
    int is_heard;
    // When the last fix was decoded, or its absence reported.
    int64_t last_ns;
    int field;
    char *rest;
} driver;

static atomic_int runs;

static void say(gnss_message_v1 *message, const char *what, const char *why) {
    int length = snprintf(message->text, sizeof message->text, "%s: %s", what, why);
    message->length = (uint32_t)length < sizeof message->text ? (uint32_t)length : (uint32_t)sizeof message->text - 1;
}

static int read_settings(driver *d, const char *configuration, size_t length) {
    char text[1024] = {0};
    memcpy(text, configuration, length < sizeof text ? length : sizeof text - 1);
    const char *device = strstr(text, "\"device\":\"");
    if (text[0] != '{' || length >= sizeof text || !strchr(text, '}')) return 0;
    if (!device) return 0;
#ifdef DEFECT_SCHEMA_PROMISES_TOO_MUCH
    const char *rate = strstr(text, "\"rate_hz\":");
    if (rate && atoi(rate + 10) > 10) return 0;
#endif
    const char *field = strstr(text, "\"field\":");
    if (field) d->field = atoi(field + 8);
    return sscanf(device + 10, "%255[^\"]", d->device) == 1;
}

#ifdef DEFECT_FIELD
// Breaks a field: -DDEFECT_FIELD='case 0: fix->quality = 12; break;'. `wall` is the host's clock, `count` the number of
// fixes.
static void break_fix(int field, gnss_record_v1 *record, gnss_fix_v1 *fix, int64_t wall) {
    static int64_t count;
    count++;
    (void)record;
    (void)wall;
    switch (field) {
        DEFECT_FIELD
    default: break;
    }
}
#endif

__attribute__((unused)) static void hang(void) {
    for (;;) pause();
}

__attribute__((constructor)) static void at_load(void) {
#ifdef DEFECT_IGNORES_SIGTERM_AT_LOAD
    signal(SIGTERM, SIG_IGN);
#endif
}

static void *create(const gnss_plugin_v1 *self, const gnss_host_v1 *host, const char *configuration, size_t length,
                    gnss_message_v1 *error) {
    (void)self;
#ifdef DEFECT_CRASHES_AT_FORBIDDEN_SETTINGS
    if (length < 1024 && memmem(configuration, length, "gnss-no-such-value", 18)) abort();
#endif
#ifdef DEFECT_CRASHES_IN_CREATE
    abort();
#endif
#ifdef DEFECT_HANGS_IN_CREATE
    hang();
#endif
    driver *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    d->host = host;
#ifdef DEFECT_REPORTS_IN_CREATE
    host->report_state(host->ctx, GNSS_STATE_STARTING, "made", 4);
#endif
#ifdef DEFECT_REFUSES_WITHOUT_A_WORD
    if (!read_settings(d, configuration, length)) {
        free(d);
        return NULL;
    }
#endif
    if (!read_settings(d, configuration, length)) {
        say(error, "config", "no device, or a rate that is too high");
        free(d);
        return NULL;
    }
#ifdef DEFECT_LEAKS_MEMORY
    static char *volatile kept;
    kept = malloc(1000);
#endif
    d->stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return d;
}

#ifdef DEFECT_PUBLISHES_ON_ANOTHER_THREAD
struct handed {
    driver *d;
    const void *bytes;
    size_t size;
};

static void *hand_over(void *opaque) {
    struct handed *h = opaque;
    h->d->host->publish(h->d->host->ctx, h->bytes, h->size, 1);
    return NULL;
}
#endif

static int publish_fix(driver *d, double latitude, double longitude) {
    struct {
        gnss_record_v1 record;
        gnss_fix_v1 fix;
    } batch;
    memset(&batch, 0, sizeof batch);
    gnss_instant_v1 now;
    d->host->now(d->host->ctx, &now);
    batch.record = (gnss_record_v1){.size = sizeof batch, .kind = GNSS_KIND_FIX, .version = 1,
                                    .monotonic_ns = now.monotonic_ns, .wall_ns = now.wall_ns};
    batch.fix.present = GNSS_FIX_POSITION;
    batch.fix.kind = 2;
    batch.fix.quality = 1;
    batch.fix.latitude_deg = latitude;
    batch.fix.longitude_deg = longitude;
    d->is_heard = 1;
    d->last_ns = now.monotonic_ns;
#ifdef DEFECT_FIELD
    break_fix(d->field, &batch.record, &batch.fix, now.wall_ns);
#endif
#ifdef DEFECT_EMPTY_BATCHES
    return d->host->publish(d->host->ctx, &batch, 0, 0);
#endif
#ifdef DEFECT_SOME_EMPTY_BATCHES
    d->host->publish(d->host->ctx, &batch, 0, 0);
#endif
#ifdef DEFECT_WRONG_COUNT
    return d->host->publish(d->host->ctx, &batch, sizeof batch, 2);
#endif
#ifdef DEFECT_AT_NULL
    return d->host->publish(d->host->ctx, NULL, sizeof batch, 1);
#endif
#ifdef DEFECT_TOO_LARGE_A_BATCH
    return d->host->publish(d->host->ctx, &batch, GNSS_BATCH_LIMIT + 8, 1);
#endif
#ifdef DEFECT_DUPLICATES
    for (int i = 0; i < 1000; i++) d->host->publish(d->host->ctx, &batch, sizeof batch, 1);
#endif
#ifdef DEFECT_LOGS_EACH_MESSAGE
    d->host->log(d->host->ctx, GNSS_LOG_INFO, "a fix", 5);
#endif
#ifdef DEFECT_REPORTS_EACH_MESSAGE
    d->host->report_state(d->host->ctx, GNSS_STATE_RUNNING, "a fix", 5);
#endif
#ifdef DEFECT_PUBLISHES_ON_ANOTHER_THREAD
    pthread_t thread;
    struct handed handed = {d, &batch, sizeof batch};
    pthread_create(&thread, NULL, hand_over, &handed);
    return pthread_join(thread, NULL);
#endif
#ifdef DEFECT_MALFORMED_RECORDS
    batch.record.size += 8;
#endif
#ifdef DEFECT_RESERVED_KIND
    batch.record.kind = GNSS_KIND_GATEWAY;
#endif
#ifdef DEFECT_UNDECLARED_KIND
    batch.record.kind = GNSS_KIND_ATTITUDE;
#endif
#ifdef DEFECT_TIMES_GO_BACK
    static int64_t back;
    batch.record.monotonic_ns -= back++ % 2 * 1000000000;
#endif
#ifdef DEFECT_TIMES_OF_ITS_OWN
    batch.record.monotonic_ns = 1;
#endif
#ifdef DEFECT_UNKNOWN_FORMAT
    struct other {
        gnss_record_v1 record;
        gnss_sentence_v1 sentence;
        uint64_t number;
    } other = {.record = batch.record, .sentence = {.format = 77}};
    static uint64_t number;
    other.number = number++;
    other.sentence.bytes = (gnss_slice_v1){.offset = offsetof(struct other, number), .count = sizeof number};
    other.record.size = sizeof other;
    other.record.kind = GNSS_KIND_SENTENCE;
    d->host->publish(d->host->ctx, &other, sizeof other, 1);
#endif
#ifdef DEFECT_LEAKS_WHILE_RUNNING
    d->rest = memset(malloc(64), 1, 64);
#endif
    return d->host->publish(d->host->ctx, &batch, sizeof batch, 1);
}

static void take_line(driver *d) {
    double latitude, longitude;
    char end;
    d->line[d->used] = 0;
#ifdef DEFECT_CRASHES_ON_GARBAGE
    if (d->used && (d->line[0] & 0x80)) abort();
#endif
#ifdef DEFECT_INVENTS_POSITIONS
    publish_fix(d, 10, 10);
    return;
#endif
    if (never_publishes) return;
    if (sscanf(d->line, "FIX %lf %lf%c", &latitude, &longitude, &end) != 2) return;
    if (!(latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180)) return;
    publish_fix(d, latitude, longitude);
}

static void take(driver *d, const char *bytes, size_t count) {
#ifdef DEFECT_HOARDS
    static char *hoard;
    static size_t size;
    hoard = realloc(hoard, size + count);
    memcpy(hoard + size, bytes, count);
    size += count;
    if (memchr(bytes, '\n', count)) size = 0;
#endif
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n') {
            take_line(d);
            d->used = 0;
        } else if (d->used < sizeof d->line - 1) {
            d->line[d->used++] = bytes[i];
        }
    }
}

// Reports noise after a second of it. The kit's template waits for 5 s.
static void report_noise(driver *d) {
    gnss_instant_v1 now;
    d->host->now(d->host->ctx, &now);
    if (now.monotonic_ns - d->last_ns < 1000000000) return;
    d->last_ns = now.monotonic_ns;
#ifndef DEFECT_CONCEALS_NOISE
    static const char reason[] = "bytes arrive, but nothing valid";
    d->host->report_state(d->host->ctx, GNSS_STATE_DEGRADED, reason, sizeof reason - 1);
#endif
}

#ifdef DEFECT_LEAKS_THREAD
static void *linger(void *nothing) {
    for (;;) pause();
    return nothing;
}
#endif

__attribute__((unused)) static void on_signal(int number) { (void)number; }

static int32_t run(void *opaque, gnss_message_v1 *error) {
    driver *d = opaque;
#ifdef DEFECT_CRASHES_IN_RUN
    abort();
#endif
#ifdef DEFECT_EXITS_IN_RUN
    exit(0);
#endif
#ifdef DEFECT_ENDS_AT_ONCE
    return GNSS_RUN_FINISHED;
#endif
#ifdef DEFECT_LOGS_WHY_AND_IS_SILENT
    d->host->log(d->host->ctx, GNSS_LOG_ERROR, "the licence has expired", 23);
#endif
#ifdef DEFECT_IGNORES_SIGTERM
    signal(SIGTERM, SIG_IGN);
#endif
#ifdef DEFECT_HANDLES_SIGINT
    signal(SIGINT, on_signal);
#endif
#ifdef DEFECT_UNKNOWN_STATE
    d->host->report_state(d->host->ctx, 99, "listening", 9);
#endif
#ifdef DEFECT_SAYS_THAT_IT_ENDED
    d->host->report_state(d->host->ctx, GNSS_STATE_STOPPED, "ended", 5);
#endif
#ifdef DEFECT_LEAVES_A_CHILD
    if (fork() == 0) hang();
#endif
#ifdef DEFECT_LEAVES_A_GRANDCHILD
    if (fork() == 0) {
        setsid();
        if (fork() == 0) hang();
        _exit(0);
    }
#endif
#ifdef DEFECT_LEAVES_A_ZOMBIE
    if (fork() == 0) _exit(0);
#endif
    int count = atomic_fetch_add(&runs, 1);
    (void)count;
#ifdef DEFECT_FAILS_ON_RESTART
    // Its first device is kept open, and nobody else may have it.
    if (count >= 6) {
        say(error, d->device, "in use by this driver");
        return GNSS_RUN_LOST;
    }
#endif
    int device = open(d->device, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (device < 0) {
        say(error, d->device, strerror(errno));
        return GNSS_RUN_LOST;
    }
#ifdef DEFECT_LEAKS_THREAD
    pthread_t thread;
    pthread_create(&thread, NULL, linger, NULL);
#endif
#ifdef DEFECT_SAYS_NO_REASON
    d->host->report_state(d->host->ctx, GNSS_STATE_RUNNING, "", 0);
#else
    d->host->report_state(d->host->ctx, GNSS_STATE_RUNNING, "listening", 9);
#endif
    gnss_instant_v1 begin;
    d->host->now(d->host->ctx, &begin);
    d->last_ns = begin.monotonic_ns;
    int32_t end = GNSS_RUN_STOPPED;
    for (;;) {
        struct pollfd wanted[] = {{.fd = device, .events = POLLIN}, {.fd = d->stop, .events = POLLIN}};
#ifdef DEFECT_STOPS_ONLY_BETWEEN_MESSAGES
        if (poll(wanted, 1, -1) < 0) continue;
        if (poll(wanted + 1, 1, 0) > 0) break;
#else
#ifdef DEFECT_SPINS
        while (poll(wanted, 2, 0) == 0) {}
#elif defined DEFECT_SPINS_ONCE_HEARD
        while (poll(wanted, 2, d->is_heard ? 0 : -1) == 0) {}
#else
        if (poll(wanted, 2, -1) < 0) continue;
#endif
#endif
#ifndef DEFECT_IGNORES_STOP
        if (wanted[1].revents) break;
#endif
        char bytes[1024];
        ssize_t got = read(device, bytes, sizeof bytes);
        if (got > 0) {
            take(d, bytes, (size_t)got);
            report_noise(d);
        } else if (got == 0 || errno != EAGAIN) {
#ifdef DEFECT_HIDES_A_VANISHED_DEVICE
            usleep(10000);
            struct pollfd stop = {.fd = d->stop, .events = POLLIN};
            if (poll(&stop, 1, 0) > 0) break;
            continue;
#endif
#ifdef DEFECT_VANISHED_IS_THE_END
            end = GNSS_RUN_FINISHED;
#elif defined DEFECT_VANISHES_WITHOUT_A_WORD
            end = GNSS_RUN_LOST;
#else
            say(error, d->device, "gone (unplugged?)");
            end = GNSS_RUN_LOST;
#endif
            break;
        }
    }
#ifndef DEFECT_LEAKS_DESCRIPTORS
    close(device);
#endif
#ifdef DEFECT_FAILS_WHEN_STOPPED
    say(error, d->device, "interrupted");
    end = GNSS_RUN_LOST;
#endif
#ifdef DEFECT_ENDS_WITH_AN_UNKNOWN_CODE
    end = end == GNSS_RUN_STOPPED ? 42 : end;
#endif
    return end;
}

static void stop(void *opaque) {
#ifdef DEFECT_CRASHES_IN_STOP
    abort();
#endif
#ifdef DEFECT_HANGS_IN_STOP
    hang();
#endif
    uint64_t one = 1;
    if (write(((driver *)opaque)->stop, &one, sizeof one) < 0) return;
}

#ifdef DEFECT_DROPS_MORE_THAN_IT_GOT
static int32_t drop(void *opaque, const void *bytes, size_t byte_count, gnss_message_v1 *error) {
    (void)opaque;
    (void)bytes;
    (void)byte_count;
    (void)error;
    return INT32_MAX;
}
#endif

static void destroy(void *opaque) {
    driver *d = opaque;
#ifdef DEFECT_CRASHES_IN_DESTROY
    abort();
#endif
#ifdef DEFECT_HANGS_IN_DESTROY
    hang();
#endif
    close(d->stop);
    free(d);
}

static const gnss_plugin_v1 plugin = {
    .size = sizeof(gnss_plugin_v1),
    .contract_major = GNSS_CONTRACT_MAJOR,
    .contract_minor = GNSS_CONTRACT_MINOR,
#ifdef DEFECT_UNKNOWN_FORMAT
    .delivers = 1 << GNSS_KIND_FIX | 1 << GNSS_KIND_SENTENCE,
#else
    .delivers = 1 << GNSS_KIND_FIX,
#endif
    .kind = "broken",
    .version = "1.0.0",
    .summary = "A driver in plain C for the tests of the conformance suite",
#ifdef DEFECT_SAMPLE_OUTSIDE_ITS_SCHEMA
    .sample_configuration = "device: /dev/ttyUSB0\nrate: 5\n",
#else
    .sample_configuration = "device: /dev/ttyUSB0\nrate_hz: 5\n",
#endif
    .configuration_schema =
#ifdef DEFECT_FIELD
    "{\"type\": \"object\", \"required\": [\"device\"], \"additionalProperties\": false, \"properties\": {"
    "\"device\": {\"type\": \"string\", \"description\": \"The line.\"},"
    "\"rate_hz\": {\"type\": \"integer\", \"description\": \"Fixes a second.\"},"
    "\"field\": {\"type\": \"integer\", \"description\": \"The field that is broken.\"}}}",
#elif defined DEFECT_OUTSIDE_THE_SUBSET
    "{\"type\": \"object\", \"required\": [\"device\"], \"additionalProperties\": false, \"properties\": {"
    "\"device\": {\"type\": \"string\", \"pattern\": \"^/dev/\", \"description\": \"The line.\"}}}",
#elif defined DEFECT_OPEN_SCHEMA
    "{\"type\": \"object\", \"required\": [\"device\"], \"properties\": {"
    "\"device\": {\"type\": \"string\", \"description\": \"The line.\"},"
    "\"rate_hz\": {\"type\": \"integer\", \"minimum\": 1, \"maximum\": 20, \"description\": \"Fixes a second.\"}}}",
#elif defined DEFECT_UNDOCUMENTED_SETTING
    "{\"type\": \"object\", \"required\": [\"device\"], \"additionalProperties\": false, \"properties\": {"
    "\"device\": {\"type\": \"string\", \"description\": \"The line.\"},"
    "\"rate_hz\": {\"type\": \"integer\", \"minimum\": 1, \"maximum\": 20}}}",
#else
    "{\"type\": \"object\", \"required\": [\"device\"], \"additionalProperties\": false, \"properties\": {"
    "\"device\": {\"type\": \"string\", \"maxLength\": 200, \"description\": \"The line.\"},"
    "\"rate_hz\": {\"type\": \"integer\", \"minimum\": 1, \"maximum\": 20, \"description\": \"Fixes a second.\"}}}",
#endif
    .create = create,
    .run = run,
    .stop = stop,
    .destroy = destroy,
#ifdef DEFECT_DROPS_MORE_THAN_IT_GOT
    .capabilities = GNSS_CAN_WRITE,
    .write = drop,
#endif
};

const gnss_plugin_v1 *gnss_driver_plugin_v1(const gnss_host_info_v1 *host, gnss_message_v1 *refusal);

const gnss_plugin_v1 *gnss_driver_plugin_v1(const gnss_host_info_v1 *host, gnss_message_v1 *refusal) {
    (void)host;
    (void)refusal;
    return &plugin;
}
