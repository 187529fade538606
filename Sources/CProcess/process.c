// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

// These numbers are the same on every architecture of Linux; older headers do not define them.
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

int gnss_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int gnss_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0u); }

int gnss_open_path(const char *path) { return open(path, O_PATH | O_CLOEXEC); }

void gnss_return_memory(void) { malloc_trim(0); }

int gnss_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

void gnss_bind_to_parent(void) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    gnss_adopt_orphans();
    // The process was started as /proc/self/exe, so the kernel calls it "exe".
    int file = open("/proc/self/comm", O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    static const char name[] = "gnss-gateway";
    ssize_t written = write(file, name, sizeof name - 1);
    (void)written;
    close(file);
}

int gnss_close_from(unsigned first) { return (int)syscall(SYS_close_range, first, ~0u, 0u); }

int gnss_limit_memory(unsigned long long bytes) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    struct rlimit limit = {(rlim_t)bytes, (rlim_t)bytes};
    return setrlimit(RLIMIT_DATA, &limit);
}

ssize_t gnss_write(int descriptor, const void *bytes, size_t count) {
    sigset_t pipe, before, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    // A signal that was pending before must stay pending.
    sigpending(&pending);
    int was_pending = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    ssize_t written = write(descriptor, bytes, count);
    int error = errno;
    if (written < 0 && error == EPIPE && !was_pending) {
        struct timespec now = {0, 0};
        while (sigtimedwait(&pipe, NULL, &now) < 0 && errno == EINTR) {}
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return written;
}

int gnss_clock_discipline(long long *maximum_error_us, int *tai_offset_s) {
    struct timex clock = {0};
    int state = adjtimex(&clock);
    if (state < 0) return -1;
    *maximum_error_us = clock.maxerror;
    *tai_offset_s = clock.tai;
    return state != TIME_ERROR && (clock.status & STA_UNSYNC) == 0;
}

int gnss_exchange(const char *path, const char *other) {
    return renameat2(AT_FDCWD, path, AT_FDCWD, other, RENAME_EXCHANGE);
}
