// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Records

/// What a host makes of a published batch.
public enum PublishAnswer: Int32, Sendable {
    /// Taken.
    case accepted = 0
    /// Not taken: consumers are behind. Only for flow controlled plugins, after the host has waited a while.
    case wait = 1
    /// Refused: a size is wrong, or a payload contradicts itself.
    case malformed = -1
    /// Refused: a kind that is not a driver's to publish, or that the plugin did not declare.
    case forbidden = -2
}

/// How much a log line matters.
public enum LogLevel: Int32, Sendable, Comparable {
    /// For people who look into a problem.
    case debug = 1
    /// For the record.
    case info = 2
    /// Something is not as it should be.
    case warning = 3
    /// Something does not work.
    case error = 4

    /// What matters less is the smaller.
    public static func < (a: LogLevel, b: LogLevel) -> Bool { a.rawValue < b.rawValue }
}

/// A call of the host that the contract does not allow; nothing comes of it.
public enum HostMisuse: Sendable, Hashable, CustomStringConvertible {
    /// A batch of more bytes than a batch may have, or at NULL.
    case batch(bytes: UInt, isNull: Bool)
    /// A state that the contract does not know.
    case state(Int32)

    /// The misuse for people.
    public var description: String {
        switch self {
        case .batch(let bytes, let isNull):
            "it published \(bytes) bytes\(isNull ? " at NULL" : ""); allowed: up to \(RecordLimits.batch) bytes a batch"
        case .state(let state): "it reported the state \(state); allowed: 1...6 (GNSS_STATE_…)"
        }
    }
}

/// What a driver's host offers it: the gateway, a test, a conformance check. `DriverContext` is the face of
/// it that a driver sees.
public protocol DriverHost: AnyObject {
    /// Takes a batch of records, or says why not. Copies what it keeps.
    ///
    /// - Parameters:
    ///   - batch: the records back to back, at most 1 MiB; valid during the call.
    ///   - recordCount: how many there are.
    func publish(_ batch: UnsafeRawBufferPointer, recordCount: Int) -> PublishAnswer

    /// Takes a log line. Any thread.
    func log(_ level: LogLevel, _ message: String)

    /// Takes the driver's state.
    func report(_ state: DriverStateReport)

    /// Both clocks. Any thread.
    func now() -> HostTime

    /// Takes note of a call that the contract does not allow. Without an implementation it is an error in the log.
    func note(_ misuse: HostMisuse)
}

extension DriverHost {
    /// Writes the misuse to the log, as an error.
    public func note(_ misuse: HostMisuse) { log(.error, misuse.description) }
}
