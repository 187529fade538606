// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A receiver on a machine that drives north-east, an epoch a second, whose every position follows from its time.
enum AgrirouterDrive {
    /// 2026-08-20T06:00:00Z.
    static let start: TimeInterval = 1_787_205_600
    /// How long it is, in seconds.
    static let length = 5 * 3600

    /// The quality of GGA, 0 where there is no fix.
    static func quality(_ second: Int) -> Int {
        // Half a minute without a fix in each ten minutes, and each kind of fix for a while.
        if (570..<600).contains(second % 600) { return 0 }
        return [4, 5, 2, 1][second / 150 % 4]
    }

    static func latitude(_ second: Int) -> Double { 52.2 + Double(second) * 1.5e-5 }
    static func longitude(_ second: Int) -> Double { 8.0 + Double(second) * 2.5e-5 }
    /// Above the ellipsoid, in millimetres.
    static func up(_ second: Int) -> Int { 146_000 + second % 100 * 100 }
    static func satellites(_ second: Int) -> Int { 8 + second % 12 }

    /// The file of such a receiver.
    static func file() throws -> TemporaryFile {
        var text = ""
        text.reserveCapacity(length * 150)
        for second in 0..<length {
            let clock = String(format: "%02d%02d%02d.00", 6 + second / 3600, second / 60 % 60, second % 60)
            let quality = quality(second)
            let place =
                quality == 0
                ? ",,," : "\(angle(latitude(second), digits: 2)),N,\(angle(longitude(second), digits: 3)),E"
            let isValid = quality == 0 ? "V" : "A"
            text += sentence("GNRMC,\(clock),\(isValid),\(place),1.0,45.0,200826,,,\(quality == 0 ? "N" : "A")")
            let height = quality == 0 ? ",,,," : String(format: "%.1f,M,46.0,M", Double(up(second)) / 1000 - 46)
            let count = quality == 0 ? "00,99.9" : "\(satellites(second)),0.8"
            text += sentence("GNGGA,\(clock),\(place),\(quality),\(count),\(height),,")
        }
        return try TemporaryFile(text, suffix: ".nmea")
    }

    private static func sentence(_ body: String) -> String {
        let sum = body.utf8.reduce(0, ^)
        let digits = String(sum, radix: 16, uppercase: true)
        return "$\(body)*\(sum < 16 ? "0" : "")\(digits)\r\n"
    }

    /// Degrees and minutes, ten digits behind the point.
    private static func angle(_ degrees: Double, digits: Int) -> String {
        let whole = Int(degrees)
        return String(format: "%0\(digits)d%013.10f", whole, (degrees - Double(whole)) * 60)
    }

    /// What of positions that somebody received is not as it was driven.
    static func faults(_ positions: [[String: Any]]) -> [String] {
        positions.compactMap { position in
            guard let time = (position["time"] as? String).flatMap(Self.second),
                let status = position["status"] as? Double, let latitude = position["latitude"] as? Double,
                let longitude = position["longitude"] as? Double, let up = position["up_mm"] as? Double,
                let satellites = position["satellites"] as? Double
            else { return "not a position: \(position)" }
            // Nothing of the receiver's is told by a different clock from its own.
            guard (0..<length).contains(time) else { return "of another time: \(position)" }
            let quality = quality(time)
            if isAbsence(position) {
                return latitude == 0 && longitude == 0 && up == 0 ? nil : "old: \(position)"
            }
            guard Int(status) == quality else { return "status \(status), not \(quality): \(position)" }
            let isThere =
                abs(latitude - Self.latitude(time)) < 1e-9 && abs(longitude - Self.longitude(time)) < 1e-9
                && Int(up) == Self.up(time) && Int(satellites) == Self.satellites(time)
            return isThere ? nil : "elsewhere: \(position)"
        }
    }

    /// The seconds of the drive that positions are of.
    static func seconds(_ positions: [[String: Any]]) -> [Int] {
        positions.compactMap { ($0["time"] as? String).flatMap(second) }
    }

    /// Whether somebody was told that there is no position.
    static func isAbsence(_ position: [String: Any]) -> Bool {
        [0, 14, 15].contains(position["status"] as? Double ?? -1)
    }

    /// The share of positions with a fix of which nothing was told but that there was none: the replay goes so fast
    /// that a machine under load hears nothing for seconds now and then.
    static func unheard(_ positions: [[String: Any]]) -> Double {
        let driven = positions.filter { position in
            (position["time"] as? String).flatMap(Self.second).map { quality($0) > 0 } ?? false
        }
        return Double(driven.count(where: isAbsence)) / Double(max(1, driven.count))
    }

    /// The second of the drive that a time of ISO 8601 is in; nil where it is none. As for the gateway, a time that is
    /// 50 ms early is in the next one.
    static func second(_ time: String) -> Int? {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        let plain = ISO8601DateFormatter()
        guard let date = formatter.date(from: time) ?? plain.date(from: time) else { return nil }
        return Int((date.timeIntervalSince1970 - start + 0.05).rounded(.down))
    }
}
