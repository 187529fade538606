// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
public import DriverKit

extension PluginTable {
    /// Lets the plugin look whether a receiver of its kind speaks on a device. Blocks until it knows, at most until the
    /// deadline; a plugin that is not trusted to keep it belongs into a process of its own.
    ///
    /// - Parameters:
    ///   - device: a path or address.
    ///   - deadline: in nanoseconds of the monotonic clock (`CLOCK_MONOTONIC`).
    /// - Returns: what was found, the certainty 0 included.
    /// - Throws: `PluginError.probeFailed` where the device cannot be opened or the plugin cannot probe.
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
    /// Whether it can tell if a receiver of its kind is on a device.
    public var canProbe: Bool { abilities.contains("probe") }
}
