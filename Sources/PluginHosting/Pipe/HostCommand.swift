// SPDX-License-Identifier: Apache-2.0

public import DriverKit

/// A command from the gateway to a driver's process.
public enum HostCommand: PipeMessage, Hashable {
    /// Create a driver with this section `config`, validated JSON. Sent once.
    case create(configuration: String)
    /// Run the driver. Sent once, after it was created.
    case run
    /// Make `run` return.
    case stop
    /// Probe this device for a receiver of the plugin's kind, until a deadline of the monotonic clock.
    case probe(device: String, deadlineNanoseconds: Int64)
    /// The result of `publish`; only flow-controlled plugins wait for it.
    case answer(PublishAnswer)
    /// Pass these bytes on to the receiver.
    case write([UInt8])

    private enum Kind: UInt16 {
        case create = 1
        case run
        case stop
        case probe
        case answer
        case write
    }

    /// The longest body of a kind in bytes.
    public static func longestBody(ofKind kind: UInt16) -> Int? {
        switch Kind(rawValue: kind) {
        case .create: 4 + PipeLimits.document
        case .run, .stop: 0
        case .probe: 8 + 4 + PipeLimits.device
        case .answer: 4
        case .write: CorrectionQueue.limit
        case nil: nil
        }
    }

    /// Parses a body.
    ///
    /// - Throws: `PipeError.malformed` if the body does not match its kind.
    public init(kind: UInt16, body: ArraySlice<UInt8>) throws(PipeError) {
        var reader = PipeBodyReader(kind: kind, body)
        switch Kind(rawValue: kind) {
        case .create: self = .create(configuration: try reader.text(limit: PipeLimits.document))
        case .run: self = .run
        case .stop: self = .stop
        case .probe:
            let deadline = try reader.number(Int64.self)
            self = .probe(device: try reader.text(limit: PipeLimits.device), deadlineNanoseconds: deadline)
        case .answer:
            guard let answer = PublishAnswer(rawValue: try reader.number()) else {
                throw reader.error("undefined answer")
            }
            self = .answer(answer)
        case .write: self = .write(Array(reader.remainder()))
        case nil: throw .unknownKind(kind)
        }
        try reader.end()
    }

    /// The command as one frame.
    public var frame: [UInt8] {
        switch self {
        case .create(let configuration):
            var writer = PipeFrameWriter(kind: Kind.create.rawValue)
            writer.append(configuration, limit: PipeLimits.document)
            return writer.frame()
        case .run: return PipeFrameWriter(kind: Kind.run.rawValue).frame()
        case .stop: return PipeFrameWriter(kind: Kind.stop.rawValue).frame()
        case .probe(let device, let deadline):
            var writer = PipeFrameWriter(kind: Kind.probe.rawValue)
            writer.append(deadline)
            writer.append(device, limit: PipeLimits.device)
            return writer.frame()
        case .answer(let answer):
            var writer = PipeFrameWriter(kind: Kind.answer.rawValue)
            writer.append(answer.rawValue)
            return writer.frame()
        case .write(let bytes):
            var writer = PipeFrameWriter(kind: Kind.write.rawValue, room: bytes.count)
            bytes.withUnsafeBytes { writer.append(raw: $0) }
            return writer.frame()
        }
    }
}
