// SPDX-License-Identifier: Apache-2.0

package import CProcess
internal import Glibc
internal import Synchronization

/// The processes that drivers leave behind: those that went out of the group of their driver's process (`setsid`, a double
/// fork) and so do not end with it.
///
/// Such a process becomes a child of its driver's process, and of this one once that has ended (`PR_SET_CHILD_SUBREAPER`).
/// A child that this program did not start itself is therefore left behind, and is ended and reaped. The status of a
/// process that `ChildProcess` started is never taken here.
package enum Descendants {
    private struct State {
        var isAdopting = false
        /// The processes that were started here and not reaped yet.
        var own: Set<pid_t> = []
        /// Children that this process had before its program began, by when they were started: a shell that became this
        /// program may have started them.
        var spared: [pid_t: UInt64] = [:]
    }

    /// Protects the lists of processes. Held from starting a process until it is listed, and while one is reaped, so
    /// that no number is taken for another process.
    private static let state = Mutex(State())

    /// How long what was left behind may take to end. What does not end by then is in the kernel's hands.
    private static let limit = Duration.milliseconds(300)

    /// From now on this process becomes the parent of what drivers leave behind. For programs that start other processes
    /// by `ChildProcess` alone.
    package static func adopt() {
        state.withLock { state in
            guard !state.isAdopting else { return }
            let children = ProcessEntry.all.filter { $0.parent == getpid() && !state.own.contains($0.id) }
            state.spared = Dictionary(children.map { ($0.id, $0.start) }) { $1 }
            state.isAdopting = gnss_adopt_orphans() == 0
        }
    }

    /// Starts a process; it is known as one of this program's before anything looks for others.
    package static func start(_ spawn: () -> (code: Int32, pid: pid_t)) -> (code: Int32, pid: pid_t) {
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

    /// Ends what drivers that have ended left behind. Blocks, for 0.3 s at most.
    static func endOrphans() { rounds { endStrangers() } }

    /// Ends all drivers' processes, and what they left behind. Blocks, for 0.3 s at most.
    package static func endAll() {
        rounds {
            let areLeft = state.withLock { state in
                for pid in state.own { ChildProcess.kill(group: pid) }
                return state.own.contains { !ChildProcess.hasEnded($0) }
            }
            return endStrangers() || areLeft
        }
    }

    /// - Parameter work: says whether something is left to end.
    private static func rounds(_ work: () -> Bool) {
        guard state.withLock(\.isAdopting) else { return }
        let end = ContinuousClock.now + limit
        var pause: Int32 = 1
        while work(), ContinuousClock.now < end {
            _ = poll(nil, 0, pause)
            pause = min(pause * 2, 50)
        }
    }

    /// - Returns: whether there were some; their own children are this process's from now on.
    private static func endStrangers() -> Bool {
        // Looked for without the lock, as there may be thousands of processes, and looked at again with it.
        let found = ProcessEntry.all.filter { $0.parent == getpid() }
        return state.withLock { state in
            var areLeft = false
            for child in found where !state.own.contains(child.id) && state.spared[child.id] != child.start {
                guard let now = ProcessEntry(child.id), now.start == child.start, now.parent == getpid() else {
                    continue
                }
                areLeft = true
                // Its number is not given away before it is reaped, which is done here alone. The first process of a
                // system or a container gets the orphans of all others: it reaps them, and ends those of its drivers.
                if getpid() != 1 || DaemonMark.isOwn(child.id) { kill(child.id, SIGKILL) }
                waitpid(child.id, nil, WNOHANG)
            }
            return areLeft
        }
    }
}
