// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import Synchronization

/// The parts of the gateway that the stage uses and that are created after it.
final class GatewayLinks: Sendable {
    typealias Uplinks = @Sendable () async -> [FleetGatewayReport.Uplink]
    typealias Perform = @Sendable (RemoteOrder) async throws(ControlError) -> Void

    /// Guards the functions, which are set once; held for copies only.
    private let functions = Mutex<(uplinks: Uplinks, perform: Perform)?>(nil)

    /// Guards whether the broker has acknowledged a message of this gateway; held for copies only.
    private let published = Mutex(false)

    /// True if the broker has acknowledged a message of this gateway.
    var hasPublished: Bool { published.withLock { $0 } }

    func setPublished(_ isIt: Bool) { published.withLock { $0 = isIt } }

    func set(_ uplinks: @escaping Uplinks, _ perform: @escaping Perform) {
        functions.withLock { $0 = (uplinks, perform) }
    }

    /// The other services to which positions are sent.
    func uplinks() async -> [FleetGatewayReport.Uplink] { await functions.withLock({ $0?.uplinks })?() ?? [] }

    /// Executes a command.
    ///
    /// - Throws: The reason for refusing it.
    func perform(_ order: RemoteOrder) async throws(ControlError) {
        guard let perform = functions.withLock({ $0?.perform }) else {
            throw ControlError(.unavailable, "the gateway is starting; try again")
        }
        try await perform(order)
    }
}
