// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
public import DriverKit

extension PluginTable {
    /// Asks the plugin to probe a device for a receiver of its kind. Blocks until it has finished, normally at the
    /// deadline at the latest. A plugin that may not respect the deadline must run in its own process.
    ///
    /// - Parameters:
    ///   - device: A path or address.
    ///   - deadline: In nanoseconds of the monotonic clock (`CLOCK_MONOTONIC`).
    /// - Returns: The result, which may have certainty 0.
    /// - Throws: `PluginError.probeFailed` if the device cannot be opened or the plugin cannot probe.
    public func probe(device: String, deadlineNanoseconds deadline: Int64) throws(PluginError) -> ProbeResult {
        guard description.canProbe, let probe = pointer.pointee.probe else {
            throw .probeFailed("the driver \(description.kind) cannot probe devices")
        }
        var message = gnss_message_v1.empty
        var text = device
        let answer = text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { probe(pointer, $0.baseAddress, $0.count, deadline, &message) }
        }
        guard answer >= 0 else {
            throw .probeFailed(message.string ?? "cannot probe \(device), and the driver gives no reason")
        }
        guard answer <= 100 else {
            throw .probeFailed("the driver \(description.kind) returned the certainty \(answer); allowed: 0...100")
        }
        return ProbeResult(certainty: Int(answer), text: message.string ?? "")
    }
}

extension PluginDescription {
    /// True if the plugin can probe a device for a receiver of its kind.
    public var canProbe: Bool { abilities.contains("probe") }
}
