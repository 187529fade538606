// SPDX-License-Identifier: Apache-2.0

internal import Alerts
internal import DaemonRuntime
internal import DeviceDiscovery
internal import GNSSTypes
internal import Logging
internal import ObservationBus
internal import ReceiverHost
internal import Storage

extension ReceiverLearner {
    /// Creates a learner for the receivers of a fleet. The receiver selected by the operator stays selected even if
    /// its device appears under another receiver id.
    convenience init(
        hub: ObservationHub, store: Store, clock: GatewayClock, logger: Logger, fleet: ReceiverFleet,
        selection: SelectionService, discovery: ReceiverDiscovery, webhook: WebhookService
    ) {
        self.init(hub: hub, store: store, clock: clock, logger: logger) { source in
            fleet.receivers.first { $0.plan.id == source.rawValue }?.plan.sighting(among: discovery.devices)
        } onIdentity: { sighting, isSelected in
            let id = SourceID(rawValue: sighting.id)
            if isSelected, selection.selected != id { selection.select(id) }
        } onAlert: {
            webhook.take($0)
        }
    }
}
