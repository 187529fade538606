// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
public import GNSSTypes

/// Builds a batch of records in the contract's encoding (`gnss_driver.h`), which drivers publish, pipes transport and
/// recording files contain.
public struct RecordWriter: Sendable {
    /// The records, back to back.
    public private(set) var bytes: [UInt8] = []

    /// The number of records.
    public private(set) var recordCount = 0

    public init() {}

    /// Removes all records but keeps the memory.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        recordCount = 0
    }

    /// Appends an observation as one record.
    ///
    /// - Parameters:
    ///   - payload: The content. A stage's result cannot be appended here, because only its owner can encode it.
    ///   - sequence: The observation's sequence number; 0 for a driver.
    ///   - time: The arrival of the underlying bytes; clamped to 1970 to 2200, the range that readers accept.
    /// - Returns: False if the record would exceed the contract's limit of 128 KiB, or for a stage's result; nothing
    ///   was appended then.
    @discardableResult
    public mutating func append(_ payload: Payload, sequence: UInt64 = 0, hostTime time: HostTime) -> Bool {
        let record = open(kind: payload.kind.rawValue, sequence: sequence, hostTime: time)
        switch payload {
        case .fix(let fix): append(fix, to: record)
        case .satellites(let sky): append(sky, to: record)
        case .signals(let view): append(view, to: record)
        case .navigationPage(let page): append(page, to: record)
        case .measurements(let epoch): append(epoch, to: record)
        case .corrections(let data): append(data, to: record)
        case .attitude(let attitude): append(attitude, to: record)
        case .timing(let timing): append(timing, to: record)
        case .sentence(let sentence): append(sentence, to: record)
        case .receiver(let identity): append(identity, to: record)
        case .driverState(let report): append(report, to: record)
        case .result:
            // Only the result's owner can encode it.
            bytes.removeLast(bytes.count - record.start)
            return false
        }
        return close(record)
    }

    /// Appends a stage's result as one record. Only for files and the control socket.
    ///
    /// - Parameters:
    ///   - result: The result as encoded by its owner.
    ///   - sequence: The observation's sequence number.
    ///   - time: The time of the observation.
    /// - Returns: False if the record would exceed the limit of 128 KiB; nothing was appended then.
    @discardableResult
    public mutating func append(_ result: EncodedResult, sequence: UInt64 = 0, hostTime time: HostTime) -> Bool {
        let version = EncodedResult.version
        let record = open(kind: result.kind.rawValue, version: version, sequence: sequence, hostTime: time)
        let fixed = bytes.count
        append(gnss_slice_v1())
        store(slice(result.json, in: record), at: fixed)
        return close(record)
    }

    /// Appends a record with the source of the following ones. Only for files.
    public mutating func append(source: SourceID, hostTime time: HostTime) {
        let record = open(kind: UInt16(GNSS_KIND_SOURCE), sequence: 0, hostTime: time)
        let fixed = reserve(gnss_source_v1.self)
        store(gnss_source_v1(source: text(source.rawValue, in: record)), at: fixed)
        _ = close(record)
    }

    /// The start of an open record.
    struct OpenRecord {
        let start: Int
    }

    private mutating func open(
        kind: UInt16, version: UInt16 = 1, sequence: UInt64, hostTime: HostTime
    ) -> OpenRecord {
        let hostTime = hostTime.broughtIntoContract
        let header = gnss_record_v1(
            size: 0, kind: kind, version: version, sequence: sequence,
            monotonic_ns: hostTime.monotonicNanoseconds, wall_ns: hostTime.wallNanoseconds)
        let start = bytes.count
        append(header)
        return OpenRecord(start: start)
    }

    private mutating func close(_ record: OpenRecord) -> Bool {
        pad()
        let size = bytes.count - record.start
        guard size <= RecordLimits.record else {
            bytes.removeLast(size)
            return false
        }
        store(UInt32(size).littleEndian, at: record.start)
        recordCount += 1
        return true
    }

    /// Reserves room for a struct at the end; returns its offset.
    mutating func reserve<T: GrowingStruct & BitwiseCopyable>(_ type: T.Type) -> Int {
        let start = bytes.count
        append(T())
        return start
    }

    /// Reserves room for a part of a struct at the end; returns its offset.
    mutating func reserve(bytes count: Int) -> Int {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: count))
        return start
    }

    /// Appends a struct.
    mutating func append<T: BitwiseCopyable>(_ value: T) {
        withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
    }

    mutating func store<T: BitwiseCopyable>(_ value: T, at offset: Int) {
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: value, toByteOffset: offset, as: T.self) }
    }

    /// Stores the first bytes of a struct.
    ///
    /// - Parameter count: The number of bytes, at most the size of the struct and the room at `offset`.
    mutating func store<T: BitwiseCopyable>(_ value: T, bytes count: Int, at offset: Int) {
        // Both pointers are used only within the closures.
        withUnsafeBytes(of: value) { value in
            bytes.withUnsafeMutableBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + count])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: value.prefix(count)))
            }
        }
    }

    mutating func text(_ string: String, in record: OpenRecord) -> gnss_slice_v1 {
        slice(string.utf8, in: record)
    }

    mutating func slice(_ content: some Collection<UInt8>, in record: OpenRecord) -> gnss_slice_v1 {
        guard !content.isEmpty else { return gnss_slice_v1(offset: 0, count: 0) }
        let offset = bytes.count - record.start
        bytes.append(contentsOf: content)
        return gnss_slice_v1(
            offset: UInt32(truncatingIfNeeded: offset), count: UInt32(truncatingIfNeeded: content.count))
    }

    /// Appends the names of messages, separated by spaces.
    mutating func words(_ words: [String], in record: OpenRecord) -> gnss_slice_v1 {
        let offset = bytes.count - record.start
        for (index, word) in words.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: " ")) }
            bytes.append(contentsOf: word.utf8)
        }
        let count = bytes.count - record.start - offset
        return gnss_slice_v1(offset: count == 0 ? 0 : UInt32(offset), count: UInt32(count))
    }

    /// Pads to a multiple of 8, as required for arrays of structs and for records.
    mutating func pad() {
        while bytes.count % 8 != 0 { bytes.append(0) }
    }
}

/// The limits of the contract.
public enum RecordLimits {
    /// The largest size of a record in bytes.
    public static let record = 128 * 1024
    /// The largest size of a batch in bytes.
    public static let batch = 1024 * 1024
    /// The size of a record's header in bytes.
    public static let header = 32
    /// The largest length in bytes of each text in a receiver's identity; the rest of a longer text is dropped.
    public static let identityText = 256
}
