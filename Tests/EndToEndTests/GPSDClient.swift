// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestSupport
import Testing

/// A client of the gpsd protocol that watches and remembers when each report came.
final class GPSDClient: Sendable {
    /// A line and when it came, in seconds of the system's uptime.
    struct Report {
        var time: Double
        var line: String
        var object: [String: Any] { (try? EndToEndTests.object(line)) ?? [:] }
    }

    private let connection: Connection
    private let reports = Mutex<[Report]>([])
    private let counts = Mutex<[String: Int]>([:])

    /// - Parameters:
    ///   - watch: the request that begins it.
    ///   - keepsReports: false where only the counts are wanted.
    init(port: Int, watch: String = #"?WATCH={"enable":true,"json":true};"#, keepsReports: Bool = true) throws {
        connection = try Connection(port: port)
        send(Array(watch.utf8))
        Thread.detachNewThread { [connection, reports = WeakBox(self)] in
            connection.read { line in reports.value?.take(line, keepsReports) }
        }
    }

    deinit { connection.end() }

    /// Says something.
    func send(_ bytes: [UInt8]) { connection.send(bytes) }

    /// Closes its own side; it still reads.
    func endSending() { connection.endSending() }

    /// All that came, in order.
    var all: [Report] { reports.withLock { $0 } }

    /// The reports of a class from one device.
    func reports(_ name: String, device: String? = nil) -> [Report] {
        all.filter { report in
            report.line.hasPrefix("{\"class\":\"\(name)\"")
                && (device == nil || report.object["device"] as? String == device)
        }
    }

    /// How many reports of a class came.
    func count(_ name: String) -> Int { counts.withLock { $0[name] ?? 0 } }

    private func take(_ line: String, _ isKept: Bool) {
        let name = line.dropFirst(10).prefix { $0 != "\"" }
        counts.withLock { $0[String(name), default: 0] += 1 }
        if isKept {
            reports.withLock { $0.append(Report(time: ProcessInfo.processInfo.systemUptime, line: line)) }
        }
    }

    /// A socket that both the client and its thread hold: it is closed when neither needs it, for the number of a closed
    /// one is soon somebody else's.
    private final class Connection: Sendable {
        private let descriptor: Int32

        init(port: Int) throws { descriptor = try Loopback.connect(port: port) }

        deinit { close(descriptor) }

        func send(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

        func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

        /// Wakes whoever reads.
        func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

        /// Reads lines to the end.
        func read(_ take: (String) -> Void) {
            var rest: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                guard count > 0 else { return }
                rest += buffer[..<count]
                while let end = rest.firstIndex(of: 0x0A) {
                    take(String(decoding: rest[..<end].filter { $0 != 0x0D }, as: UTF8.self))
                    rest.removeFirst(end + 1)
                }
            }
        }
    }

    private final class WeakBox: Sendable {
        private let box: Mutex<Weak>
        private struct Weak: @unchecked Sendable { weak var client: GPSDClient? }
        init(_ client: GPSDClient) { box = Mutex(Weak(client: client)) }
        var value: GPSDClient? { box.withLock { $0.client } }
    }
}

/// Waits until something is so.
func until(_ seconds: Double, _ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = Date(timeIntervalSinceNow: seconds)
    let pause = PollPause()
    while try !condition() {
        if Date() > deadline { return false }
        pause.wait()
    }
    return true
}
