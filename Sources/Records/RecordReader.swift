// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
public import GNSSTypes

/// A record with its decoded content.
public struct Record: Sendable, Hashable {
    /// What a record holds.
    public enum Content: Sendable, Hashable {
        /// An observation.
        case observation(Payload)
        /// In files, and on the control socket: a stage's result, as its owner has encoded it.
        case result(EncodedResult)
        /// In files: whose the following records are.
        case source(SourceID)
        /// A kind or a version of it that this program does not know; it is to be skipped.
        case unknown(ObservationKind)
    }

    /// Counts the records of a source; 0 in what a driver publishes.
    public var sequence: UInt64
    /// When the bytes behind it had arrived.
    public var hostTime: HostTime
    public var content: Content
}

/// Why bytes are not records.
public enum RecordError: Error, Hashable, CustomStringConvertible {
    /// The bytes end within a record.
    case truncated(atOffset: Int)
    /// A size that no record can have.
    case wrongSize(UInt32, atOffset: Int)
    /// A payload that is too short for its kind, points outside itself, or says what cannot be.
    case malformed(ObservationKind, String, atOffset: Int)

    /// The error for people.
    public var description: String {
        switch self {
        case .truncated(let offset):
            "the bytes end within the record at offset \(offset)"
        case .wrongSize(let size, let offset):
            "the record at offset \(offset) states a size of \(size) bytes; allowed are multiples of 8 from "
                + "\(RecordLimits.header) to \(RecordLimits.record)"
        case .malformed(let kind, let what, let offset):
            "the \(kind) record at offset \(offset) is malformed: \(what)"
        }
    }
}

/// Reads records one after the other. The bytes may come from anywhere: every size, offset, number and text is checked
/// before it is used.
public struct RecordReader: Sendable {
    private let bytes: [UInt8]

    /// Where the next record begins, in bytes.
    public private(set) var offset = 0

    /// A reader of the records that stand back to back in `bytes`.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The size that the record at `offset` states, or nil while the bytes are too few to tell.
    ///
    /// - Throws: `RecordError.wrongSize` for a size that no record can have.
    public static func size(of bytes: [UInt8], atOffset offset: Int) throws(RecordError) -> Int? {
        guard offset >= 0, bytes.count - offset >= 4 else { return nil }
        let size: UInt32 = bytes.load(at: offset)
        guard size % 8 == 0, (RecordLimits.header...RecordLimits.record).contains(Int(size)) else {
            throw .wrongSize(size, atOffset: offset)
        }
        return Int(size)
    }

    /// The next record, or nil at the end.
    ///
    /// - Throws: `RecordError`. After `.malformed` the reader stands behind the bad record and can go on; after the
    ///   others it cannot.
    public mutating func next() throws(RecordError) -> Record? {
        guard offset < bytes.count else { return nil }
        guard let size = try Self.size(of: bytes, atOffset: offset), size <= bytes.count - offset else {
            throw .truncated(atOffset: offset)
        }
        let body = RecordBody(bytes: bytes, start: offset, size: size)
        offset += size
        return try body.record()
    }
}

extension [UInt8] {
    /// A value at an offset; callers have checked that the bytes are there.
    package func load<T: BitwiseCopyable>(at offset: Int) -> T {
        withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: T.self) }
    }
}

/// One record within a batch, its header included.
struct RecordBody {
    let bytes: [UInt8]
    let start: Int
    let size: Int

    var kind: ObservationKind { ObservationKind(rawValue: bytes.load(at: start + 4)) }

    func record() throws(RecordError) -> Record {
        let header: gnss_record_v1 = bytes.load(at: start)
        let time = try arrival(header.monotonic_ns, header.wall_ns)
        let content = try content(version: header.version)
        return Record(sequence: header.sequence, hostTime: time, content: content)
    }

    private func content(version: UInt16) throws(RecordError) -> Record.Content {
        guard kind.rawValue < 256 else { return try result(version: version) }
        guard version == 1 else { return .unknown(kind) }
        switch kind {
        case .fix: return .observation(.fix(try fix()))
        case .satellites: return .observation(.satellites(try skyView()))
        case .signals: return .observation(.signals(try signalView()))
        case .navigationPage: return .observation(.navigationPage(try navigationPage()))
        case .measurements: return .observation(.measurements(try measurementEpoch()))
        case .corrections: return .observation(.corrections(try correctionData()))
        case .attitude: return .observation(.attitude(try attitude()))
        case .timing: return .observation(.timing(try timing()))
        case .sentence: return .observation(.sentence(try sentence()))
        case .receiver: return .observation(.receiver(try identity()))
        case .driverState: return .observation(.driverState(try driverState()))
        case ObservationKind(rawValue: UInt16(GNSS_KIND_SOURCE)): return .source(try source())
        default: return .unknown(kind)
        }
    }

    /// The fixed part of the payload: as much of it as the record has, but no less than it had at first.
    func payload<T: GrowingStruct>(_ type: T.Type, atLeast least: Int) throws(RecordError) -> T {
        let length = size - RecordLimits.header
        guard length >= least else { throw error("too short") }
        return bytes.withUnsafeBytes { bytes in
            // A record has more than its header, so there is a first byte.
            let content = bytes[(start + RecordLimits.header)...]
            var value = T()
            // The contract's structs are plain C data: their bytes are all there is, and they own nothing.
            withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: content.prefix(min(length, $0.count))) }
            return value
        }
    }

    /// The text of a slice.
    ///
    /// - Parameter field: what the error names.
    func text(_ slice: gnss_slice_v1, _ field: String = "a field") throws(RecordError) -> String {
        let range = try range(of: slice, stride: 1, field)
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            throw error("\(field) is text that is not UTF-8")
        }
        return text
    }

    func words(_ slice: gnss_slice_v1, _ field: String = "a field") throws(RecordError) -> [String] {
        let text = try text(slice, field)
        return text.isEmpty ? [] : text.split(separator: " ").map(String.init)
    }

    /// Where the bytes of a slice stand, checked to be inside the payload.
    func range(
        of slice: gnss_slice_v1, stride: Int, _ field: String = "a field"
    ) throws(RecordError) -> Range<Int> {
        guard slice.count > 0 else { return start..<start }
        let offset = Int(slice.offset)
        guard offset >= RecordLimits.header, offset <= size, Int(slice.count) <= (size - offset) / stride else {
            throw error("\(field) is a slice outside the record")
        }
        return start + offset..<start + offset + Int(slice.count) * stride
    }

    func error(_ what: String) -> RecordError { .malformed(kind, what, atOffset: start) }
}
