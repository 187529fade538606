// SPDX-License-Identifier: Apache-2.0

public import DriverKit
public import GNSSTypes
internal import Records

/// A report from a driver's process to the gateway, which validates all of it.
public enum ChildReport: PipeMessage, Hashable {
    /// The plugin's description. The first frame is this one or `refused`.
    case described(PluginDescription)
    /// The plugin cannot be used, with the reason; `isNoDriver` if the file is a library of a different kind.
    case refused(isNoDriver: Bool, String)
    /// The driver was created.
    case created
    /// The plugin created no driver, with the reason.
    case createFailed(String)
    /// A batch that the driver published.
    case batch(recordCount: UInt32, records: [UInt8])
    /// A log message.
    case log(LogLevel, String)
    /// The driver's state.
    case state(DriverStateReport)
    /// The driver's `run` returned.
    case ended(RunOutcome)
    /// The result of a probe: the certainty 0...100, or nil if the device could not be opened.
    case finding(certainty: UInt8?, String)
    /// The number of messages for the receiver that were dropped, because it is too slow or accepts none.
    case gaveUp(UInt32)

    private enum Kind: UInt16 {
        case described = 1
        case refused
        case created
        case createFailed
        case batch
        case log
        case state
        case ended
        case finding
        case gaveUp
    }

    /// The longest body of a kind in bytes.
    public static func longestBody(ofKind kind: UInt16) -> Int? {
        switch Kind(rawValue: kind) {
        case .described: 64 + 4 * (4 + PipeLimits.text) + 2 * (4 + PipeLimits.document)
        case .batch: 4 + RecordLimits.batch
        case .created: 0
        case .gaveUp: 4
        case .refused, .createFailed, .log, .state, .ended, .finding: 16 + PipeLimits.text
        case nil: nil
        }
    }

    /// Parses a body and sanitises the texts that people will read.
    ///
    /// - Throws: `PipeError.malformed` if the body does not match its kind.
    public init(kind: UInt16, body: ArraySlice<UInt8>) throws(PipeError) {
        var reader = PipeBodyReader(kind: kind, body)
        switch Kind(rawValue: kind) {
        case .described: self = .described(try PluginDescription(&reader))
        case .refused: self = .refused(isNoDriver: try reader.number(UInt8.self) == 1, try reader.words())
        case .created: self = .created
        case .createFailed: self = .createFailed(try reader.words())
        case .batch: self = .batch(recordCount: try reader.number(), records: Array(reader.remainder()))
        case .log:
            guard let level = LogLevel(rawValue: try reader.number()) else { throw reader.error("undefined log level") }
            self = .log(level, try reader.words())
        case .state:
            guard let state = DriverState(rawValue: try reader.number()) else { throw reader.error("undefined state") }
            self = .state(DriverStateReport(state, reason: try reader.words()))
        case .ended: self = .ended(try RunOutcome(&reader))
        case .finding: self = try Self.finding(&reader)
        case .gaveUp: self = .gaveUp(try reader.number())
        case nil: throw .unknownKind(kind)
        }
        try reader.end()
    }

    /// The report as one frame.
    public var frame: [UInt8] {
        switch self {
        case .described(let description): return Self.frame(.described) { description.write(to: &$0) }
        case .refused(let isNoDriver, let words):
            return Self.frame(.refused) {
                $0.append(UInt8(isNoDriver ? 1 : 0))
                $0.append(words)
            }
        case .created: return Self.frame(.created) { _ in }
        case .createFailed(let words): return Self.frame(.createFailed) { $0.append(words) }
        case .batch(let count, let records):
            return records.withUnsafeBytes { Self.batchFrame($0, recordCount: count) }
        case .log(let level, let words):
            return Self.frame(.log) {
                $0.append(level.rawValue)
                $0.append(words)
            }
        case .state(let report):
            return Self.frame(.state) {
                $0.append(report.state.rawValue)
                $0.append(report.reason)
            }
        case .ended(let outcome): return Self.frame(.ended) { outcome.write(to: &$0) }
        case .finding(let certainty, let words):
            return Self.frame(.finding) {
                $0.append(certainty ?? Self.unopened)
                $0.append(words)
            }
        case .gaveUp(let count): return Self.frame(.gaveUp) { $0.append(count) }
        }
    }

    /// A batch as one frame, copied once. The other side refuses a batch longer than `RecordLimits.batch`.
    public static func batchFrame(_ records: UnsafeRawBufferPointer, recordCount: UInt32) -> [UInt8] {
        var writer = PipeFrameWriter(kind: Kind.batch.rawValue, room: 4 + records.count)
        writer.append(recordCount)
        writer.append(raw: records)
        return writer.frame()
    }

    private static let unopened: UInt8 = 255

    private static func finding(_ reader: inout PipeBodyReader) throws(PipeError) -> ChildReport {
        let certainty = try reader.number(UInt8.self)
        guard certainty <= 100 || certainty == unopened else { throw reader.error("a certainty of \(certainty)") }
        return .finding(certainty: certainty == unopened ? nil : certainty, try reader.words())
    }

    private static func frame(_ kind: Kind, _ fill: (inout PipeFrameWriter) -> Void) -> [UInt8] {
        var writer = PipeFrameWriter(kind: kind.rawValue)
        fill(&writer)
        return writer.frame()
    }
}

extension RunOutcome {
    fileprivate init(_ reader: inout PipeBodyReader) throws(PipeError) {
        let code = try reader.number(UInt8.self)
        let words = try reader.words()
        switch code {
        case 0: self = .stopped
        case 1: self = .finished
        case 2: self = .lost(words)
        case 3: self = .failed(words)
        case 4: self = .refused(words)
        default: throw reader.error("undefined outcome")
        }
    }

    fileprivate func write(to writer: inout PipeFrameWriter) {
        let (code, words): (UInt8, String) =
            switch self {
            case .stopped: (0, "")
            case .finished: (1, "")
            case .lost(let words): (2, words)
            case .failed(let words): (3, words)
            case .refused(let words): (4, words)
            }
        writer.append(code)
        writer.append(words)
    }
}
