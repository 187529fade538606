// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Controls the handling of crashes.
package enum CrashSignals {
    /// Leaves crashes to the system, unless `SWIFT_BACKTRACE` is set.
    ///
    /// Swift's own crash reports take ten seconds, during which sockets stay open and drivers hang. They also write
    /// parts of the memory, possibly with secrets, to standard error and so to the journal. The runtime installs its
    /// handlers before `main`; removing them here avoids a restart of the program.
    package static func leaveToTheSystem() {
        guard getenv("SWIFT_BACKTRACE") == nil else { return }
        for number in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT] { signal(number, SIG_DFL) }
    }
}
