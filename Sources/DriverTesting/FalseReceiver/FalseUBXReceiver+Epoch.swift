// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import UBX

/// The simulated receiver's motion on a circle, with its own time.
struct FalseDrive: Sendable {
    /// Number of epochs since it was switched on.
    var epoch = 0
    /// Milliseconds of GPS week 2417, from Monday 2026-05-04 12:00:00 UTC.
    var timeOfWeek: UInt32 = 129_618_000
}

extension FalseUBXReceiver {
    /// The milliseconds between epochs.
    public var periodMilliseconds: Int { memory.milliseconds }

    /// Returns the bytes of the next epoch according to the settings.
    public mutating func nextEpoch() -> [UInt8] {
        defer {
            drive.epoch += 1
            drive.timeOfWeek = (drive.timeOfWeek + UInt32(memory.milliseconds)) % 604_800_000
        }
        return FalseMessage.table.flatMap { message -> [UInt8] in
            let interval = interval(of: message.id)
            guard interval > 0, drive.epoch % interval == 0 else { return [] }
            return bytes(of: message.id)
        }
    }

    private func bytes(of id: MessageID) -> [UInt8] {
        if id.messageClass == 0xF0 { return drive.sentence(id) }
        if id == .monCOMMS { return UBXWriter.frame(id, payload: communication) }
        if id == .rxmSFRBX { return drive.subframes.flatMap { UBXWriter.frame(id, payload: $0) } }
        return drive.payload(id).map { UBXWriter.frame(id, payload: $0) } ?? []
    }
}

extension FalseDrive {
    private var secondOfDay: Int { (Int(timeOfWeek / 1000) - LeapSeconds.announced.latest) % 86_400 }

    /// A sentence of the current epoch.
    func sentence(_ id: MessageID) -> [UInt8] {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = "\(two(secondOfDay / 3600))\(two(secondOfDay / 60 % 60))\(two(secondOfDay % 60)).00"
        let body =
            id == FalseMessage.rmc
            ? "GNRMC,\(time),A,5230.00000,N,01324.00000,E,0.010,,040526,,,A"
            : "GNGGA,\(time),5230.00000,N,01324.00000,E,1,08,0.90,40.0,M,42.0,M,,"
        let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
        let digits = String(sum, radix: 16, uppercase: true)
        return Array("$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n".utf8)
    }

    /// The payload of a message with time and position; nil for other messages.
    func payload(_ id: MessageID) -> [UInt8]? {
        switch id {
        case .navPVT: pvt
        case .navDOP: fields([(timeOfWeek, 4)] + [160, 140, 90, 120, 90, 70, 60].map { ($0, 2) })
        case .navSAT: satellites
        case .navSIG: signals
        case .navTIMEGAL:
            fields([(timeOfWeek, 4), (timeOfWeek / 1000, 4), (0, 4), (1393, 2), (18, 1), (7, 1), (20, 4)])
        case .navTIMELS:
            fields([(timeOfWeek, 4), (0, 4), (2, 1), (18, 1), (2, 1), (0, 1), (0, 4), (0, 2), (0, 2), (3, 4)])
        case .navEOE: fields([(timeOfWeek, 4)])
        case .navTIMEUTC:
            fields([(timeOfWeek, 4), (20, 4), (0, 4), (2026, 2), (5, 1), (4, 1)] + clock + [(7, 1)])
        case .navTIMEGPS: fields([(timeOfWeek, 4), (0, 4), (2417, 2), (18, 1), (7, 1), (20, 4)])
        case .navPOSLLH: fields([(timeOfWeek, 4)] + position + [(1500, 4), (2500, 4)])
        case .navVELNED: fields([(timeOfWeek, 4)] + [(0, 4), (0, 4), (0, 4), (0, 4), (0, 4), (0, 4), (10, 4), (0, 4)])
        case .navSOL:
            fields(
                [(timeOfWeek, 4), (0, 4), (2417, 2), (3, 1), (0x0D, 1)] + [(378_489_600, 4), (90_165_800, 4)]
                    + [(503_734_300, 4), (200, 4), (0, 4), (0, 4), (0, 4), (20, 4), (140, 2), (0, 1), (8, 1), (0, 4)])
        case .navSVINFO: fields([(timeOfWeek, 4), (0, 1), (4, 1), (0, 2)])
        case .rxmRAWX: rawMeasurements
        default: nil
        }
    }

    private var clock: [(UInt32, Int)] {
        [(UInt32(secondOfDay / 3600), 1), (UInt32(secondOfDay / 60 % 60), 1), (UInt32(secondOfDay % 60), 1)]
    }

    /// Longitude and latitude in 1e-7 degrees, heights in millimetres: 13.4° E, 52.5° N.
    private var position: [(UInt32, Int)] { [(134_000_000, 4), (525_000_000, 4), (82_000, 4), (40_000, 4)] }

    /// UBX-NAV-PVT, 92 bytes.
    private var pvt: [UInt8] {
        let head: [(UInt32, Int)] = [(timeOfWeek, 4), (2026, 2), (5, 1), (4, 1)] + clock
        let state: [(UInt32, Int)] = [(0x37, 1), (20, 4), (0, 4), (3, 1), (1, 1), (0xEA, 1), (8, 1)]
        let motion: [(UInt32, Int)] = [(1500, 4), (2500, 4)] + Array(repeating: (0, 4), count: 5)
        let tail: [(UInt32, Int)] = [(50, 4), (18_000_000, 4), (140, 2), (0, 2), (0, 4), (0, 4), (0, 2), (0, 2)]
        return fields(head + state + position + motion + tail)
    }

    /// Four GPS and four Galileo satellites.
    private var sky: [(system: UInt32, number: UInt32)] {
        [2, 5, 12, 25].map { (0, $0) } + [3, 8, 13, 24].map { (2, $0) }
    }

    private var satellites: [UInt8] {
        fields([(timeOfWeek, 4), (1, 1), (UInt32(sky.count), 1), (0, 2)])
            + sky.enumerated().flatMap { index, satellite in
                fields([
                    (satellite.system, 1), (satellite.number, 1), (42, 1), (UInt32(20 + index * 5), 1),
                    (UInt32(index * 40), 2), (0, 2), (0x1F, 4),
                ])
            }
    }

    private var signals: [UInt8] {
        fields([(timeOfWeek, 4), (0, 1), (UInt32(sky.count), 1), (0, 2)])
            + sky.flatMap { satellite in
                fields([
                    (satellite.system, 1), (satellite.number, 1), (0, 1), (0, 1), (0, 2), (42, 1), (7, 1), (0, 1),
                    (2, 1),
                    (0x29, 2), (0, 4),
                ])
            }
    }

    /// UBX-RXM-RAWX with the same signals.
    private var rawMeasurements: [UInt8] {
        func double(_ number: Double) -> [UInt8] {
            (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(8 * $0)) }
        }
        return double(Double(timeOfWeek) / 1000)
            + fields([(2417, 2), (18, 1), (UInt32(sky.count), 1), (1, 1), (1, 1), (0, 2)])
            + sky.flatMap { satellite in
                double(23_456_789.5) + double(123_456_789.25)
                    + fields([
                        (0, 4), (satellite.system, 1), (satellite.number, 1), (0, 1), (0, 1), (1000, 2), (42, 1),
                        (3, 1),
                        (3, 1), (6, 1), (7, 1), (0, 1),
                    ])
            }
    }

    /// UBX-RXM-SFRBX with an E1-B I/NAV page of each Galileo satellite; the pages are dummies of word type 63.
    var subframes: [[UInt8]] {
        guard timeOfWeek / 1000 % 2 == 0 else { return [] }
        return sky.filter { $0.system == 2 }.map { satellite in
            let words: [UInt32] = [0x0FC0_0000, 0, 0, 0x0000_0000, 0x8000_0000, 0, 0, 0]
            return fields(
                [(2, 1), (satellite.number, 1), (1, 1), (0, 1), (8, 1), (0, 1), (2, 1), (0, 1)] + words.map { ($0, 4) })
        }
    }

    private func fields(_ fields: [(UInt32, Int)]) -> [UInt8] {
        fields.flatMap { value, size in (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) } }
    }
}
