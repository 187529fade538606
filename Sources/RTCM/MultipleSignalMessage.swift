// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Wire

/// A multiple signal message (MSM): observations of one constellation (RTCM 10403, section 3.5.16). Message numbers are
/// 1071...1137; the third digit stands for the constellation and the last one for the MSM type, 1...7.
struct MultipleSignalMessage {
    let constellation: Constellation
    /// The MSM type, 1...7 (MSM1: compact pseudoranges only … MSM7: all observables at high resolution).
    let kind: Int

    /// Creates the message type for a number; nil if it is not an MSM.
    init?(number: Int) {
        let systems: [Constellation] = [.gps, .glonass, .galileo, .sbas, .qzss, .beidou, .navic]
        let index = number / 10 - 107
        guard systems.indices.contains(index), (1...7).contains(number % 10) else { return nil }
        (constellation, kind) = (systems[index], number % 10)
    }

    var title: String {
        let names: [Constellation: String] = [
            .gps: "GPS", .glonass: "GLONASS", .galileo: "Galileo", .sbas: "SBAS", .qzss: "QZSS", .beidou: "BeiDou",
            .navic: "NavIC",
        ]
        return "\(names[constellation] ?? "") MSM\(kind)"
    }

    // MARK: Parts

    /// The fields with the time of the observations.
    private var epoch: [Int] {
        switch constellation {
        case .glonass: [416, 34]
        case .galileo: [248]
        case .qzss: [428]
        case .beidou: [427]
        case .navic: [546]
        default: [4]
        }
    }

    /// The fields of each satellite; nil for the four bits of extended information, which only GLONASS uses.
    private var satelliteFields: [Int?] {
        switch kind {
        case 1, 2, 3: [398]
        case 4, 6: [397, 398]
        default: [397, constellation == .glonass ? 419 : nil, 398, 399]
        }
    }

    /// The fields of each signal.
    private var signalFields: [Int?] {
        switch kind {
        case 1: [400]
        case 2: [401, 402, 420]
        case 3: [400, 401, 402, 420]
        case 4: [400, 401, 402, 420, 403]
        case 5: [400, 401, 402, 420, 403, 404]
        case 6: [405, 406, 407, 420, 408]
        default: [405, 406, 407, 420, 408, 404]
        }
    }

    // MARK: Reading

    /// Writes the fields after the message number.
    ///
    /// - Returns: False if the payload is too short for the message or its masks are invalid.
    func write(_ payload: Span<UInt8>, into writer: inout FieldWriter) -> Bool {
        var position = 12
        for number in [3] + epoch + [393, 409] {
            guard Self.write(number, payload, &position, &writer) else { return false }
        }
        position += 7  // reserved
        for number in [411, 412, 417, 418] {
            guard Self.write(number, payload, &position, &writer) else { return false }
        }
        guard let masks = Masks(payload, at: position) else { return false }
        position += masks.width
        masks.write(into: &writer)
        writer.name("satellites")
        guard writeSatellites(masks, payload, &position, &writer) else { return false }
        writer.name("signals")
        return writeSignals(masks, payload, &position, &writer)
    }

    /// Values are ordered by field, not by satellite: all values of the first field, then all of the second.
    private func writeSatellites(
        _ masks: Masks, _ payload: Span<UInt8>, _ position: inout Int, _ writer: inout FieldWriter
    ) -> Bool {
        let columns = Columns(satelliteFields, count: masks.satellites.count, at: position)
        position = columns.end
        guard position <= payload.count * 8 else { return false }
        writer.beginArray()
        for (index, number) in masks.satellites.enumerated() {
            writer.beginObject()
            writer.name("satellite")
            writer.text(name(number))
            columns.write(index, payload, &writer)
            writer.endObject()
        }
        writer.endArray()
        return true
    }

    private func writeSignals(
        _ masks: Masks, _ payload: Span<UInt8>, _ position: inout Int, _ writer: inout FieldWriter
    ) -> Bool {
        let columns = Columns(signalFields, count: masks.cells.count, at: position)
        position = columns.end
        guard position <= payload.count * 8 else { return false }
        let codes = masks.signals.map { SignalMaskTable.code(of: $0, constellation) ?? "\($0)" }
        let names = masks.satellites.map(name)
        writer.beginArray()
        for (index, cell) in masks.cells.enumerated() {
            writer.beginObject()
            writer.name("satellite")
            writer.text(names[cell.satellite])
            writer.name("signal")
            writer.text(codes[cell.signal])
            columns.write(index, payload, &writer)
            writer.endObject()
        }
        writer.endArray()
        return true
    }

    /// The satellite of a mask bit, 1...64, with its name in RINEX.
    private func name(_ bit: Int) -> String {
        let number = constellation == .sbas ? bit + 119 : bit
        return "\(constellation.letter)\(number < 10 ? "0" : "")\(number)"
    }

    private static func write(
        _ number: Int, _ payload: Span<UInt8>, _ position: inout Int, _ writer: inout FieldWriter
    ) -> Bool {
        guard let field = DataFieldTable.field(number), write(field, payload, at: position, &writer) else {
            return false
        }
        position += field.width
        return true
    }

    @discardableResult
    private static func write(
        _ field: DataField, _ payload: Span<UInt8>, at position: Int, _ writer: inout FieldWriter
    ) -> Bool {
        guard let raw = field.raw(payload, at: position) else { return false }
        writer.name(field.key)
        field.write(raw, into: &writer)
        return true
    }
}

extension MultipleSignalMessage {
    /// The fields of several satellites or signals, with all values of the first field before all of the second.
    private struct Columns {
        /// The fields, each with the bit index of its first value.
        private let fields: [(field: DataField, start: Int)]
        /// The index of the first bit after the columns.
        let end: Int

        /// - Parameters:
        ///   - numbers: The numbers of the fields; nil for four bits that are not shown.
        ///   - count: The number of satellites or signals.
        ///   - position: The index of the first bit.
        init(_ numbers: [Int?], count: Int, at position: Int) {
            var fields: [(DataField, Int)] = []
            var start = position
            for number in numbers {
                let field = number.flatMap(DataFieldTable.field)
                if let field { fields.append((field, start)) }
                start += (field?.width ?? 4) * count
            }
            (self.fields, end) = (fields, start)
        }

        /// Writes the fields of one satellite or signal.
        func write(_ index: Int, _ payload: Span<UInt8>, _ writer: inout FieldWriter) {
            for (field, start) in fields {
                MultipleSignalMessage.write(field, payload, at: start + index * field.width, &writer)
            }
        }
    }
}

extension MultipleSignalMessage {
    /// The satellites and signals that a message contains.
    private struct Masks {
        /// The set bits, 1...64 from the highest.
        let satellites: [Int]
        let signals: [Int]
        /// The observed combinations of satellites and signals, by their indices above.
        let cells: [(satellite: Int, signal: Int)]
        /// The width of the masks in bits.
        let width: Int

        private let satelliteMask, signalMask, cellMask: UInt64

        /// Reads the three masks; nil if they are truncated, or if the product is larger than the standard permits.
        init?(_ payload: Span<UInt8>, at position: Int) {
            guard let satelliteMask = payload.bits(at: position, width: 64),
                let signalMask = payload.bits(at: position + 64, width: 32)
            else { return nil }
            let satellites = Self.ones(in: satelliteMask, width: 64)
            let signals = Self.ones(in: signalMask, width: 32)
            let size = satellites.count * signals.count
            self.signals = signals
            guard size <= 64, let cellMask = payload.bits(at: position + 96, width: size) else { return nil }
            cells = Self.ones(in: cellMask, width: size).map {
                ($0 - 1).quotientAndRemainder(dividingBy: signals.count)
            }
            .map { (satellite: $0.quotient, signal: $0.remainder) }
            (self.satellites, width) = (satellites, 96 + size)
            (self.satelliteMask, self.signalMask, self.cellMask) = (satelliteMask, signalMask, cellMask)
        }

        func write(into writer: inout FieldWriter) {
            writer.name("DF394")
            writer.integer(satelliteMask)
            writer.name("DF395")
            writer.integer(signalMask)
            writer.name("DF396")
            writer.integer(cellMask)
        }

        private static func ones(in mask: UInt64, width: Int) -> [Int] {
            (0..<width).compactMap { mask >> UInt64(width - 1 - $0) & 1 == 1 ? $0 + 1 : nil }
        }
    }
}
