// SPDX-License-Identifier: Apache-2.0

import DriverKit
import DriverTesting
import FileSimulator
import Foundation
import GNSSTypes
import PluginHosting
import Testing

/// A capture on disk, made for a test and removed with it.
final class Capture {
    let path: String

    init(_ bytes: [UInt8]) throws {
        path = NSTemporaryDirectory() + "gnss-capture-\(UUID().uuidString)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    convenience init(_ text: String) throws { try self.init(Array(text.utf8)) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A receiver at 1 Hz from 12:00:00 on 2026-03-01, half a second late at every tenth epoch.
    ///
    /// - Parameter steps: Seconds by which the times of epochs differ from that.
    static func drive(epochs: Int, steps: [Int: Int] = [:]) -> String {
        (0..<epochs).map { n in
            let second = 12 * 3600 + n + (steps[n] ?? 0)
            let time = String(
                format: "%02d%02d%02d.%@", second / 3600, second / 60 % 60, second % 60, n % 10 == 9 ? "50" : "00")
            let latitude = String(format: "48%08.5f", 7 + Double(n) / 1000)
            return sentence("GNRMC,\(time),A,\(latitude),N,01131.32400,E,3.5,84.4,010326,,,A")
                + sentence("GNGGA,\(time),\(latitude),N,01131.32400,E,1,09,0.9,545.4,M,46.9,M,,")
                + sentence("GNGSA,A,3,01,02,03,04,05,06,07,08,09,,,,1.5,0.9,1.2,1")
        }.joined()
    }

    /// A block of SBF with nothing but its time.
    static func block(_ number: Int, milliseconds: Int, week: Int) -> [UInt8] {
        let body = little(number, 2) + little(16, 2) + little(milliseconds, 4) + little(week, 2) + [0, 0]
        let checksum = body.reduce(0) { crc($0, $1, bits: 16, polynomial: 0x1021) }
        return [0x24, 0x40] + little(checksum, 2) + body
    }

    /// A frame of RTCM 3 with nothing but its epoch.
    static func station(_ number: Int, milliseconds: Int) -> [UInt8] {
        let content = number << 44 | milliseconds << 2
        let body = [0xD3, 0, 7] + (0..<7).map { UInt8(truncatingIfNeeded: content >> (48 - 8 * $0)) }
        let checksum = body.reduce(0) { crc($0, $1, bits: 24, polynomial: 0x86_4CFB) }
        return body + little(checksum, 3).reversed()
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func crc(_ sum: Int, _ byte: UInt8, bits: Int, polynomial: Int) -> Int {
        (0..<8).reduce(sum ^ Int(byte) << (bits - 8)) { sum, _ in
            (sum << 1 ^ (sum >> (bits - 1) & 1) * polynomial) & (1 << bits - 1)
        }
    }

    static func sentence(_ body: String) -> String {
        let checksum = body.utf8.reduce(0) { $0 ^ $1 }
        return "$\(body)*\(String(format: "%02X", checksum))\r\n"
    }
}

/// Runs the simulator to its end, or until it is stopped, through its table in the contract.
func replay(
    _ json: String, stoppingAfter limit: Duration? = nil
) throws -> (outcome: RunOutcome, contents: RecordingHost.Contents) {
    let plugin = try PluginTable(ExportedPlugin(FileSimulatorDriver.plugin).table)
    let host = RecordingHost(delivers: plugin.description.delivers)
    let driver = try DriverInstance(of: plugin, configuration: json, host: host)
    if let limit {
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: limit / .seconds(1))
            driver.stop()
        }
    }
    let outcome = driver.run()
    return (outcome, host.recorded)
}

extension RecordingHost.Contents {
    var fixes: [Fix] {
        observations.compactMap { observation in
            guard case .fix(let fix) = observation.payload else { return nil }
            return fix
        }
    }
}
