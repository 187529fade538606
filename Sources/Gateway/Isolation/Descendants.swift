// SPDX-License-Identifier: Apache-2.0

internal import CProcess
internal import Glibc
internal import Synchronization

/// The processes that drivers leave behind: those that went out of the group of their driver's process (`setsid`, a double
/// fork) and so do not end with it.
///
/// Such a process becomes a child of its driver's process, and of this one once that has ended (`PR_SET_CHILD_SUBREAPER`).
/// A child that this program did not start itself is therefore left behind, and is ended and reaped. The status of a
/// process that `ChildProcess` started is never taken here.
public enum Descendants {
    private struct State {
        var isAdopting = false
        /// The processes that were started here and not reaped yet.
        var own: Set<pid_t> = []
    }

    private static let state = Mutex(State())

    /// How long what was left behind may take to end, in ms.
    private static let limit = 2000

    /// From now on this process becomes the parent of what drivers leave behind. For programs that start other processes
    /// by `ChildProcess` alone.
    public static func adopt() {
        state.withLock { $0.isAdopting = gnss_adopt_orphans() == 0 }
    }

    /// Starts a process; it is known as one of this program's before anything looks for others.
    static func start(_ spawn: () -> (code: Int32, pid: pid_t)) -> (code: Int32, pid: pid_t) {
        state.withLock { state in
            let result = spawn()
            if result.code == 0 { state.own.insert(result.pid) }
            return result
        }
    }

    /// Reaps a process that was started here and has ended.
    static func reap(_ pid: pid_t) -> (status: Int32, use: rusage) {
        var (status, use) = (Int32(0), rusage())
        state.withLock { state in
            while wait4(pid, &status, 0, &use) < 0, errno == EINTR {}
            state.own.remove(pid)
        }
        return (status, use)
    }

    /// Ends what drivers that have ended left behind. Blocks, for 2 s at most.
    static func endOrphans() { rounds { endStrangers(&$0) } }

    /// Ends all drivers' processes, and what they left behind. Blocks, for 2 s at most.
    static func endAll() {
        rounds { state in
            for pid in state.own { ChildProcess.kill(group: pid) }
            let areLeft = state.own.contains { !ChildProcess.hasEnded($0) }
            return endStrangers(&state) || areLeft
        }
    }

    /// - Parameter work: says whether something is left to end.
    private static func rounds(_ work: (inout State) -> Bool) {
        for _ in 0..<limit {
            guard state.withLock({ $0.isAdopting && work(&$0) }) else { return }
            _ = poll(nil, 0, 1)
        }
    }

    /// - Returns: whether there were some; their own children are this process's from now on.
    private static func endStrangers(_ state: inout State) -> Bool {
        let strangers = ProcessEntry.all.filter { $0.parent == getpid() && !state.own.contains($0.id) }
        for stranger in strangers {
            // Its number is not given away before it is reaped, which is done here alone.
            kill(stranger.id, SIGKILL)
            waitpid(stranger.id, nil, WNOHANG)
        }
        return !strangers.isEmpty
    }
}
