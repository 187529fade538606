// SPDX-License-Identifier: Apache-2.0
//
// A receiver driver in plain C that publishes a few good fixes, 10° N 10° E, and then does what its configuration says:
// {"mode": "hang"}. For tests of drivers in processes of their own. Built with -DFLOW_CONTROLLED it is of the kind
// "misbehaving-replay", whose drivers state their own times and wait for answers.

#define _GNU_SOURCE

#include "gnss_driver.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct driver {
    const gnss_host_v1 *host;
    atomic_bool stopped;
    atomic_uint written;
    char mode[32];
} driver;

typedef struct batch {
    gnss_record_v1 record;
    gnss_fix_v1 fix;
} batch;

static void say(gnss_message_v1 *message, const char *text) {
    size_t length = strlen(text);
    if (length > sizeof message->text) length = sizeof message->text;
    memcpy(message->text, text, length);
    message->length = (uint32_t)length;
}

static void pause_ms(long ms) { nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL); }

static void *create(const gnss_plugin_v1 *self, const gnss_host_v1 *host, const char *configuration, size_t length,
                    gnss_message_v1 *error) {
    (void)self;
    driver *d = calloc(1, sizeof *d);
    if (!d) {
        say(error, "out of memory");
        return NULL;
    }
    d->host = host;
    // {"mode":"…"}, checked against the schema before.
    char text[256] = {0};
    memcpy(text, configuration, length < sizeof text ? length : sizeof text - 1);
    const char *value = strstr(text, "\"mode\":\"");
    if (value) sscanf(value + 8, "%31[a-z-]", d->mode);
    if (!strcmp(d->mode, "refused")) {
        say(error, "config.mode: refused, as asked");
        free(d);
        return NULL;
    }
    if (!strcmp(d->mode, "trap-in-create")) __builtin_trap();
    if (!strcmp(d->mode, "hang-in-create")) {
        for (;;) pause();
    }
    return d;
}

static batch fix_batch(driver *d) {
    batch b;
    memset(&b, 0, sizeof b);
    gnss_instant_v1 now;
    d->host->now(d->host->ctx, &now);
    b.record = (gnss_record_v1){.size = sizeof b, .kind = GNSS_KIND_FIX, .version = 1,
                                .monotonic_ns = now.monotonic_ns, .wall_ns = now.wall_ns};
    b.fix.present = GNSS_FIX_POSITION;
    b.fix.kind = 2;
    b.fix.quality = 1;
    b.fix.latitude_deg = 10;
    b.fix.longitude_deg = 10;
    // How many bytes were handed over for the receiver.
    b.fix.present |= GNSS_FIX_SATELLITES_USED;
    b.fix.satellites_used = (uint16_t)atomic_load(&d->written);
    return b;
}

static int32_t publish(driver *d, const void *bytes, size_t size, uint32_t count) {
    return d->host->publish(d->host->ctx, bytes, size, count);
}

static void publish_good(driver *d) {
    batch b = fix_batch(d);
    publish(d, &b, sizeof b, 1);
}

// Descriptors that are not the driver's: it writes garbage to each.
static void write_everywhere(void) {
    char garbage[4096];
    memset(garbage, 0xA5, sizeof garbage);
    for (int i = 3; i < 32; i++) {
        if (write(i, garbage, sizeof garbage) < 0) continue;
    }
}

static void flood(driver *d) {
    enum { count = 1000 };
    static batch many[count];
    for (int i = 0; i < count; i++) many[i] = fix_batch(d);
    while (!atomic_load(&d->stopped)) publish(d, many, sizeof many, count);
}

static void leak(void) {
    for (;;) {
        char *memory = malloc(1 << 20);
        memset(memory, 1, 1 << 20);
        pause_ms(1);
    }
}

// Each of these processes is within the limit, all of them are not.
static void leak_in_children(void) {
    for (int i = 0; i < 16; i++) {
        if (fork() == 0) {
            // In pieces, because the limit of each process also counts its threads' stacks.
            for (int piece = 0; piece < 12; piece++) {
                char *memory = malloc(4 << 20);
                if (memory) memset(memory, 1, 4 << 20);
            }
            // Not forever, should the test be broken off.
            for (alarm(60);;) pause();
        }
    }
    for (;;) pause();
}

static void publish_sizes(driver *d) {
    static unsigned char noise[1 << 16];
    for (size_t i = 0; i < sizeof noise; i++) noise[i] = (unsigned char)(i * 2654435761u >> 7);
    for (uint32_t turn = 0; !atomic_load(&d->stopped); turn++) {
        batch b = fix_batch(d);
        b.record.size = turn * 7919;
        publish(d, &b, sizeof b, 1);
        b.record.size = sizeof b;
        publish(d, &b, sizeof b, turn);
        publish(d, noise, sizeof noise - turn % 64, 3);
        publish(d, noise, (size_t)-1, 1);
        publish(d, NULL, 100, 1);
        b.fix.latitude_deg = 1000;
        publish(d, &b, sizeof b, 1);
        pause_ms(10);
    }
}

static void publish_kinds(driver *d) {
    for (uint16_t kind = 2; !atomic_load(&d->stopped); kind = kind < 300 ? kind + 1 : 2) {
        batch b = fix_batch(d);
        b.record.kind = kind;
        publish(d, &b, sizeof b, 1);
        pause_ms(1);
    }
}

static void publish_times(driver *d) {
    static const int64_t times[] = {0, INT64_MAX, INT64_MIN, -1, 4000000000000000000};
    for (int turn = 0; !atomic_load(&d->stopped); turn++) {
        batch b = fix_batch(d);
        b.record.monotonic_ns = times[turn % 5];
        b.record.wall_ns = times[turn / 5 % 5];
        publish(d, &b, sizeof b, 1);
        pause_ms(5);
    }
}

// Every time at the ends of what there is, of what 64 bits hold, and just beside: of arrival, and of the solution.
static void publish_extremes(driver *d) {
    static const int64_t times[] = {0, 1, -1, GNSS_INSTANT_LIMIT, GNSS_INSTANT_LIMIT + 1, INT64_MAX, INT64_MIN,
                                    INT64_MIN / 2, INT64_MAX / 2 + 1, 1700000000000000000, 1700000001000000000};
    enum { count = sizeof times / sizeof times[0] };
    for (uint32_t turn = 0; !atomic_load(&d->stopped); turn++) {
        uint32_t noise = turn * 2654435761u >> 8;
        struct {
            gnss_record_v1 record;
            gnss_satellites_v1 sky;
            batch fix;
        } b;
        memset(&b, 0, sizeof b);
        b.fix = fix_batch(d);
        b.fix.record.monotonic_ns = times[noise % count];
        b.fix.record.wall_ns = times[noise / count % count];
        b.fix.fix.utc_ns = times[noise / count / count % count];
        if (turn % 3) b.fix.fix.present |= GNSS_FIX_UTC;
        b.record = (gnss_record_v1){.size = sizeof b.record + sizeof b.sky, .kind = GNSS_KIND_SATELLITES, .version = 1,
                                    .monotonic_ns = times[noise / 7 % count], .wall_ns = times[noise / 3 % count]};
        // Else one bad time of two would have nearly every batch refused.
        if (turn % 2) b.record.monotonic_ns = turn % 4 == 1 ? 0 : GNSS_INSTANT_LIMIT;
        if (turn % 2) b.record.wall_ns = turn % 8 < 4 ? 0 : GNSS_INSTANT_LIMIT;
        publish(d, &b, sizeof b, 2);
        pause_ms(2);
    }
}

static void log_endlessly(driver *d) {
    static const char words[] = "nothing to say \033[31m and much of it";
    while (!atomic_load(&d->stopped)) d->host->log(d->host->ctx, GNSS_LOG_WARNING, words, sizeof words - 1);
}

static void report_endlessly(driver *d) {
    for (int i = 0; !atomic_load(&d->stopped); i++) {
        d->host->report_state(d->host->ctx, i % 2 ? GNSS_STATE_RUNNING : GNSS_STATE_DEGRADED, "so", 2);
    }
}

static void print_endlessly(driver *d) {
    while (!atomic_load(&d->stopped)) {
        printf("a line of a driver that takes standard output for its own\n");
        fflush(stdout);
        if (write(STDIN_FILENO, "x", 1) < 0) pause_ms(1);
    }
}

// Where the reports of this process go: the first pipe that can be written to.
static int report_pipe(void) {
    for (int i = 3; i < 64; i++) {
        struct stat status;
        if (fstat(i, &status) == 0 && S_ISFIFO(status.st_mode) && (fcntl(i, F_GETFL) & O_ACCMODE) == O_WRONLY) return i;
    }
    return -1;
}

static void write_all(int descriptor, const void *bytes, size_t size) {
    for (const char *next = bytes; size > 0;) {
        ssize_t count = write(descriptor, next, size);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return;
        next += count;
        size -= (size_t)count;
    }
}

// Frames of four bytes that the process itself would send now and then, of a kind and with a number, without end.
static void send_frames(driver *d, uint16_t kind, uint32_t number) {
    struct __attribute__((packed)) {
        uint32_t length;
        uint16_t kind, zero;
        uint32_t number;
    } frames[4096];
    for (int i = 0; i < 4096; i++) {
        frames[i].length = 4;
        frames[i].kind = kind;
        frames[i].zero = 0;
        frames[i].number = number;
    }
    int pipe = report_pipe();
    while (!atomic_load(&d->stopped)) write_all(pipe, frames, sizeof frames);
}

// Publishes without end and lets the answers stand in the pipe: nothing more is ever read there.
static void read_no_answers(driver *d) {
    int kept = dup(3), ends[2];
    if (kept < 0 || pipe(ends) != 0 || dup2(ends[0], 3) < 0) abort();
    send_frames(d, 5, 0);
}

// Without one end of a line.
static void complain_without_end(driver *d) {
    static char words[1 << 16];
    memset(words, 'x', sizeof words);
    while (!atomic_load(&d->stopped)) write_all(STDERR_FILENO, words, sizeof words);
}

static void publish_nothing(driver *d) {
    while (!atomic_load(&d->stopped)) publish(d, NULL, 0, 0);
}

static void publish_refused(driver *d) {
    batch b = fix_batch(d);
    b.fix.latitude_deg = 1000;
    while (!atomic_load(&d->stopped)) publish(d, &b, sizeof b, 1);
}

// One latitude that cannot be, alone.
static void publish_one_refused(driver *d) {
    batch b = fix_batch(d);
    b.fix.latitude_deg = 91;
    publish(d, &b, sizeof b, 1);
}

// Good records and refused ones in turn.
static void publish_refused_often(driver *d) {
    while (!atomic_load(&d->stopped)) {
        publish_good(d);
        publish_one_refused(d);
        pause_ms(200);
    }
}

// Of a kind that may come from drivers one day.
static void publish_unknown(driver *d) {
    batch b = fix_batch(d);
    b.record.kind = 200;
    while (!atomic_load(&d->stopped)) publish(d, &b, sizeof b, 1);
}

// Leaves behind a process that no signal to the group reaches, and that writes without end.
static void leave_writer(driver *d) {
    if (fork() == 0) {
        setsid();
        // Not forever, should the test be broken off.
        for (alarm(30);;) {
            if (write(STDERR_FILENO, "left behind\n", 12) < 0) _exit(0);
        }
    }
    (void)d;
    pause_ms(100);
    abort();
}

static void complain_endlessly(driver *d) {
    while (!atomic_load(&d->stopped)) fprintf(stderr, "a line on standard error\n");
}

// Leaves behind processes that hold every descriptor open, and dies.
static void fork_and_die(void) {
    for (int i = 0; i < 3; i++) {
        if (fork() == 0) {
            signal(SIGTERM, SIG_IGN);
            for (;;) pause();
        }
    }
    abort();
}

/* A process that neither a group nor a pipe holds. */
static void leave_behind(void) {
    pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() == 0) {
            for (int i = 0; i < 256; i++) close(i);
            for (;;) pause();
        }
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static void misbehave(driver *d) {
    const char *mode = d->mode;
    if (!strcmp(mode, "trap")) __builtin_trap();
    if (!strcmp(mode, "abort")) abort();
    if (!strcmp(mode, "segfault")) raise(SIGSEGV);
    if (!strcmp(mode, "exit")) exit(3);
    if (!strcmp(mode, "leaves")) leave_behind();
    if (!strcmp(mode, "leaves-and-aborts")) {
        leave_behind();
        abort();
    }
    if (!strcmp(mode, "last-words")) {
        fprintf(stderr, "the \033[1mlast\033[0m words\n");
        abort();
    }
    if (!strcmp(mode, "hang")) {
        signal(SIGTERM, SIG_IGN);
        for (;;) pause();
    }
    if (!strcmp(mode, "spin")) {
        for (volatile unsigned i = 0;; i++) {}
    }
    if (!strcmp(mode, "flood")) flood(d);
    if (!strcmp(mode, "leak")) leak();
    if (!strcmp(mode, "leak-in-children")) leak_in_children();
    if (!strcmp(mode, "sizes")) publish_sizes(d);
    if (!strcmp(mode, "kinds")) publish_kinds(d);
    if (!strcmp(mode, "times")) publish_times(d);
    if (!strcmp(mode, "extremes")) publish_extremes(d);
    if (!strcmp(mode, "gave-up")) send_frames(d, 10, 1);
    if (!strcmp(mode, "unread")) read_no_answers(d);
    if (!strcmp(mode, "nothing")) publish_nothing(d);
    if (!strcmp(mode, "refused-batches")) publish_refused(d);
    if (!strcmp(mode, "refused-once")) publish_one_refused(d);
    if (!strcmp(mode, "refused-often")) publish_refused_often(d);
    if (!strcmp(mode, "unknown")) publish_unknown(d);
    if (!strcmp(mode, "endless-line")) complain_without_end(d);
    if (!strcmp(mode, "left-behind")) leave_writer(d);
    if (!strcmp(mode, "log")) log_endlessly(d);
    if (!strcmp(mode, "states")) report_endlessly(d);
    if (!strcmp(mode, "stdout")) print_endlessly(d);
    if (!strcmp(mode, "stderr")) complain_endlessly(d);
    if (!strcmp(mode, "forks")) fork_and_die();
    if (!strcmp(mode, "close")) {
        for (int i = 0; i < 256; i++) close(i);
        for (;;) pause();
    }
    if (!strcmp(mode, "close-and-complain")) {
        for (int i = 0; i < 256; i++) {
            if (i != STDERR_FILENO) close(i);
        }
        while (write(STDERR_FILENO, "still here\n", 11) > 0) pause_ms(200);
    }
    if (!strcmp(mode, "scribble")) {
        while (!atomic_load(&d->stopped)) write_everywhere();
    }
}

static int32_t run(void *opaque, gnss_message_v1 *error) {
    driver *d = opaque;
    static const char reason[] = "misbehaving soon";
    if (!strcmp(d->mode, "crash-at-once")) abort();
    d->host->report_state(d->host->ctx, GNSS_STATE_RUNNING, reason, sizeof reason - 1);
    for (int i = 0; i < 5; i++) {
        publish_good(d);
        pause_ms(20);
    }
    misbehave(d);
    if (!strcmp(d->mode, "lost")) {
        say(error, "the receiver was taken away");
        return GNSS_RUN_LOST;
    }
    if (!strcmp(d->mode, "ends-stopped")) return GNSS_RUN_STOPPED;
    if (!strcmp(d->mode, "ends-finished")) return GNSS_RUN_FINISHED;
    if (!strcmp(d->mode, "ends-unknown")) return 42;
    while (!atomic_load(&d->stopped)) {
        publish_good(d);
        pause_ms(100);
    }
    return GNSS_RUN_STOPPED;
}

static void stop(void *opaque) { atomic_store(&((driver *)opaque)->stopped, 1); }

static void destroy(void *opaque) { free(opaque); }

static int32_t probe(const gnss_plugin_v1 *self, const char *device, size_t length, int64_t deadline_ns,
                     gnss_message_v1 *finding) {
    (void)self;
    (void)deadline_ns;
    if (length == 4 && !memcmp(device, "hang", 4)) {
        for (;;) pause();
    }
    if (length == 4 && !memcmp(device, "trap", 4)) __builtin_trap();
    if (length == 4 && !memcmp(device, "none", 4)) {
        say(finding, "none: no such device");
        return -1;
    }
    say(finding, "misbehaves at 9600 baud");
    return 70;
}

static int32_t write_corrections(void *opaque, const void *bytes, size_t byte_count, gnss_message_v1 *error) {
    driver *d = opaque;
    if (!strcmp(d->mode, "hang-in-write")) {
        for (;;) pause();
    }
    if (!strcmp(d->mode, "deaf")) {
        say(error, "the receiver is deaf");
        return -1;
    }
    if (byte_count > 0 && *(const unsigned char *)bytes != 0xD3) abort();
    atomic_fetch_add(&d->written, (unsigned)byte_count);
    return !strcmp(d->mode, "slow") ? 1 : 0;
}

#ifdef FLOW_CONTROLLED
#define KIND "misbehaving-replay"
#define CAPABILITIES (GNSS_CAN_PROBE | GNSS_CAN_WRITE | GNSS_CAN_BE_FLOW_CONTROLLED)
#else
#define KIND "misbehaving"
#define CAPABILITIES (GNSS_CAN_PROBE | GNSS_CAN_WRITE)
#endif

static const gnss_plugin_v1 plugin = {
    .size = sizeof(gnss_plugin_v1),
    .contract_major = GNSS_CONTRACT_MAJOR,
    .contract_minor = GNSS_CONTRACT_MINOR,
    .capabilities = CAPABILITIES,
    .delivers = 1 << GNSS_KIND_FIX | 1 << GNSS_KIND_SATELLITES,
    .kind = KIND,
    .version = "1.0.0",
    .summary = "A driver in plain C that misbehaves",
    .sample_configuration = "mode: good\n",
    .configuration_schema = "{\"type\": \"object\", \"properties\": {\"mode\": {\"type\": \"string\", \"default\": "
                            "\"good\", \"description\": \"What it does.\"}}, \"additionalProperties\": false}",
    .create = create,
    .run = run,
    .stop = stop,
    .destroy = destroy,
    .probe = probe,
    .write = write_corrections,
};

const gnss_plugin_v1 *gnss_driver_plugin_v1(const gnss_host_info_v1 *host, gnss_message_v1 *refusal);

const gnss_plugin_v1 *gnss_driver_plugin_v1(const gnss_host_info_v1 *host, gnss_message_v1 *refusal) {
    (void)host;
    (void)refusal;
#ifdef DEFECT_TRAP_AT_LOAD
    __builtin_trap();
#endif
#ifdef DEFECT_HANG_AT_LOAD
    for (;;) pause();
#endif
    return &plugin;
}
