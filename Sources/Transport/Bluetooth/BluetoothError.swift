// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Why a Bluetooth receiver cannot be reached, or is reached no longer. Each has its own words, and says what to do.
///
/// The kernel hands the codes of the radio on as `errno`: the status codes of the controller by its table `bt_to_errno`,
/// those of RFCOMM besides.
public enum BluetoothError: Error, Hashable, Sendable {
    // MARK: This computer

    /// The kernel has no Bluetooth, or a container or sandbox shuts it out.
    case unsupported
    /// There is no adapter.
    case noAdapter
    /// There are adapters, and the one that is configured is not among them.
    case adapterMissing(String)
    /// The adapter is switched off; blocked: by rfkill.
    case adapterOff(name: String?, isBlocked: Bool)
    /// The adapter went while it was used.
    case adapterLost
    /// The adapter has as many connections as it can have.
    case crowded
    /// This user may not use it.
    case denied
    /// This computer has the receiver open already, or is just opening it; who, as far as that is known.
    case busy(holder: String?)

    // MARK: The receiver

    /// It does not answer a call: out of range or switched off.
    case outOfRange
    /// It is there, but what was begun was not answered in time.
    case noAnswer
    /// It refused the channel; whether it still lists the channel, where that was asked.
    case refused(isListed: Bool?)
    /// The PIN was wrong, or the pairing was rejected.
    case rejected
    /// It is not paired, or one of the two has forgotten it.
    case notPaired
    /// It ended the connection while it was being made.
    case brokenOff
    /// It offers no serial port.
    case noSerialPort
    /// What it said about its services makes no sense.
    case nonsense

    // MARK: A connection that was

    /// The link broke off: nothing was heard for too long.
    case linkLost
    /// The receiver closed the channel.
    case closed
    /// This computer ended the connection.
    case ended
    /// Connected, and no byte for so many seconds.
    case silent(seconds: Int)

    // MARK: Others

    /// It was stopped before it was connected.
    case interrupted
    /// The kernel's reason, where it is none of these.
    case system(Int32)

    /// The reason why no connection came about.
    ///
    /// - Parameter code: an `errno` of `socket`, `bind` or `connect`.
    public init(connecting code: Int32) {
        self =
            switch code {
            case EAFNOSUPPORT, EPROTONOSUPPORT, ESOCKTNOSUPPORT: .unsupported
            case ENODEV: .noAdapter
            case EHOSTUNREACH, ENETDOWN, ENETUNREACH, EADDRNOTAVAIL: .adapterOff(name: nil, isBlocked: false)
            case ERFKILL: .adapterOff(name: nil, isBlocked: true)
            case ECONNABORTED: .adapterLost
            case EMLINK: .crowded
            case EPERM: .denied
            case EBUSY, EALREADY, EADDRINUSE: .busy(holder: nil)
            case EHOSTDOWN: .outOfRange
            case ETIMEDOUT: .noAnswer
            case ECONNREFUSED: .refused(isListed: nil)
            case EACCES: .rejected
            case EBADE: .notPaired
            case ECONNRESET: .brokenOff
            default: .system(code)
            }
    }

    /// The reason why a connection is over.
    ///
    /// - Parameter code: an `errno` of `recv` or `send`; 0 where nothing can come any more.
    public init(using code: Int32) {
        self =
            switch code {
            case ETIMEDOUT, EHOSTDOWN: .linkLost
            case ECONNRESET: .closed
            case ECONNABORTED, EHOSTUNREACH, ENETDOWN, ENODEV: .adapterLost
            case 0, ENOTCONN, EBADFD, EPIPE: .ended
            case EACCES: .rejected
            case EBADE: .notPaired
            default: .system(code)
            }
    }

    /// Whether to try again soon would do harm: each try may open a dialogue, and some receivers lock themselves after a
    /// few wrong PINs.
    public var isDelicate: Bool { self == .rejected || self == .notPaired }

    /// Whether the adapter is what is missing, so that there is nothing to try before there is one.
    public var isOfAdapter: Bool {
        switch self {
        case .unsupported, .noAdapter, .adapterMissing, .adapterOff: true
        default: false
        }
    }
}

extension BluetoothError: CustomStringConvertible {
    /// What is wrong and what to do, without the receiver's name.
    public var description: String { ofComputer ?? ofReceiver ?? ofConnection ?? "stopped" }

    private var ofComputer: String? {
        switch self {
        case .unsupported:
            "no Bluetooth: the kernel lacks it ('sudo modprobe bluetooth'), or a container or sandbox blocks it"
        case .noAdapter: "no Bluetooth adapter: plug one in ('lsusb' and 'dmesg' show whether it is detected)"
        case .adapterMissing(let name): "the Bluetooth adapter \(name) does not exist: plug it in, or correct 'adapter'"
        case .adapterOff(let name, true):
            "the Bluetooth adapter\(name.map { " \($0)" } ?? "") is blocked: 'rfkill unblock bluetooth'"
        case .adapterOff(let name?, false):
            "the Bluetooth adapter \(name) is switched off: 'bluetoothctl power on'"
        case .adapterOff(nil, false): "no Bluetooth adapter is switched on: 'bluetoothctl power on'"
        case .adapterLost: "the Bluetooth adapter was switched off or unplugged"
        case .crowded: "the Bluetooth adapter has reached its connection limit: disconnect other devices"
        case .denied: "permission denied: a system policy forbids Bluetooth for this user"
        case .busy(let holder?): "already open on this computer: \(holder); only one program can use a receiver"
        case .busy(nil):
            "already open on this computer, or being opened: end the other program; only one program can use a receiver"
        default: nil
        }
    }

    private var ofReceiver: String? {
        switch self {
        case .outOfRange: "not in range or switched off: bring it nearer, switch it on"
        case .noAnswer: "no answer in time: if this persists, switch it off and on again"
        case .refused(isListed: true?):
            "it is in range but refuses its serial port: another device (a phone?) uses it, or pairing failed"
        case .refused:
            "it is in range but refuses the channel: in use, a wrong 'channel', or pairing failed"
        case .rejected:
            "pairing failed (wrong PIN, rejected, or no PIN was entered): pair it again with the PIN from its manual"
        case .notPaired:
            "not paired, or one side deleted the pairing: forget it ('gnss-gateway receivers forget') and pair it again"
        case .brokenOff: "it ended the connection while it was being made: in use, or the pairing was rejected"
        case .noSerialPort:
            "it offers no serial port (service 0x1101): not a receiver, or one with Bluetooth Low Energy only"
        case .nonsense: "its service description is invalid: set 'channel' (1 for most receivers)"
        default: nil
        }
    }

    private var ofConnection: String? {
        switch self {
        case .linkLost: "the link was lost: out of range, switched off or its battery is empty"
        case .closed: "the receiver closed the channel: switched off, or another device took it"
        case .ended: "this computer ended the connection ('bluetoothctl disconnect'?)"
        case .silent(let seconds): "connected, but no byte for \(seconds) s: the receiver is on but sends nothing"
        case .system(let code): SerialPortError.text(of: code)
        default: nil
        }
    }
}
