// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import MessageTexts
internal import Outbox

extension MQTTCoordinator {
    /// The state of the connection; nil if no broker is configured.
    func report() -> MQTTReport? {
        guard let settings else { return nil }
        var report = MQTTReport(
            server: settings.server, client: settings.client, topics: settings.topics.root)
        report.problem = problems.first
        let (state, message) = state(settings)
        (report.state, report.message, report.text) = (ReportCode(state), message, message.text)
        (report.live, report.lastSuccess) = (delivered, lastSuccess)
        for (form, queue) in queues {
            if form == .history {
                (report.queued, report.sent, report.dropped) = (queue.tally.items, queue.tally.sent, queue.dropped)
                report.oldest = queue.tally.oldest.flatMap { $0 == OutboxItem.unknownTime ? nil : Timestamp($0) }
            } else if let topic = form.topic(settings) {
                var one = FormReport(form.rawValue, topic)
                (one.queued, one.sent, one.dropped) = (queue.tally.items, queue.tally.sent, queue.dropped)
                // The publisher of Sparkplug knows the state of its connection.
                let unsent = form == .sparkplug ? nil : problems.connection.problem(of: topic)
                one.problem = unsent ?? problems.problem(of: queue)
                report.forms = (report.forms ?? []) + [one]
            }
        }
        (report.connections, report.failures) = (link.connections, link.failures)
        return report
    }

    private func state(_ settings: MQTTUplinkSettings) -> (MQTTReport.State, CodedText) {
        let server = ["server": CodedText.Parameter.words(settings.server)]
        if let problem = problems.first {
            return (.failing, CodedText(MQTTText.failing, ["problem": .sentence(problem.message)]))
        }
        if link.isConnected { return (.connected, CodedText(MQTTText.connected, server)) }
        return (.connecting, CodedText(MQTTText.connecting, server))
    }
}
