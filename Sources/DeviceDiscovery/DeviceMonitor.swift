// SPDX-License-Identifier: Apache-2.0

internal import CUdev
package import DaemonRuntime
internal import Glibc
internal import Synchronization
internal import SystemSupport

/// Follows the machine's serial devices as they appear and disappear.
///
/// A thread waits for udev events and never wakes without one. If udev is not running, as in most containers, it waits
/// for changes of the folder `/dev` and then enumerates the devices itself.
package final class DeviceMonitor: Sendable {
    /// Yields an element after each change of ``devices``. At most one element waits for a slow reader, which then
    /// reads the whole table and therefore misses nothing.
    package let changes: AsyncStream<Void>
    /// The reason why devices are not followed completely; nil if udev is running.
    let limitation: String?

    private let continuation: AsyncStream<Void>.Continuation
    /// Protects the table of devices. `onEvent` is called without holding it.
    private let table = Mutex(DeviceTable())
    private let wake: SystemPipe
    private let onEvent: @Sendable (DeviceEvent) -> Void

    /// Starts to follow devices.
    ///
    /// - Parameter onEvent: Called with every change on the monitor's thread, and with the devices present at the
    ///   start.
    /// - Throws: `GatewayError` if the system has no free descriptor or thread, or libudev fails.
    package init(onEvent: @escaping @Sendable (DeviceEvent) -> Void = { _ in }) throws(GatewayError) {
        (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.onEvent = onEvent
        do throws(SystemError) {
            wake = try SystemPipe()
        } catch {
            throw GatewayError(.unavailable, "no descriptor is left: \(error)")
        }
        let isServed = access("/run/udev/control", F_OK) == 0
        limitation =
            isServed
            ? nil
            : "udev is not running here (a container?): serial devices are found by scanning /dev, their stable "
                + "names under /dev/serial are missing, and rules for permissions do not apply"
        try startThread(watchesFolder: !isServed)
    }

    /// The current devices, ordered by node.
    package var devices: [SerialDevice] { table.withLock(\.devices) }

    /// Finds a device by its identity or a shorter form of it.
    ///
    /// - Parameter isWhole: True if the name is a whole identity and no shorter form.
    func device(named name: String, isWhole: Bool) -> SerialDevice? {
        table.withLock { $0.device(named: name, isWhole: isWhole) }
    }

    /// Returns the current devices, ordered by node, without following them.
    package static func enumerate() -> [SerialDevice] {
        var table = DeviceTable()
        _ = table.replace(UdevReader()?.allTTYs() ?? [])
        return table.devices
    }

    /// Ends the thread and the stream ``changes``.
    package func stop() { wake.mark() }

    deinit { stop() }

    private func startThread(watchesFolder: Bool) throws(GatewayError) {
        guard let source = DeviceEventSource(watchesFolder: watchesFolder, stop: wake) else {
            throw GatewayError(.unavailable, "cannot use libudev: \(SystemError.text(of: errno))")
        }
        merge { $0.replace(source.enumerate()) }
        // The thread holds the monitor weakly, so that an unreferenced monitor ends its thread.
        let error = WorkerThread.detach { [weak self, continuation] in
            defer { continuation.finish() }
            while let updates = source.next() {
                guard let self else { return }
                updates.forEach(self.apply)
            }
        }
        guard error == nil else {
            throw GatewayError(.unavailable, "cannot start a thread to watch serial devices")
        }
    }

    private func apply(_ update: DeviceEventSource.Update) {
        switch update {
        case .present(let facts): merge { table in table.insert(facts).map { [$0] } ?? [] }
        case .gone(let path): merge { table in table.remove(sysPath: path).map { [$0] } ?? [] }
        case .all(let facts): merge { $0.replace(facts) }
        }
    }

    private func merge(_ change: (inout DeviceTable) -> [DeviceEvent]) {
        let events = table.withLock { change(&$0) }
        events.forEach(onEvent)
        if !events.isEmpty { continuation.yield() }
    }
}
