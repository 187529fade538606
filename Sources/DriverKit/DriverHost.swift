// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Records

/// The host's answer to a published batch.
public enum PublishAnswer: Int32, Sendable {
    /// The host has accepted the batch.
    case accepted = 0
    /// Not accepted, because consumers are behind. The host gives this answer only to flow-controlled plugins, after it
    /// has waited for a while.
    case wait = 1
    /// Refused, because a size is wrong or a payload is contradictory.
    case malformed = -1
    /// Refused, because drivers may not publish the kind, or the plugin did not declare it.
    case forbidden = -2
}

/// The severity of a log message.
public enum LogLevel: Int32, Sendable, Comparable {
    /// Details for diagnosing a problem.
    case debug = 1
    /// An event of normal operation.
    case info = 2
    /// A problem that does not stop the driver.
    case warning = 3
    /// Something does not work.
    case error = 4

    /// Orders by severity, the least severe first.
    public static func < (a: LogLevel, b: LogLevel) -> Bool { a.rawValue < b.rawValue }
}

/// A call that violates the contract and has no effect.
public enum HostMisuse: Sendable, Hashable, CustomStringConvertible {
    /// A batch that is too large or NULL.
    case batch(bytes: UInt, isNull: Bool)
    /// A state that the contract does not define, or that only the host reports.
    case state(Int32)

    /// A description of the misuse, for people.
    public var description: String {
        switch self {
        case .batch(let bytes, let isNull):
            "it published \(bytes) bytes\(isNull ? " at NULL" : ""); allowed: up to \(RecordLimits.batch) bytes a batch"
        case .state(let state): "it reported the state \(state); allowed: 1...5 (GNSS_STATE_…)"
        }
    }
}

/// The interface of a driver's host: the gateway, a test, or a conformance check. Drivers use it through
/// `DriverContext`.
public protocol DriverHost: AnyObject {
    /// Accepts or refuses a batch of records. Copies the parts that it keeps.
    ///
    /// - Parameters:
    ///   - batch: The records back to back, at most 1 MiB; valid only during the call.
    ///   - recordCount: The number of records.
    func publish(_ batch: UnsafeRawBufferPointer, recordCount: Int) -> PublishAnswer

    /// Accepts a log message. Any thread may call it.
    func log(_ level: LogLevel, _ message: String)

    /// Accepts the driver's state.
    func report(_ state: DriverStateReport)

    /// Reads both clocks. Any thread may call it.
    func now() -> HostTime

    /// Records a call that violates the contract. By default, the violation is logged as an error.
    func note(_ misuse: HostMisuse)
}

extension DriverHost {
    /// Logs the violation as an error.
    public func note(_ misuse: HostMisuse) { log(.error, misuse.description) }
}
