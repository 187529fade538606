// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What a crash does to the process.
package enum CrashSignals {
    /// Leaves crashes to the system, unless `SWIFT_BACKTRACE` says otherwise.
    ///
    /// Swift's own reports take ten seconds, in which the sockets stay open and drivers hang; and they write parts of the
    /// memory, with whatever secrets it holds, to standard error and so into the journal. The runtime sets its handlers up
    /// before `main`: they are taken away again, which needs no second start of the program.
    package static func leaveToTheSystem() {
        guard getenv("SWIFT_BACKTRACE") == nil else { return }
        for number in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT] { signal(number, SIG_DFL) }
    }
}
