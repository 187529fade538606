// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The identity of a daemon, stored in the environment of a driver's process and inherited by all processes that it
/// starts. A later daemon uses it to find processes left behind by a daemon that was killed and could not end them.
package struct DaemonMark: Equatable {
    private static let name = "GNSS_GATEWAY_DAEMON"
    /// Maximum size in bytes of an environment that is searched; about the kernel's own limit.
    private static let longest = 1 << 21

    /// The PID namespace; process numbers are only meaningful within it.
    let namespace: String
    package let process: Int32
    package let start: UInt64

    /// The mark of this process; nil if `/proc` is not available.
    package static let own: DaemonMark? = {
        guard let process = ProcessEntry(getpid()), let namespace = namespace(of: "self") else { return nil }
        return DaemonMark(namespace: namespace, process: process.id, start: process.start)
    }()

    /// The variable for the environment of a process.
    package var variable: String { "\(Self.name)=\(namespace)/\(process)/\(start)" }

    /// Ends the drivers' processes whose daemon no longer exists.
    ///
    /// - Returns: The number of processes.
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

    /// Returns true if the daemon of a mark has ended; false if that cannot be determined.
    private static func isGone(_ mark: DaemonMark) -> Bool {
        if let process = ProcessEntry(mark.process) { return process.start != mark.start }
        return kill(mark.process, 0) != 0 && errno == ESRCH
    }

    /// Returns true if a process belongs to this daemon.
    package static func isOwn(_ process: Int32) -> Bool {
        guard let own, let mark = DaemonMark(of: process) else { return false }
        return mark == own
    }

    private init(namespace: String, process: Int32, start: UInt64) {
        (self.namespace, self.process, self.start) = (namespace, process, start)
    }

    /// Reads the mark of a process; nil if it has none.
    private init?(of process: Int32) {
        guard let environment = try? WholeFile.read("/proc/\(process)/environ", atMost: Self.longest) else {
            return nil
        }
        let start = Array("\(Self.name)=".utf8)
        guard let variable = environment.split(separator: 0).first(where: { $0.starts(with: start) }) else {
            return nil
        }
        let parts = String(decoding: variable.dropFirst(start.count), as: UTF8.self).split(separator: "/")
        guard parts.count == 3, let number = Int32(parts[1]), let ticks = UInt64(parts[2]) else { return nil }
        self.init(namespace: String(parts[0]), process: number, start: ticks)
    }

    private static func namespace(of process: String) -> String? {
        var status = stat()
        return stat("/proc/\(process)/ns/pid", &status) == 0 ? "\(status.st_ino)" : nil
    }
}
