// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import DaemonRuntime

extension GatewayMetrics {
    func write(_ forms: [FormReport], to text: inout PrometheusText) {
        guard !forms.isEmpty else { return }
        func family(_ name: String, _ kind: PrometheusText.Kind, _ help: String, _ value: (FormReport) -> Int) {
            text.family(
                Self.prefix + "form_" + name, kind, help,
                forms.map { .init(labels: [("form", $0.form)], value: Double(value($0))) })
        }
        family("failing", .gauge, "1 while the gateway cannot send positions.") { $0.problem == nil ? 0 : 1 }
        family("queue_positions", .gauge, "Positions that wait to be sent in this form.") { $0.queued }
        family("sent_total", .counter, "Positions that were accepted in this form.") { $0.sent }
        family("dropped_total", .counter, "Positions that were dropped or refused in this form.") { $0.dropped }
    }
}
