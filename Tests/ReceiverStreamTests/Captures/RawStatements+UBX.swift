// SPDX-License-Identifier: Apache-2.0

extension RawStatements {
    /// Fields that UBX messages state, and when, read in the plainest way and apart from our decoders.
    static func ubx(_ bytes: [UInt8]) -> [(key: String, fields: Set<String>)] {
        var epochs: [Int: (key: String?, fields: Set<String>)] = [:]
        var index = 0
        while index + 8 <= bytes.count {
            guard bytes[index] == 0xB5, bytes[index + 1] == 0x62 else {
                index += 1
                continue
            }
            let length = Int(bytes[index + 4]) | Int(bytes[index + 5]) << 8
            let end = index + 8 + length
            guard end <= bytes.count, isRight(bytes[index + 2..<end]) else {
                index += 1
                continue
            }
            if bytes[index + 2] == 1, length >= 16 {
                note(bytes[index + 3], Array(bytes[index + 6..<end - 2]), in: &epochs)
            }
            index = end
        }
        return epochs.values.compactMap { epoch in epoch.key.map { ($0, epoch.fields) } }
    }

    private static func note(
        _ id: UInt8, _ payload: [UInt8], in epochs: inout [Int: (key: String?, fields: Set<String>)]
    ) {
        func number(_ at: Int, _ width: Int) -> Int { (0..<width).reduce(0) { $0 | Int(payload[at + $1]) << (8 * $1) } }
        let iTOW = number(0, 4)
        var epoch = epochs[iTOW] ?? (nil, [])
        switch id {
        case 0x07 where payload.count >= 84:
            epoch.fields.formUnion(["speed", "track", "altHAE", "altMSL", "uSat"])
            if payload[21] & 1 == 0 { epoch.fields.insert("unfit") }
            if isDilution(number(76, 2)) { epoch.fields.insert("pdop") }
            // Rounded to the hundredth, as all here.
            epoch.key = key(
                (Int(payload[8]) * 3600 + Int(payload[9]) * 60 + Int(payload[10])) * 1000 + iTOW % 1000 / 10 * 10)
        case 0x06 where payload.count >= 52:
            epoch.fields.formUnion(["speed", "track", "altHAE", "uSat"])
            if payload[11] & 1 == 0 { epoch.fields.insert("unfit") }
            if isDilution(number(44, 2)) { epoch.fields.insert("pdop") }
        case 0x02: epoch.fields.formUnion(["altHAE", "altMSL"])
        case 0x04 where payload.count >= 18:
            for (at, name) in [(6, "pdop"), (10, "vdop"), (12, "hdop")] where isDilution(number(at, 2)) {
                epoch.fields.insert(name)
            }
        case 0x20:
            if epoch.key == nil { epoch.key = key(iTOW - number(10, 1) * 1000) }
        default: return
        }
        epochs[iTOW] = epoch
    }

    private static func isDilution(_ hundredths: Int) -> Bool { hundredths > 0 && hundredths < 9000 }

    /// `hhmmss.ss` of milliseconds, of a day or a week.
    private static func key(_ milliseconds: Int) -> String {
        let time = (milliseconds % 86_400_000 + 86_400_000) % 86_400_000
        let seconds = time / 1000
        let text = "\(1_000_000 + seconds / 3600 * 10_000 + seconds / 60 % 60 * 100 + seconds % 60)".dropFirst()
        return text + "." + "\(time / 10 % 100 + 100)".dropFirst()
    }

    private static func isRight(_ bytes: ArraySlice<UInt8>) -> Bool {
        var (a, b) = (UInt8(0), UInt8(0))
        for byte in bytes.dropLast(2) {
            a = a &+ byte
            b = b &+ a
        }
        return Array(bytes.suffix(2)) == [a, b]
    }
}
