// SPDX-License-Identifier: Apache-2.0
//
// A TCP connection for a driver in C. `getaddrinfo` cannot be interrupted, and takes half a minute if the name server
// is unreachable, but `stop` must take effect within 2 s. It therefore runs on its own thread, which is abandoned
// when its result is no longer needed. Everything is static; link with -pthread.

#ifndef GNSS_DRIVER_TCP_H
#define GNSS_DRIVER_TCP_H

#include "gnss_driver_kit.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sys/socket.h>
#include <time.h>

/// A name lookup, shared by both threads and freed by the last one to release it.
typedef struct gnss_tcp_lookup {
    pthread_mutex_t lock;
    int holders;
    /// Readable when the result is available; owned.
    int done;
    int code;
    struct addrinfo *found;
    char service[8];
    char host[];
} gnss_tcp_lookup;

GNSS_KIT_UNUSED static void gnss_tcp_lookup_release(gnss_tcp_lookup *lookup) {
    pthread_mutex_lock(&lookup->lock);
    int left = --lookup->holders;
    pthread_mutex_unlock(&lookup->lock);
    if (left) return;
    if (lookup->found) freeaddrinfo(lookup->found);
    pthread_mutex_destroy(&lookup->lock);
    close(lookup->done);
    free(lookup);
}

GNSS_KIT_UNUSED static void *gnss_tcp_lookup_run(void *opaque) {
    gnss_tcp_lookup *lookup = opaque;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    int code = getaddrinfo(lookup->host, lookup->service, &hints, &found);
    pthread_mutex_lock(&lookup->lock);
    lookup->code = code;
    lookup->found = code ? NULL : found;
    pthread_mutex_unlock(&lookup->lock);
    gnss_stop_signal(lookup->done);
    gnss_tcp_lookup_release(lookup);
    return NULL;
}

/// Starts a name lookup; NULL if there is no memory, descriptor or thread left.
GNSS_KIT_UNUSED static gnss_tcp_lookup *gnss_tcp_lookup_begin(const char *host, unsigned port) {
    gnss_tcp_lookup *lookup = calloc(1, sizeof *lookup + strlen(host) + 1);
    if (!lookup) return NULL;
    strcpy(lookup->host, host);
    snprintf(lookup->service, sizeof lookup->service, "%u", port);
    pthread_mutex_init(&lookup->lock, NULL);
    lookup->holders = 2;
    lookup->done = gnss_stop_make();
    pthread_t thread;
    pthread_attr_t attributes;
    int code = -1;
    if (lookup->done >= 0 && pthread_attr_init(&attributes) == 0) {
        pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
        code = pthread_create(&thread, &attributes, gnss_tcp_lookup_run, lookup);
        pthread_attr_destroy(&attributes);
    }
    if (code == 0) return lookup;
    if (lookup->done >= 0) close(lookup->done);
    pthread_mutex_destroy(&lookup->lock);
    free(lookup);
    return NULL;
}

GNSS_KIT_UNUSED static int64_t gnss_tcp_now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// Results of `gnss_tcp_wait`.
enum { GNSS_TCP_READY = 1, GNSS_TCP_LATE = 0, GNSS_TCP_STOPPED = -1 };

/// Waits until a descriptor is ready, the stop is signalled, or the deadline has passed.
GNSS_KIT_UNUSED static int gnss_tcp_wait(int descriptor, short events, int stop, int64_t deadline_ms) {
    for (;;) {
        int64_t left = deadline_ms - gnss_tcp_now_ms();
        struct pollfd wanted[] = {{.fd = descriptor, .events = events}, {.fd = stop, .events = POLLIN}};
        int answer = poll(wanted, 2, left < 0 ? 0 : left > 60000 ? 60000 : (int)left);
        if (answer > 0 && wanted[1].revents) return GNSS_TCP_STOPPED;
        if (answer > 0) return GNSS_TCP_READY;
        if (gnss_tcp_now_ms() >= deadline_ms) return GNSS_TCP_LATE;
        if (answer < 0 && errno != EINTR) return GNSS_TCP_LATE;
    }
}

/// The result of `gnss_tcp_open` if the driver was stopped.
enum { GNSS_TCP_WAS_STOPPED = -100000 };

/// Connects to one address. Returns a descriptor, `GNSS_TCP_WAS_STOPPED`, or the negative `errno`.
GNSS_KIT_UNUSED static int gnss_tcp_try(const struct addrinfo *address, int stop, int64_t deadline_ms) {
    int line = socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (line < 0) return -errno;
    int code = connect(line, address->ai_addr, address->ai_addrlen) == 0 ? 0 : errno;
    if (code == EINPROGRESS || code == EINTR) {
        int answer = gnss_tcp_wait(line, POLLOUT, stop, deadline_ms);
        socklen_t size = sizeof code;
        if (answer == GNSS_TCP_STOPPED) code = -GNSS_TCP_WAS_STOPPED;
        else if (answer == GNSS_TCP_LATE) code = ETIMEDOUT;
        else if (getsockopt(line, SOL_SOCKET, SO_ERROR, &code, &size) < 0) code = errno;
    }
    if (code == 0) {
        // A peer that has lost power sends nothing more; keepalive detects this after about a minute.
        int on = 1, idle = 30, interval = 10, count = 3;
        setsockopt(line, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
        setsockopt(line, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
        setsockopt(line, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
        setsockopt(line, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
        return line;
    }
    close(line);
    return -code;
}

/// Connects to a receiver, trying each address of its name until one answers. Ends early if the stop is signalled,
/// even during the name lookup. Read from the connection with `gnss_line_read`.
///
/// - stop: The descriptor from `gnss_stop_make`.
/// - milliseconds: The time limit for everything.
///
/// Returns a non-blocking descriptor; or `GNSS_RUN_LOST` with a message in `error`, as the result for `run`; or
/// `GNSS_TCP_WAS_STOPPED`, in which case `run` must return `GNSS_RUN_STOPPED`.
GNSS_KIT_UNUSED static int gnss_tcp_open(const char *host, unsigned port, int stop, int milliseconds,
                                         gnss_message_v1 *error) {
    int64_t deadline_ms = gnss_tcp_now_ms() + milliseconds;
    gnss_tcp_lookup *lookup = gnss_tcp_lookup_begin(host, port);
    if (!lookup) {
        gnss_say(error, "%s:%u: cannot look up the name: no thread or descriptor is available", host, port);
        return GNSS_RUN_LOST;
    }
    int answer = gnss_tcp_wait(lookup->done, POLLIN, stop, deadline_ms);
    // The lock makes the other thread's writes visible.
    pthread_mutex_lock(&lookup->lock);
    int code = lookup->code;
    const struct addrinfo *found = answer == GNSS_TCP_READY ? lookup->found : NULL;
    pthread_mutex_unlock(&lookup->lock);
    int line = answer == GNSS_TCP_STOPPED ? GNSS_TCP_WAS_STOPPED : -ETIMEDOUT;
    if (answer == GNSS_TCP_LATE) {
        gnss_say(error, "%s: looking up the name took too long: check the network and its name server", host);
    } else if (answer == GNSS_TCP_READY && code) {
        gnss_say(error, "%s: %s: correct the name, or check the network", host, gai_strerror(code));
    } else if (answer == GNSS_TCP_READY) {
        for (const struct addrinfo *address = found; address; address = address->ai_next) {
            line = gnss_tcp_try(address, stop, deadline_ms);
            if (line >= 0 || line == GNSS_TCP_WAS_STOPPED) break;
        }
        if (line < 0 && line != GNSS_TCP_WAS_STOPPED) {
            gnss_say(error, "%s:%u: %s: check that the receiver is on and the port is right", host, port,
                     strerror(-line));
        }
    }
    gnss_tcp_lookup_release(lookup);
    return line >= 0 || line == GNSS_TCP_WAS_STOPPED ? line : GNSS_RUN_LOST;
}

#endif
