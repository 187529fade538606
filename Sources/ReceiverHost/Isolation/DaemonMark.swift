// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// What a driver's process has in its environment, and so has all that it starts: which daemon it belongs to. By it the
/// next daemon finds what was left behind where one was killed and could not end it.
package struct DaemonMark: Equatable {
    private static let name = "GNSS_GATEWAY_DAEMON"
    /// The longest environment that is looked through, in bytes; the kernel's own limit is about as long.
    private static let longest = 1 << 21

    /// The numbers of processes mean something only within their namespace.
    let namespace: String
    package let process: pid_t
    package let start: UInt64

    /// That of this process; nil where `/proc` does not tell.
    package static let own: DaemonMark? = {
        guard let process = ProcessEntry(getpid()), let namespace = namespace(of: "self") else { return nil }
        return DaemonMark(namespace: namespace, process: process.id, start: process.start)
    }()

    /// For the environment of a process.
    package var variable: String { "\(Self.name)=\(namespace)/\(process)/\(start)" }

    /// Ends the processes of drivers whose daemon is not there any more.
    ///
    /// - Returns: how many.
    package static func endAbandoned() -> Int {
        guard let own else { return 0 }
        var count = 0
        for process in ProcessEntry.all where process.id != own.process {
            guard let mark = DaemonMark(of: process.id), mark.namespace == own.namespace,
                namespace(of: "\(process.id)") == own.namespace,
                isGone(mark)
            else { continue }
            if kill(process.id, SIGKILL) == 0 { count += 1 }
        }
        return count
    }

    /// Whether the daemon of a mark has ended; one that cannot be looked at has not.
    private static func isGone(_ mark: DaemonMark) -> Bool {
        if let process = ProcessEntry(mark.process) { return process.start != mark.start }
        return kill(mark.process, 0) != 0 && errno == ESRCH
    }

    /// Whether a process belongs to this daemon.
    package static func isOwn(_ process: pid_t) -> Bool {
        guard let own, let mark = DaemonMark(of: process) else { return false }
        return mark == own
    }

    private init(namespace: String, process: pid_t, start: UInt64) {
        (self.namespace, self.process, self.start) = (namespace, process, start)
    }

    /// That which a process has; nil where it has none.
    private init?(of process: pid_t) {
        guard let environment = try? WholeFile.read("/proc/\(process)/environ", atMost: Self.longest) else {
            return nil
        }
        let start = Array("\(Self.name)=".utf8)
        guard let variable = environment.split(separator: 0).first(where: { $0.starts(with: start) }) else {
            return nil
        }
        let parts = String(decoding: variable.dropFirst(start.count), as: UTF8.self).split(separator: "/")
        guard parts.count == 3, let number = pid_t(parts[1]), let ticks = UInt64(parts[2]) else { return nil }
        self.init(namespace: String(parts[0]), process: number, start: ticks)
    }

    private static func namespace(of process: String) -> String? {
        var status = stat()
        return stat("/proc/\(process)/ns/pid", &status) == 0 ? "\(status.st_ino)" : nil
    }
}
