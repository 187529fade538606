// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The false caster of `CorrectionsTests`, as a program.
final class FalseCaster {
    static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    let port: Int
    private let program: RunningProgram

    /// - Parameter table: how it sends its list of mount points.
    init(table: String = "usual") throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../CorrectionsTests/caster.py").standardizedFileURL.path
        program = try RunningProgram("/usr/bin/python3", [script, "--stay", "--table", table])
        try program.wait(for: "port ", within: 60)
        port = try #require(program.output.firstMatch(of: /port (\d+)/).flatMap { Int($0.1) })
    }

    deinit { program.signal(SIGKILL) }

    /// Ends it.
    func end() {
        program.signal(SIGKILL)
        _ = program.waitForEnd()
    }

    /// The address for a configuration.
    var address: String { "ntrip://127.0.0.1:\(port)" }

    /// What it was sent, line by line.
    var lines: [String] { program.output.split(separator: "\n").map(String.init) }
}

/// A receiver on a pseudo-terminal that sends epochs by itself, with a quality that can be changed.
///
/// Unchecked, because the compiler cannot see that `lock` guards `quality`, `suffix` and `isToEnd`, which the test and
/// the sending thread share; only the sending thread uses `receiver` until `end()` has waited for it.
final class TalkingReceiver: @unchecked Sendable {
    let path = "/tmp/gnss-corrections-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    private let receiver: PseudoReceiver
    private let lock = NSLock()
    private var quality = "1"
    private var suffix = ","
    private var isToEnd = false
    private let ended = DispatchSemaphore(value: 0)

    init() throws {
        receiver = PseudoReceiver(path)
        try receiver.plug()
        Thread.detachNewThread { [self] in
            while !lock.withLock({ isToEnd }) {
                _ = receiver.send(epoch(), within: 1)
                // What it is sent is read, as a receiver does.
                _ = receiver.receive()
                // Five epochs a second.
                usleep(200_000)
            }
            ended.signal()
        }
    }

    /// Ends it; its thread holds it until then.
    func end() {
        lock.withLock { isToEnd = true }
        ended.wait()
        receiver.unplug()
    }

    /// From now on it uses corrections of a station, 4 with fixed ambiguities, 5 without.
    func uses(quality: Int, age: Double, station: Int) {
        lock.withLock {
            self.quality = "\(quality)"
            suffix = "\(age),\(String(format: "%04d", station))"
        }
    }

    private func epoch() -> [UInt8] {
        let time = Date()
        let parts = Calendar.utc.dateComponents(
            [.day, .month, .year, .hour, .minute, .second, .nanosecond], from: time)
        func two(_ number: Int?) -> String { String(format: "%02d", (number ?? 0) % 100) }
        let tenth = (parts.nanosecond ?? 0) / 100_000_000
        let clock = "\(two(parts.hour))\(two(parts.minute))\(two(parts.second)).\(tenth)0"
        let date = "\(two(parts.day))\(two(parts.month))\(two(parts.year))"
        let (quality, suffix) = lock.withLock { (self.quality, self.suffix) }
        let bodies = [
            "GNRMC,\(clock),A,4927.00000,N,01104.80000,E,0.0,,\(date),,,A",
            "GNGGA,\(clock),4927.00000,N,01104.80000,E,\(quality),17,0.70,309.0,M,46.7,M,\(suffix)",
        ]
        return bodies.flatMap { body in
            let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
            return Array("$\(body)*\(String(format: "%02X", sum))\r\n".utf8)
        }
    }
}

extension Calendar {
    fileprivate static let utc: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
        return calendar
    }()
}
