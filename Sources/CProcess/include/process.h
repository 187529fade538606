// SPDX-License-Identifier: Apache-2.0
#ifndef GNSS_PROCESS_H
#define GNSS_PROCESS_H

// Linux functions that Swift cannot call: those with variable arguments, and those that glibc hides.

#include <sys/types.h>

/// Creates a pipe whose ends are not inherited by programs that are started later. Returns 0, or -1 with `errno`.
int gnss_pipe(int ends[2]);

/// Returns a descriptor that becomes readable when the process has ended (Linux 5.3), or -1 with `errno`.
int gnss_pidfd_open(pid_t pid);

/// Opens a path without opening the file or device that it names. Returns a descriptor for readlink(2) in
/// `/proc/self/fd`, or -1 with `errno`.
int gnss_open_path(const char *path);

/// Returns freed memory, which the allocator would keep, to the system.
void gnss_return_memory(void);

/// Makes the calling process the parent of each of its descendants whose own parent ends. Returns 0, or -1 with
/// `errno`.
int gnss_adopt_orphans(void);

/// Binds the calling process to its parent: it is killed when the thread that started it ends, cannot gain privileges
/// by executing a program, becomes the parent of descendants whose own parent ends, and gets the program's name.
void gnss_bind_to_parent(void);

/// Closes all descriptors from `first` on (Linux 5.9). Returns 0, or -1 with `errno`.
int gnss_close_from(unsigned first);

/// Limits the private writable memory of the calling process, in bytes, and disables core files. Returns 0, or -1 with
/// `errno`.
int gnss_limit_memory(unsigned long long bytes);

/// Writes to a pipe. A pipe without a reader causes an error (`EPIPE`) and never a signal, whatever the program does
/// with `SIGPIPE`.
ssize_t gnss_write(int descriptor, const void *bytes, size_t count);

/// Returns the kernel's view of the system's clock (adjtimex(2), which only reads here): 1 if it is synchronised, 0 if
/// it is not, -1 with `errno` if the kernel does not answer.
///
/// - maximum_error_us: The largest error according to the kernel, in microseconds.
/// - tai_offset_s: TAI minus UTC in seconds; 0 if unknown.
int gnss_clock_discipline(long long *maximum_error_us, int *tai_offset_s);

/// Exchanges two files or folders (renameat2(2), Linux 3.15): at any moment each path names one of them. Returns 0, or -1
/// with `errno`.
int gnss_exchange(const char *path, const char *other);

#endif
