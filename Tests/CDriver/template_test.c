// SPDX-License-Identifier: Apache-2.0
//
// The driver of the template in C on a pseudo-terminal, with a host that refuses its first record. The
// receiver begins with noise.

#define _GNU_SOURCE
#include "driver.c"

#include <pthread.h>
#include <signal.h>
#include <sys/time.h>

#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                            \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

static int published, warnings, noisy, running;
static int64_t time_ns;
static void *created;
static int terminal;

static int32_t publish(void *ctx, const void *bytes, size_t byte_count, uint32_t record_count) {
    (void)ctx, (void)bytes, (void)byte_count, (void)record_count;
    if (++published == 3) plugin.stop(created);
    return published == 1 ? GNSS_PUBLISH_MALFORMED : GNSS_PUBLISH_OK;
}

static void log_it(void *ctx, int32_t level, const char *text, size_t length) {
    (void)ctx, (void)text, (void)length;
    warnings += level == GNSS_LOG_WARNING;
}

static void report(void *ctx, int32_t state, const char *reason, size_t length) {
    (void)ctx;
    noisy += state == GNSS_STATE_DEGRADED && memmem(reason, length, "nothing valid at 9600 baud", 26);
    running += noisy && state == GNSS_STATE_RUNNING;
}

static void now(void *ctx, gnss_instant_v1 *instant) {
    (void)ctx;
    // Each read seems to take 3 s, so that the test need not wait for the driver's patience.
    time_ns += 3000000000;
    *instant = (gnss_instant_v1){.monotonic_ns = time_ns};
}

/// Sends noise until the driver reports it, and then lines until enough have arrived.
static void *feed(void *opaque) {
    (void)opaque;
    const char line[] = "POS 1767225600 48.137154 11.576124 519.0 9\n";
    const char noise[] = "\x80\xFFPOS\xFF\n";
    for (int i = 0; i < 600 && !noisy; i++) {
        REQUIRE(write(terminal, noise, sizeof noise - 1) == sizeof noise - 1);
        usleep(100000);  // The pace of a receiver at a wrong rate; the driver reports noise that lasts for 5 s.
    }
    for (int i = 0; i < 600 && published < 3; i++) {
        REQUIRE(write(terminal, line, sizeof line - 1) == sizeof line - 1);
        usleep(100000);  // The pace of a receiver; the driver may still be opening the port.
    }
    return NULL;
}

static void on_alarm(int number) { (void)number; }

/// A signal does not end a wait for bytes early.
static void wait_despite_signals(int line) {
    struct sigaction action = {.sa_handler = on_alarm};
    const struct itimerval often = {.it_interval = {.tv_usec = 20000}, .it_value = {.tv_usec = 20000}};
    const struct itimerval never = {{0}, {0}};
    REQUIRE(!sigaction(SIGALRM, &action, NULL) && !setitimer(ITIMER_REAL, &often, NULL));
    char byte;
    int stop = gnss_stop_make();
    int64_t begin = gnss_line_now_ms();
    REQUIRE(stop >= 0 && gnss_line_read(line, stop, &byte, 1, 300) == GNSS_LINE_SILENT);
    REQUIRE(gnss_line_now_ms() - begin >= 300);
    REQUIRE(!setitimer(ITIMER_REAL, &never, NULL));
    close(stop);
}

int main(void) {
    static const gnss_host_v1 host = {
        .size = sizeof host, .publish = publish, .log = log_it, .report_state = report, .now = now};
    terminal = posix_openpt(O_RDWR | O_NOCTTY);
    REQUIRE(terminal >= 0 && !grantpt(terminal) && !unlockpt(terminal));
    const char *path = ptsname(terminal);
    char configuration[200];
    int length = snprintf(configuration, sizeof configuration, "{\"device\":\"%s\",\"baud\":9600}", path);
    gnss_message_v1 error = {.size = sizeof error};
    // A gateway of another contract gets the reason.
    const gnss_host_info_v1 other_gateway = {.size = sizeof other_gateway, .contract_major = GNSS_CONTRACT_MAJOR + 1};
    REQUIRE(!gnss_driver_plugin_v1(&other_gateway, &error));
    REQUIRE(strstr(error.text, "but this gateway uses 2: rebuild it"));
    created = plugin.create(&plugin, &host, configuration, (size_t)length, &error);
    REQUIRE(created);

    // A program that has claimed the port keeps the driver out, and the port remains claimed by that program.
    int other = open(path, O_RDWR | O_NOCTTY);
    REQUIRE(other >= 0 && !flock(other, LOCK_EX | LOCK_NB) && !ioctl(other, TIOCEXCL));
    for (int i = 0; i < 2; i++) {
        REQUIRE(plugin.run(created, &error) == GNSS_RUN_LOST && strstr(error.text, "is in use by another program"));
    }
    int is_exclusive = 0;
    REQUIRE(!ioctl(other, TIOCGEXCL, &is_exclusive) && is_exclusive);
    gnss_line_close(other);

    // The driver's own claim ends with it.
    int line = gnss_line_open(path, 9600, &error);
    REQUIRE(line >= 0 && !ioctl(line, TIOCGEXCL, &is_exclusive) && is_exclusive);
    REQUIRE(gnss_line_open(path, 9600, &error) == GNSS_RUN_LOST);
    wait_despite_signals(line);
    gnss_line_close(line);

    // Modes that another program has set are cleared, not only those that cfmakeraw clears.
    struct termios modes;
    const tcflag_t input = IXON | IXOFF | IXANY | IUCLC | INPCK | IGNPAR;
    const tcflag_t control = PARODD | CMSPAR | CSTOPB | CRTSCTS;
    int before = open(path, O_RDWR | O_NOCTTY);
    REQUIRE(before >= 0 && !tcgetattr(before, &modes));
    modes.c_iflag |= input;
    modes.c_cflag |= control;
    REQUIRE(!tcsetattr(before, TCSANOW, &modes));
    REQUIRE(!tcgetattr(before, &modes) && (modes.c_iflag & input) == input && modes.c_cflag & PARODD);
    close(before);
    line = gnss_line_open(path, 9600, &error);
    REQUIRE(line >= 0 && !tcgetattr(line, &modes));
    REQUIRE(!(modes.c_iflag & input) && !(modes.c_cflag & control));
    gnss_line_close(line);

    // Noise is reported, and a refused record does not end the driver.
    pthread_t feeder;
    REQUIRE(!pthread_create(&feeder, NULL, feed, NULL));
    REQUIRE(plugin.run(created, &error) == GNSS_RUN_STOPPED);
    REQUIRE(!pthread_join(feeder, NULL));
    REQUIRE(published == 3 && warnings == 1);
    REQUIRE(noisy > 0 && running == 1);
    plugin.destroy(created);
    puts("noise is reported, a refused record is skipped, and the port is claimed");
    return 0;
}
