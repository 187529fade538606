// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The service manager that started the daemon, reached over the datagram socket of sd_notify(3).
package struct ServiceManager: Sendable {
    /// The socket's path; the first byte of an abstract one is NUL.
    private let address: [UInt8]
    /// How often it wants a sign of life; nil: it does not ask for one.
    package let watchdog: Duration?

    /// The manager that the environment names.
    ///
    /// - Parameters:
    ///   - variable: looks up a variable of the environment.
    ///   - process: the id of this process: a watchdog that is meant for another is none for us.
    /// - Returns: nil where no manager waits for word of us.
    package init?(environment variable: (String) -> String?, process: Int32 = getpid()) {
        guard let socket = variable("NOTIFY_SOCKET"), socket.hasPrefix("/") || socket.hasPrefix("@") else { return nil }
        var address = Array(socket.utf8)
        if address[0] == UInt8(ascii: "@") { address[0] = 0 }
        guard address.count <= Self.longestAddress else { return nil }
        self.address = address
        let isForUs = variable("WATCHDOG_PID").map { Int32($0) == process } ?? true
        let interval = variable("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0
        watchdog = isForUs && interval > 0 ? .microseconds(interval) : nil
    }

    /// What `sun_path` takes without its NUL.
    private static let longestAddress = 107

    /// The daemon is ready.
    package func ready(_ status: String) { send(["READY=1", Self.line(status)]) }

    /// How it goes, for `systemctl status`.
    package func status(_ status: String) { send([Self.line(status)]) }

    /// The configuration is being read again; `ready` ends that.
    package func reloading() {
        send(["RELOADING=1", "MONOTONIC_USEC=\(SystemClock.monotonic / 1000)"])
    }

    /// Reports that the daemon is stopping.
    package func stopping() { send(["STOPPING=1", "STATUS=ending"]) }

    /// A sign of life.
    package func alive() { send(["WATCHDOG=1"]) }

    /// A status line: its words must not begin another one.
    private static func line(_ status: String) -> String {
        "STATUS=" + String(status.map { $0.isNewline ? " " : $0 })
    }

    private func send(_ lines: [String]) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // A manager that hangs must not hang the daemon.
        var limit = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: address) }
        // Without the padding: it would belong to an abstract name.
        let size = socklen_t(MemoryLayout<sa_family_t>.size + address.count)
        var text = lines.joined(separator: "\n")
        text.withUTF8 { bytes in
            // Every address begins as a `sockaddr` does; the kernel copies it, and `size` states how much is used.
            withUnsafePointer(to: target) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
                    _ = sendto(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), target, size)
                }
            }
        }
    }
}
