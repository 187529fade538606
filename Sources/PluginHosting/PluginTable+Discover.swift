// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
public import DriverKit

extension PluginTable {
    /// Lets the plugin look for devices of its kind. Blocks until it has looked, at most until the deadline; a plugin that
    /// is not trusted to keep it belongs into a process of its own.
    ///
    /// - Parameter deadline: in nanoseconds of the monotonic clock (`CLOCK_MONOTONIC`).
    /// - Returns: each device once, in the order they were found; at most 1000.
    /// - Throws: `PluginError.probeFailed` where it cannot look, with the plugin's own words.
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
    /// Whether it can look for devices of its kind.
    public var canDiscover: Bool { abilities.contains("discover") }
}

/// What a plugin has found so far. Belongs to the thread of the call.
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
