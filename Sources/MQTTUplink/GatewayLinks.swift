// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import Synchronization

/// The parts of the gateway that the stage uses and that are created after it.
final class GatewayLinks: Sendable {
    typealias Uplinks = @Sendable () async -> [FleetGatewayReport.Uplink]
    typealias Perform = @Sendable (RemoteOrder) async throws(ControlError) -> Void

    /// Guards the functions, which are set once; held for copies only.
    private let functions = Mutex<(uplinks: Uplinks, perform: Perform)?>(nil)

    /// Guards whether the broker has acknowledged a message of this gateway, ever and on the present connection; held for
    /// copies only.
    private let publishing = Mutex((everWorked: false, works: false))

    /// True if the broker has acknowledged a message of this gateway.
    var hasPublished: Bool { publishing.withLock { $0.everWorked } }

    /// True if the broker has acknowledged a message on the present connection.
    var isPublishing: Bool { publishing.withLock { $0.works } }

    /// Records that the broker has acknowledged a message.
    func published() { publishing.withLock { $0 = (true, true) } }

    /// Records the end of the connection that publishes.
    func disconnected() { publishing.withLock { $0.works = false } }

    /// Records that another broker or other settings are used.
    func reset() { publishing.withLock { $0 = (false, false) } }

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
