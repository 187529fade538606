// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import ObservationBus

extension BusReport {
    /// The report on a hub's counters.
    init(_ status: HubStatus) {
        self.init(
            published: status.publishedObservations, retained: status.retained, retainedBytes: status.retainedBytes,
            consumers: status.subscriptions.map(ConsumerReport.init))
    }
}

extension ConsumerReport {
    /// The report on a subscription's counters.
    init(_ status: SubscriptionStatus) {
        let policy =
            switch status.policy {
            case .latest: "latest"
            case .skipOldest: "skip_oldest"
            case .lossless: "lossless"
            }
        self.init(
            name: status.name, policy: policy, delivered: status.delivered, lost: status.lost, pending: status.pending,
            isUnderPressure: status.isUnderPressure)
    }
}
