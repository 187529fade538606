// SPDX-License-Identifier: Apache-2.0

/// The result of probing a device.
package struct DeviceProbeResult: Hashable, Sendable {
    /// The kind of the driver for the device; nil if no driver recognised it.
    package var driver: String?
    /// The driver's certainty, 0...100.
    var certainty = 0
    /// The finding for people.
    package var text: String

    /// A result without a driver: nothing was recognised, or the device could not be read.
    package static func nothing(_ text: String) -> DeviceProbeResult { DeviceProbeResult(text: text) }

    /// Returns the most certain of several drivers' results; if no driver recognised the device, combines all texts.
    package static func best(of findings: [DeviceProbeResult]) -> DeviceProbeResult {
        if let best = findings.filter({ $0.driver != nil }).max(by: { $0.certainty < $1.certainty }) { return best }
        var texts: [String] = []
        for finding in findings where !texts.contains(finding.text) { texts.append(finding.text) }
        return .nothing(texts.isEmpty ? "no installed driver can probe devices" : texts.joined(separator: "; "))
    }
}
