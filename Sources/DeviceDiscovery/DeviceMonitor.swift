// SPDX-License-Identifier: Apache-2.0

internal import CUdev
package import DaemonRuntime
internal import Glibc
internal import Synchronization
internal import SystemSupport

/// The serial devices of the machine, followed as they come and go.
///
/// A thread sleeps on udev's events; without events it never wakes. Where udev is not running (most containers), it
/// sleeps on changes of the folder `/dev` and then looks for itself.
package final class DeviceMonitor: Sendable {
    /// Something changed since the last element: ``devices`` tells what is there now. One element is kept for a reader
    /// that is slow; since it reads the whole table, nothing is lost.
    package let changes: AsyncStream<Void>
    /// Why devices are not followed as well as they could be; nil where udev tells of them.
    let limitation: String?

    private let continuation: AsyncStream<Void>.Continuation
    /// Protects the table of devices. `onEvent` is called without it.
    private let table = Mutex(DeviceTable())
    private let wake: SystemPipe
    private let onEvent: @Sendable (DeviceEvent) -> Void

    /// Starts following.
    ///
    /// - Parameter onEvent: called with every change, on the monitor's thread, also with what is there at the start.
    /// - Throws: `GatewayError` where the system has no descriptor or thread left.
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

    /// The devices that are there now, ordered by node.
    package var devices: [SerialDevice] { table.withLock(\.devices) }

    /// The devices that are there now, without following them.
    package static func enumerate() -> [SerialDevice] {
        var table = DeviceTable()
        _ = table.replace(UdevReader()?.allTTYs() ?? [])
        return table.devices
    }

    /// Ends the thread; ``changes`` ends.
    package func stop() { wake.mark() }

    deinit { stop() }

    private func startThread(watchesFolder: Bool) throws(GatewayError) {
        guard let source = DeviceEventSource(watchesFolder: watchesFolder, stop: wake) else {
            throw GatewayError(.unavailable, "cannot use libudev: \(SystemError.text(of: errno))")
        }
        merge { $0.replace(source.enumerate()) }
        // Held weakly: an unreferenced monitor ends its thread.
        let trouble = WorkerThread.detach { [weak self, continuation] in
            defer { continuation.finish() }
            while let updates = source.next() {
                guard let self else { return }
                updates.forEach(self.apply)
            }
        }
        guard trouble == nil else {
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
