// SPDX-License-Identifier: Apache-2.0
// Interrupts libmosquitto where it has no limit: a blocking connect(2), and a packet that is read to its end.
#define _GNU_SOURCE // timer_create(2), gettid(2)
#include "include/shim.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/// What the calling thread waits for. Only that thread and its signal handler use it.
static _Thread_local struct {
    timer_t timer;
    volatile sig_atomic_t exists;
    volatile sig_atomic_t socket;
    volatile uint64_t limit;
} watched;

/// Runs on the watched thread. The signal alone makes connect(2) return EINTR.
static void tick(int number) {
    (void)number;
    int saved = errno;
    if (watched.exists && watched.socket >= 0 && gnss_received_bytes(watched.socket) > watched.limit)
        shutdown(watched.socket, SHUT_RDWR);
    errno = saved;
}

int gnss_watch_create(void) {
    // SIGURG is ignored by default, so that one that another program sends does nothing. Without SA_RESTART, the system does
    // not continue the interrupted call.
    struct sigaction action = {.sa_handler = tick};
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGURG, &action, NULL) != 0) return errno;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGURG);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
    struct sigevent event;
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGURG;
    // Older headers have no other name for the field.
    event._sigev_un._tid = gettid();
    watched.socket = -1;
    if (timer_create(CLOCK_MONOTONIC, &event, &watched.timer) != 0) return errno;
    watched.exists = 1;
    return 0;
}

void gnss_watch_begin(int64_t interval, int socket, uint64_t limit) {
    if (!watched.exists) return;
    watched.limit = limit;
    watched.socket = socket;
    struct timespec time = {.tv_sec = interval / 1000000000, .tv_nsec = interval % 1000000000};
    struct itimerspec period = {.it_interval = time, .it_value = time};
    timer_settime(watched.timer, 0, &period, NULL);
}

void gnss_watch_end(void) {
    if (!watched.exists) return;
    struct itimerspec never;
    memset(&never, 0, sizeof never);
    timer_settime(watched.timer, 0, &never, NULL);
    watched.socket = -1;
}

void gnss_watch_destroy(void) {
    if (!watched.exists) return;
    gnss_watch_end();
    watched.exists = 0;
    timer_delete(watched.timer);
}
