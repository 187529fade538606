// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
public import DriverKit

extension PluginTable {
    /// Asks the plugin to search for devices of its kind. Blocks until it has finished, normally at the deadline at
    /// the latest. A plugin that may not respect the deadline must run in its own process.
    ///
    /// - Parameter deadline: In nanoseconds of the monotonic clock (`CLOCK_MONOTONIC`).
    /// - Returns: Each device once, in the order of discovery; at most 1000.
    /// - Throws: `PluginError.probeFailed` with the plugin's own text if it cannot search.
    public func discover(deadlineNanoseconds deadline: Int64) throws(PluginError) -> [DiscoveredDevice] {
        guard description.canDiscover, let discover = pointer.pointee.discover else {
            throw .probeFailed("the driver \(description.kind) cannot list devices")
        }
        let list = FoundDevices()
        var message = gnss_message_v1.empty
        let answer = withExtendedLifetime(list) {
            discover(
                pointer, deadline, Unmanaged.passUnretained(list).toOpaque(),
                { context, json, length in
                    guard let context, let json, (1...FoundDevices.longest).contains(length) else { return }
                    // `withExtendedLifetime` keeps the list alive for the whole call; the plugin may not call later.
                    Unmanaged<FoundDevices>.fromOpaque(context).takeUnretainedValue()
                        .take(UnsafeRawBufferPointer(start: json, count: length))
                }, &message)
        }
        guard answer >= 0 else {
            throw .probeFailed(
                message.string ?? "the driver \(description.kind) cannot list devices and gives no reason")
        }
        return list.devices
    }
}

extension PluginDescription {
    /// True if the plugin can search for devices of its kind.
    public var canDiscover: Bool { abilities.contains("discover") }
}

/// The devices found so far. Used only on the thread of the call.
private final class FoundDevices {
    /// The longest description that is read, in bytes.
    static let longest = 4096
    private static let limit = 1000

    private(set) var devices: [DiscoveredDevice] = []

    func take(_ json: UnsafeRawBufferPointer) {
        guard let device = DiscoveredDevice(json: json) else { return }
        if let index = devices.firstIndex(where: { $0.device == device.device }) {
            devices[index].complete(with: device)
        } else if devices.count < Self.limit {
            devices.append(device)
        }
    }
}
