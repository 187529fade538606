// SPDX-License-Identifier: Apache-2.0
#ifndef GNSS_PROCESS_H
#define GNSS_PROCESS_H

// What Swift cannot call of Linux: functions with variable arguments, and those that glibc hides.

#include <sys/types.h>

/// A pipe whose ends no program started later inherits. 0, or -1 with `errno`.
int gnss_pipe(int ends[2]);

/// A descriptor that is readable once the process has ended (Linux 5.3), or -1 with `errno`.
int gnss_pidfd_open(pid_t pid);

/// Gives memory that was freed back to the system, which the allocator would keep.
void gnss_return_memory(void);

/// The calling process becomes the parent of each process below it whose own parent ends. 0, or -1 with `errno`.
int gnss_adopt_orphans(void);

/// The calling process is killed when the thread that started it ends, may not gain rights through what it runs, and
/// becomes the parent of what it started and left alone.
void gnss_bind_to_parent(void);

/// Closes all descriptors from `first` on (Linux 5.9). 0, or -1 with `errno`.
int gnss_close_from(unsigned first);

/// The greatest amount of private writable memory of the calling process in bytes, and no core files. 0, or -1 with
/// `errno`.
int gnss_limit_memory(unsigned long long bytes);

/// Writes to a pipe. Where nobody reads it any more, that is an error (`EPIPE`) and never a signal, whatever the program
/// does with `SIGPIPE`.
ssize_t gnss_write(int descriptor, const void *bytes, size_t count);

/// What the kernel says of the system's clock (adjtimex(2), which only reads here). 1: it is synchronised, 0: it is not,
/// -1 with `errno`: the kernel does not answer.
///
/// - maximum_error_us: the bound of its error that the kernel knows, in microseconds.
/// - tai_offset_s: TAI less UTC in seconds; 0: not known.
int gnss_clock_discipline(long long *maximum_error_us, int *tai_offset_s);

#endif
