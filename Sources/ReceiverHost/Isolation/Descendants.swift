// SPDX-License-Identifier: Apache-2.0

package import CProcess
internal import Glibc
internal import Synchronization

/// The processes that drivers leave behind: those that left the group of their driver's process (`setsid`, a double
/// fork) and therefore do not end with it.
///
/// Such a process is a child of its driver's process, and becomes a child of this one when the driver's process ends
/// (`PR_SET_CHILD_SUBREAPER`). A child that this program did not start itself is therefore one that was left behind,
/// and is ended and reaped. The status of a process started by `ChildProcess` is never collected here.
package enum Descendants {
    private struct State {
        var isAdopting = false
        /// The processes that were started here and have not been reaped yet.
        var own: Set<pid_t> = []
        /// Children that this process had before its program began, with their start times: a shell that was replaced
        /// by this program may have started them.
        var spared: [pid_t: UInt64] = [:]
    }

    /// Guards the lists of processes. Held from the start of a process until the process is listed, and while a process
    /// is reaped, so that a reused number is never mistaken for a different process.
    private static let state = Mutex(State())

    /// Time limit for processes left behind to end. A process that still exists afterwards is stuck in the kernel.
    private static let limit = Duration.milliseconds(300)

    /// Makes this process the parent of processes that drivers leave behind. For programs that start other processes
    /// only with `ChildProcess`.
    package static func adopt() {
        state.withLock { state in
            guard !state.isAdopting else { return }
            let children = ProcessEntry.all.filter { $0.parent == getpid() && !state.own.contains($0.id) }
            state.spared = Dictionary(children.map { ($0.id, $0.start) }) { $1 }
            state.isAdopting = gnss_adopt_orphans() == 0
        }
    }

    /// Starts a process and lists it as this program's own before anyone can look for others.
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

    /// Ends the processes left behind by drivers that have ended. Blocks for 0.3 s at most.
    static func endOrphans() { rounds { endStrangers() } }

    /// Ends all drivers' processes and those that they left behind. Blocks for 0.3 s at most.
    package static func endAll() {
        rounds {
            let areLeft = state.withLock { state in
                for pid in state.own { ChildProcess.kill(group: pid) }
                return state.own.contains { !ChildProcess.hasEnded($0) }
            }
            return endStrangers() || areLeft
        }
    }

    /// - Parameter work: Returns true if there are processes left to end.
    private static func rounds(_ work: () -> Bool) {
        guard state.withLock(\.isAdopting) else { return }
        let end = ContinuousClock.now + limit
        var pause: Int32 = 1
        while work(), ContinuousClock.now < end {
            _ = poll(nil, 0, pause)
            pause = min(pause * 2, 50)
        }
    }

    /// - Returns: True if there were such processes; their children then become children of this process.
    private static func endStrangers() -> Bool {
        // Search without the lock, because there may be thousands of processes, and check again with it.
        let found = ProcessEntry.all.filter { $0.parent == getpid() }
        return state.withLock { state in
            var areLeft = false
            for child in found where !state.own.contains(child.id) && state.spared[child.id] != child.start {
                guard let now = ProcessEntry(child.id), now.start == child.start, now.parent == getpid() else {
                    continue
                }
                areLeft = true
                // The number remains reserved until the process is reaped, which is only done here. The first process
                // of a system or container receives all orphans: it reaps all of them, but ends only those of its
                // drivers.
                if getpid() != 1 || DaemonMark.isOwn(child.id) { kill(child.id, SIGKILL) }
                waitpid(child.id, nil, WNOHANG)
            }
            return areLeft
        }
    }
}
