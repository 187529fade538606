// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The reason why a line to a receiver cannot be used. The text includes the remedy.
public enum SerialPortError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The node does not exist.
    case missing(path: String)
    /// The node exists, but there is no device behind it.
    case noDevice(path: String, reason: String)
    /// The daemon's user may not open the node; the text contains the remedy.
    case denied(path: String, remedy: String)
    /// Another process, or this one, has the node open; `holder` is nil if unknown.
    case held(path: String, holder: PortHolder?)
    /// The path leads to a file, a folder or another kind of device.
    case notTerminal(path: String, what: String)
    /// The hardware does not support the requested setting.
    case unsupported(path: String, what: String)
    /// A network address to which no connection can be made.
    case unreachable(path: String, reason: String)
    /// Opening was stopped.
    case interrupted(path: String)
    /// Any other error of the kernel.
    case system(path: String, operation: String, code: Int32)

    /// True if a later attempt may succeed with the same configuration.
    public var mayPass: Bool {
        switch self {
        // A link may lead to another device later, and a device may take the place of a file.
        case .missing, .noDevice, .denied, .held, .notTerminal, .unreachable, .interrupted, .system: true
        case .unsupported: false
        }
    }

    /// The error for people.
    public var description: String {
        switch self {
        case .missing(let path):
            "\(path) does not exist: plug the receiver in, or correct the path ('ls /dev/serial/by-id' shows the "
                + "connected ones)"
        case .noDevice(let path, let reason):
            "\(path): \(reason): the node exists but no device answers; plug the receiver in again"
        case .denied(let path, let remedy): "\(path): permission denied: \(remedy)"
        case .held(let path, let holder?):
            "\(path) is in use by \(holder)\(Self.remedy(against: holder))"
        case .held(let path, nil):
            "\(path) is in use by another program ('sudo fuser -v \(path)' shows which one): stop it"
        case .notTerminal(let path, let what):
            "\(path) is \(what), not a serial port: give the path of a serial port, such as /dev/ttyUSB0"
        case .unsupported(let path, let what): "\(path): \(what)"
        case .unreachable(let path, let reason): "\(path) cannot be reached: \(reason)"
        case .interrupted(let path): "\(path): the attempt to open it was stopped"
        case .system(let path, let operation, let code): "\(path): \(operation): \(Self.text(of: code))"
        }
    }

    private static func remedy(against holder: PortHolder) -> String {
        guard !holder.isThisProcess else { return "" }
        return switch holder.command {
        case "ModemManager":
            ": it mistakes receivers for modems; install the udev rules of gnss-gateway, or stop it with "
                + "'sudo systemctl stop ModemManager'"
        case "gpsd": ": stop it with 'sudo systemctl stop gpsd.socket gpsd', or use another device for this gateway"
        case "brltty":
            ": it mistakes serial adapters for Braille displays; if you use no Braille display: "
                + "'sudo systemctl mask --now brltty.service brltty-udev.service'"
        default: ": stop it, or let it use another device"
        }
    }

    static func text(of code: Int32) -> String { SystemError.text(of: code) }
}

extension SerialPortError {
    /// Creates the error of a failed `open`.
    init(opening path: String, code: Int32) {
        switch code {
        case ENOENT, ENOTDIR: self = .missing(path: path)
        case EISDIR: self = .notTerminal(path: path, what: "a folder")
        case EACCES, EPERM: self = .denied(path: path, remedy: NodeAccess.remedy(path, code: code))
        case EBUSY:
            var status = stat()
            let holders = stat(path, &status) == 0 ? PortHolders.find(status, includingOwn: true) : []
            self = .held(path: path, holder: holders.first)
        case ENXIO, ENODEV, EIO: self = .noDevice(path: path, reason: Self.text(of: code))
        default: self = .system(path: path, operation: "open", code: code)
        }
    }
}
