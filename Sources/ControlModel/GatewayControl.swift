// SPDX-License-Identifier: Apache-2.0

/// What the daemon tells of itself and can be asked to do. The gateway implements it; the control interface serves it
/// to the command line and to programs.
public protocol GatewayControl: Sendable {
    /// Everything at a glance.
    func status() async -> GatewayReport

    /// The gateway and the active receiver: what a page "about this device" shows.
    func deviceInformation() async -> DeviceInformation

    /// The indicators.
    ///
    /// - Parameter receiver: the id of the receiver whose abilities are shown; nil: the active receiver.
    /// - Throws: `ControlError` where there is no such receiver.
    func indicators(of receiver: String?) async throws(ControlError) -> IndicatorsReport

    /// The receivers, in the order they came.
    func receivers() async -> [ReceiverReport]

    /// What a receiver delivers and can do.
    ///
    /// - Throws: `ControlError` where there is no such receiver.
    func capabilities(of receiver: String) async throws(ControlError) -> CapabilitiesReport

    /// The satellites that a receiver sees.
    ///
    /// - Parameter receiver: its id; nil: the active receiver.
    /// - Throws: `ControlError` where there is no such receiver.
    func satellites(of receiver: String?) async throws(ControlError) -> SatellitesReport

    /// Which navigation data Galileo authenticates.
    ///
    /// - Parameter receiver: of this one alone; nil: of all.
    /// - Throws: `ControlError` where there is no such receiver.
    func osnma(of receiver: String?) async throws(ControlError) -> OSNMAReport

    /// What a receiver's epochs were like over the last while.
    ///
    /// - Throws: `ControlError` where there is no such receiver.
    func history(_ request: HistoryRequest) async throws(ControlError) -> HistoryReport

    /// The alerts that there are and were, the newest first.
    ///
    /// - Parameter limit: how many at most.
    func alertLog(limit: Int) async -> AlertLogReport

    /// The devices that are plugged in and may be receivers.
    ///
    /// - Throws: `ControlError` where the system cannot be asked.
    func devices() async throws(ControlError) -> [DeviceReport]

    /// Selects the active receiver. The operator's selection holds until the next one, also across restarts.
    ///
    /// - Throws: `ControlError` where there is no such receiver, or the selection cannot be stored.
    func use(receiver: String) async throws(ControlError) -> ActiveReceiverReport

    /// Takes the operator's selection back: the gateway decides.
    ///
    /// - Throws: `ControlError` where that cannot be stored.
    func useAutomatically() async throws(ControlError) -> ActiveReceiverReport

    /// Forgets what was learnt of a device.
    ///
    /// - Parameter identity: the device's identity, or the id of a receiver.
    /// - Throws: `ControlError` where it is not known, or that cannot be stored.
    func forget(identity: String) async throws(ControlError)

    /// Starts, stops or restarts a receiver, until the daemon ends.
    ///
    /// - Throws: `ControlError` where there is no such receiver.
    func perform(_ command: ReceiverCommand, on receiver: String) async throws(ControlError) -> ReceiverReport

    /// Reads the configuration again; receivers that it leaves as they are run on.
    ///
    /// - Throws: `ControlError` where the file is wrong; then all goes on as it was.
    func reload() async throws(ControlError)
}

/// What can be done with a receiver.
public enum ReceiverCommand: String, Sendable, CaseIterable {
    /// Starts one that was stopped; one that waits tries at once.
    case start
    /// Stops it, and leaves it stopped.
    case stop
    /// Stops it and starts it again.
    case restart
}

/// Why something that was asked for is not done.
public struct ControlError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a refusal.
    public enum Kind: String, Sendable, CaseIterable {
        /// What was named does not exist.
        case notFound
        /// What was asked for cannot be, as things stand.
        case conflict
        /// What was given is wrong.
        case invalid
        /// What is to be changed is not what the client saw any more.
        case outdated
        /// No room is left on the disk.
        case full
        /// Something that is needed is not available.
        case unavailable
    }

    /// What kind it is.
    public var kind: Kind
    /// What is wrong and what to do, for people.
    public var description: String
    /// The reason in a word for programs, where there are several: `pin_needed`.
    public var code: String?

    public init(_ kind: Kind, _ description: String, code: String? = nil) {
        self.kind = kind
        self.description = description
        self.code = code
    }
}
