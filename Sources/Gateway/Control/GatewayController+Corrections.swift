// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import Corrections
internal import PluginHosting
internal import ReceiverHost

/// The report on corrections.
extension GatewayController {
    /// The report on the corrections, from the caster to the receivers; nil if no corrections are fetched. Status,
    /// console and command line show it.
    var correctionsReport: CorrectionsReport? {
        guard let report = parts.corrections.status else { return nil }
        let (conditions, named) = (conditions, parts.corrections.receivers)
        let ids = named.isEmpty ? conditions.filter(takesCorrections).map(\.plan.id) : named
        let receivers = ids.prefix(64).map { id in
            (id: id, report: conditions.first { $0.plan.id == id }.map(self.report))
        }
        return CorrectionsChain.complete(report, receivers: receivers)
    }

    private func takesCorrections(_ condition: ReceiverCondition) -> Bool {
        parts.drivers.plugin(ofKind: condition.plan.driver)?.description.takesCorrections == true
    }
}
