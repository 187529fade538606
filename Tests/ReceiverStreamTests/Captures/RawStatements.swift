// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// What a receiver stated at each time of day, read from its text in the plainest way and apart from our decoders: gpsd
/// also reports what it computes itself, and only what was stated can be asked of us.
struct RawStatements {
    /// What gpsd computes where it is not stated.
    static let derivable: Set<String> = ["speed", "track", "altMSL", "altHAE", "geoidSep"]

    private var fields: [String: Set<String>] = [:]
    /// The decimals of latitudes, by sentence.
    private var decimals: [String: Int] = [:]

    /// Whether GGA states the position to more decimals than RMC or GLL.
    var isGGAFiner: Bool {
        let gga = decimals["GGA"] ?? 0
        return gga > decimals["RMC"] ?? 0 || gga > decimals["GLL"] ?? 0
    }

    init(_ bytes: [UInt8]) {
        for epoch in Self.ubx(bytes) { fields[epoch.key, default: []].formUnion(epoch.fields) }
        var time = ""
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            guard let start = line.lastIndex(of: "$") else { continue }
            let body = line[start...].dropFirst().prefix { $0 != "*" }
            let parts = body.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            func has(_ index: Int) -> Bool { index < parts.count && !parts[index].isEmpty }
            func note(_ names: String..., at index: Int?) {
                if let index { time = index < parts.count ? Self.key(parts[index]) : "" }
                for name in names { fields[time, default: []].insert(name) }
            }
            switch parts[0].hasPrefix("P") ? parts[0] : String(parts[0].suffix(3)) {
            case "RMC":
                note(at: 1)
                if has(3) { decimals["RMC"] = Self.decimals(parts[3]) }
                if has(7) { note("speed", at: nil) }
                if has(8) { note("track", at: nil) }
            case "VTG":
                if has(5) { note("speed", at: nil) }
                if has(1) { note("track", at: nil) }
            case "GGA":
                note(at: 1)
                if has(2) { decimals["GGA"] = Self.decimals(parts[2]) }
                if has(9) { note("altMSL", at: nil) }
                if has(11) { note("altHAE", "geoidSep", at: nil) }
                if has(7) { note("uSat", at: nil) }
                if parts.count > 7, let count = Int(parts[7]), count < 4 { note("2D", at: nil) }
                if Self.isDilution(parts, 8) { note("hdop", at: nil) }
            case "GSA":
                if parts.count > 2, parts[2] == "2" { note("2D", at: nil) }
                for (index, name) in [(15, "pdop"), (16, "hdop"), (17, "vdop")] where Self.isDilution(parts, index) {
                    note(name, at: nil)
                }
            case "GNS":
                note(at: 1)
                if has(9) { note("altMSL", at: nil) }
                if has(10) { note("altHAE", "geoidSep", at: nil) }
            case "GLL":
                note(at: 5)
                if has(1) { decimals["GLL"] = Self.decimals(parts[1]) }
            case "PASHR" where has(9) && parts[1] == "POS": note("altHAE", at: 4)
            default: break
            }
        }
    }

    func states(_ field: String, at time: UTCTime) -> Bool {
        let seconds = time.timeOfDay.nanoseconds / 1_000_000_000
        let text = seconds / 3600 * 10_000 + seconds / 60 % 60 * 100 + seconds % 60
        let key =
            "\(text + 1_000_000)".dropFirst() + "."
            + "\(time.timeOfDay.nanoseconds / 10_000_000 % 100 + 100)".dropFirst()
        return fields[String(key)]?.contains(field) ?? false
    }

    private static func isDilution(_ parts: [String], _ index: Int) -> Bool {
        guard index < parts.count, let value = Double(parts[index]) else { return false }
        return value >= 0.01 && value < 90
    }

    private static func decimals(_ text: String) -> Int {
        text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0
    }

    /// `hhmmss.ss`: to the hundredth.
    private static func key(_ text: String) -> String {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? parts[1] : ""
        return parts.isEmpty ? "" : parts[0] + "." + (fraction + "00").prefix(2)
    }
}
