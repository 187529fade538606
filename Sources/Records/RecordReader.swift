// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
public import GNSSTypes

/// A record with its decoded content.
public struct Record: Sendable, Hashable {
    /// The content of a record.
    public enum Content: Sendable, Hashable {
        /// An observation.
        case observation(Payload)
        /// A stage's result as encoded by its owner; occurs only in files and on the control socket.
        case result(EncodedResult)
        /// The source of the records that follow; occurs only in files.
        case source(SourceID)
        /// An unknown kind or version, which must be skipped.
        case unknown(ObservationKind)
    }

    /// Counts the records of a source; 0 in records published by a driver.
    public var sequence: UInt64
    /// The arrival time of the bytes from which the record was made.
    public var hostTime: HostTime
    public var content: Content
}

/// The reason why bytes are not valid records.
public enum RecordError: Error, Hashable, CustomStringConvertible {
    /// The bytes end within the record.
    case truncated(atOffset: Int)
    /// An impossible record size.
    case wrongSize(UInt32, atOffset: Int)
    /// A payload that is too short for its kind, refers to bytes outside itself, or contains an impossible value.
    case malformed(ObservationKind, String, atOffset: Int)

    /// A message that describes the error.
    public var description: String {
        switch self {
        case .truncated(let offset):
            "the bytes end within the record at offset \(offset)"
        case .wrongSize(let size, let offset):
            "the record at offset \(offset) states a size of \(size) bytes; it must be a multiple of 8 from "
                + "\(RecordLimits.header) to \(RecordLimits.record)"
        case .malformed(let kind, let what, let offset):
            "the \(kind) record at offset \(offset) is malformed: \(what)"
        }
    }
}

/// Reads records in sequence. The bytes need not be trusted: every size, offset, number and text is checked before it
/// is used.
public struct RecordReader: Sendable {
    private let bytes: [UInt8]

    /// The offset of the next record in bytes.
    public private(set) var offset = 0

    /// Creates a reader for records back to back.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The size of the record at `offset`; nil if there are too few bytes to read it.
    ///
    /// - Throws: `RecordError.wrongSize` for an impossible size.
    public static func size(of bytes: [UInt8], atOffset offset: Int) throws(RecordError) -> Int? {
        guard offset >= 0, bytes.count - offset >= 4 else { return nil }
        let size: UInt32 = bytes.load(at: offset)
        guard size % 8 == 0, (RecordLimits.header...RecordLimits.record).contains(Int(size)) else {
            throw .wrongSize(size, atOffset: offset)
        }
        return Int(size)
    }

    /// Returns the next record; nil at the end.
    ///
    /// - Throws: `RecordError`. After `.malformed` the reader has skipped the bad record and can continue; after the
    ///   other errors it cannot.
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
    /// Loads a value at an offset; the caller must have checked that the bytes are present.
    package func load<T: BitwiseCopyable>(at offset: Int) -> T {
        withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: T.self) }
    }
}

/// One record in a batch, including its header.
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

    /// Reads the struct of the payload, which must have at least its original size; fields that it lacks are zero.
    func payload<T: GrowingStruct>(_ type: T.Type, atLeast least: Int) throws(RecordError) -> T {
        let length = size - RecordLimits.header
        guard length >= least else { throw error("too short") }
        return bytes.withUnsafeBytes { bytes in
            // A record is longer than its header, so this slice is not empty.
            let content = bytes[(start + RecordLimits.header)...]
            var value = T()
            // The contract's structs are plain C data without pointers that they own, so copying their bytes is
            // sufficient.
            withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: content.prefix(min(length, $0.count))) }
            return value
        }
    }

    /// Returns the text of a slice.
    ///
    /// - Parameter field: The field's name, for the error.
    /// - Throws: `RecordError` if the slice is out of bounds or its text is not UTF-8.
    func text(_ slice: gnss_slice_v1, _ field: String = "a field") throws(RecordError) -> String {
        let range = try range(of: slice, stride: 1, field)
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            throw error("\(field) is text that is not UTF-8")
        }
        return text
    }

    func words(_ slice: gnss_slice_v1, _ field: String = "a field") throws(RecordError) -> [String] {
        let range = try range(of: slice, stride: 1, field)
        var words: [String] = []
        var start = range.lowerBound
        // A search by bytes is sufficient, because in UTF-8 a space is never part of another character.
        while start < range.upperBound {
            let end = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: " ")) ?? range.upperBound
            if end > start {
                guard let word = String(validating: bytes[start..<end], as: UTF8.self) else {
                    throw error("\(field) is text that is not UTF-8")
                }
                words.append(word)
            }
            start = end + 1
        }
        return words
    }

    /// Returns the range of a slice after checking that it is inside the payload.
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
