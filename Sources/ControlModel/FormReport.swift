// SPDX-License-Identifier: Apache-2.0

/// The queue of a form in which positions are sent to another system.
public struct FormReport: Codable, Hashable, Sendable {
    /// `owntracks`, `sparkplug` or `traccar`.
    public var form: String
    /// The topic, for Sparkplug without the level of the receiver, or the server.
    public var destination: String
    /// The reason why positions cannot be sent; nil while all is well.
    public var problem: MQTTReport.Problem?
    /// The number of positions that wait.
    public var queued = 0
    /// The number of positions that were accepted since the queue was created.
    public var sent = 0
    /// The number of positions that were dropped or refused.
    public var dropped = 0

    public init(_ form: String, _ destination: String) { (self.form, self.destination) = (form, destination) }

    /// The report without what changes with each position.
    package var withoutCounters: FormReport {
        var report = self
        (report.queued, report.sent, report.dropped) = (0, 0, 0)
        return report
    }
}
