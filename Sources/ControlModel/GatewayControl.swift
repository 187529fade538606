// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The daemon's reports and commands. The gateway implements them, and the control interface offers them to the
/// command line and to other programs.
public protocol GatewayControl: Sendable {
    /// An overview of the daemon.
    func status() async -> GatewayReport

    /// The gateway and the active receiver, for a page "about this device".
    func deviceInformation() async -> DeviceInformation

    /// The indicators.
    ///
    /// - Parameter receiver: The ID of the receiver whose abilities are shown; nil for the active receiver.
    /// - Throws: `ControlError` if the receiver is unknown.
    func indicators(of receiver: String?) async throws(ControlError) -> IndicatorsReport

    /// The receivers, in the order in which they were added.
    func receivers() async -> [ReceiverReport]

    /// A receiver's observations and abilities.
    ///
    /// - Throws: `ControlError` if the receiver is unknown.
    func capabilities(of receiver: String) async throws(ControlError) -> CapabilitiesReport

    /// The satellites in a receiver's view.
    ///
    /// - Parameter receiver: Its ID; nil for the active receiver.
    /// - Throws: `ControlError` if the receiver is unknown.
    func satellites(of receiver: String?) async throws(ControlError) -> SatellitesReport

    /// The OSNMA verdicts on navigation data.
    ///
    /// - Parameter receiver: The ID of a receiver; nil for all.
    /// - Throws: `ControlError` if the receiver is unknown.
    func osnma(of receiver: String?) async throws(ControlError) -> OSNMAReport

    /// A receiver's recent epochs.
    ///
    /// - Throws: `ControlError` if the receiver is unknown.
    func history(_ request: HistoryRequest) async throws(ControlError) -> HistoryReport

    /// Current and past alerts, the newest first.
    ///
    /// - Parameter limit: The largest number of alerts.
    func alertLog(limit: Int) async -> AlertLogReport

    /// The connected devices that may be receivers.
    ///
    /// - Throws: `ControlError` if the system cannot list devices.
    func devices() async throws(ControlError) -> [DeviceReport]

    /// Selects the active receiver. The operator's selection applies until the next one, even across restarts.
    ///
    /// - Throws: `ControlError` if the receiver is unknown or the selection cannot be stored.
    func use(receiver: String) async throws(ControlError) -> ActiveReceiverReport

    /// Reverts the operator's selection, so that the gateway selects the active receiver.
    ///
    /// - Throws: `ControlError` if the change cannot be stored.
    func useAutomatically() async throws(ControlError) -> ActiveReceiverReport

    /// Deletes the facts stored about a device.
    ///
    /// - Parameter identity: The device's identity, or the ID of a receiver.
    /// - Throws: `ControlError` if the device is unknown or the change cannot be stored.
    func forget(identity: String) async throws(ControlError)

    /// Starts, stops or restarts a receiver. The command is effective until the daemon ends.
    ///
    /// - Throws: `ControlError` if the receiver is unknown.
    func perform(_ command: ReceiverCommand, on receiver: String) async throws(ControlError) -> ReceiverReport

    /// Reloads the configuration; receivers whose configuration is unchanged continue to run.
    ///
    /// - Throws: `ControlError` if the file is invalid, in which case nothing is changed.
    func reload() async throws(ControlError)
}

/// A command for a receiver.
public enum ReceiverCommand: String, Sendable, CaseIterable {
    /// Start a stopped receiver, or end the backoff of a waiting one.
    case start
    /// Stop the receiver and keep it stopped.
    case stop
    /// Stop the receiver and start it again.
    case restart
}

/// The reason for refusing a request.
public struct ControlError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a refusal.
    public enum Kind: String, Sendable, CaseIterable {
        /// The named object does not exist.
        case notFound
        /// The request is not possible in the current state.
        case conflict
        /// The client may not do this.
        case forbidden
        /// A value in the request is wrong.
        case invalid
        /// The object has changed since the client last read it.
        case outdated
        /// The request contradicts an earlier one.
        case unprocessable
        /// The disk is full.
        case full
        /// A required resource is unavailable.
        case unavailable
    }

    /// The kind of the refusal.
    public var kind: Kind
    /// The problem and its remedy, for people.
    public var description: String
    /// The reason as a code for programs, such as `pin_needed`, if the kind has several reasons.
    public var code: String?
    /// The refusal as a code with parameters; nil to use the standard sentence of `code`.
    public var message: CodedText?
    /// The values that are wrong; empty if the request was refused for another reason.
    public var errors: [ValueError] = []

    public init(_ kind: Kind, _ description: String, code: String? = nil, message: CodedText? = nil) {
        self.kind = kind
        self.description = description
        self.code = code
        self.message = message
    }
}
