// SPDX-License-Identifier: Apache-2.0

internal import CUdev
internal import Glibc
internal import SystemSupport

/// Waits for udev events, changes of `/dev`, and the pipe that ends the monitor's thread.
///
/// The type is Sendable because only one thread uses an instance at a time: the creating thread enumerates devices and
/// then permanently hands the source over to the monitor's thread.
final class DeviceEventSource: @unchecked Sendable {
    /// A change to the table of devices.
    enum Update {
        case present(TTYFacts)
        case gone(sysPath: String)
        case all([TTYFacts])
    }

    private let reader: UdevReader
    /// Owned: one reference, released in `deinit`.
    private let monitor: OpaquePointer
    private let folderWatch: Int32
    private let stop: SystemPipe

    /// - Parameters:
    ///   - watchesFolder: True to also watch `/dev`.
    ///   - stop: Becomes readable when the thread must end.
    init?(watchesFolder: Bool, stop: SystemPipe) {
        // The group "udev" sends events after the rules have run, so that links and permissions are set.
        guard let reader = UdevReader(), let monitor = udev_monitor_new_from_netlink(reader.context, "udev") else {
            return nil
        }
        udev_monitor_filter_add_match_subsystem_devtype(monitor, "tty", nil)
        guard udev_monitor_enable_receiving(monitor) >= 0 else {
            udev_monitor_unref(monitor)
            return nil
        }
        (self.reader, self.monitor, self.stop) = (reader, monitor, stop)
        folderWatch = watchesFolder ? inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) : -1
        if folderWatch >= 0 {
            _ = inotify_add_watch(folderWatch, "/dev", UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB))
        }
    }

    deinit {
        udev_monitor_unref(monitor)
        if folderWatch >= 0 { close(folderWatch) }
    }

    /// Returns all current devices.
    func enumerate() -> [TTYFacts] { reader.allTTYs() }

    /// Waits for the next event.
    ///
    /// - Returns: The changes to apply; nil if the thread must end.
    func next() -> [Update]? {
        var waits = [
            pollfd(fd: stop.reading, events: Int16(POLLIN), revents: 0),
            pollfd(fd: udev_monitor_get_fd(monitor), events: Int16(POLLIN), revents: 0),
            pollfd(fd: folderWatch, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&waits, nfds_t(waits.count), -1) >= 0 || errno == EINTR else { return nil }
        if waits[0].revents != 0 { return nil }
        var updates = waits[1].revents != 0 ? received() : []
        if waits[2].revents != 0 { updates += lookedUp() }
        return updates
    }

    private func received() -> [Update] {
        guard let device = udev_monitor_receive_device(monitor) else {
            // Events were lost because they arrived faster than they were read, so read all devices again.
            return errno == ENOBUFS ? [.all(enumerate())] : []
        }
        defer { udev_device_unref(device) }
        if udev_device_get_action(device).map({ String(cString: $0) }) == "remove" {
            guard let path = udev_device_get_syspath(device) else { return [] }
            return [.gone(sysPath: String(cString: path))]
        }
        return reader.facts(of: device).map { [.present($0)] } ?? []
    }

    private func lookedUp() -> [Update] {
        // Any event causes all devices to be read again, so the contents of the events do not matter.
        var bytes = [UInt8](repeating: 0, count: 4096)
        while read(folderWatch, &bytes, bytes.count) > 0 {}
        return [.all(enumerate())]
    }
}
