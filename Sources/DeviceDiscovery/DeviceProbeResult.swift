// SPDX-License-Identifier: Apache-2.0

/// What was heard on a device when it was asked.
package struct DeviceProbeResult: Hashable, Sendable {
    /// The kind of the driver that is for it; nil where none is.
    package var driver: String?
    /// How sure that driver is, 0...100.
    var certainty = 0
    /// What was heard, for people.
    package var text: String

    /// Nothing that a driver understands, or no way to listen.
    package static func nothing(_ text: String) -> DeviceProbeResult { DeviceProbeResult(text: text) }

    /// The best of what several drivers found: the most certain; where none is certain, all that they said.
    package static func best(of findings: [DeviceProbeResult]) -> DeviceProbeResult {
        if let best = findings.filter({ $0.driver != nil }).max(by: { $0.certainty < $1.certainty }) { return best }
        var texts: [String] = []
        for finding in findings where !texts.contains(finding.text) { texts.append(finding.text) }
        return .nothing(texts.isEmpty ? "no installed driver can probe devices" : texts.joined(separator: "; "))
    }
}

/// Asks what a device is. It never writes to the device, and leaves the line as it was.
package protocol DeviceProber: Sendable {
    /// Listens; blocks the thread for seconds.
    ///
    /// - Parameter device: the device; its node is opened.
    func probe(_ device: SerialDevice) -> DeviceProbeResult
}
