// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The reason why a Bluetooth receiver cannot be reached or was lost. Each case has its own text, which includes the
/// remedy.
///
/// The kernel reports the radio's status codes as `errno`: it translates those of the controller by its table
/// `bt_to_errno`, and adds those of RFCOMM.
public enum BluetoothError: Error, Hashable, Sendable {
    // MARK: This computer

    /// The kernel has no Bluetooth support, or a container or sandbox blocks it.
    case unsupported
    /// There is no adapter.
    case noAdapter
    /// The configured adapter is not among those present.
    case adapterMissing(String)
    /// The adapter is switched off; `isBlocked` is true if rfkill blocks it.
    case adapterOff(name: String?, isBlocked: Bool)
    /// The adapter disappeared while it was in use.
    case adapterLost
    /// The adapter has reached its limit of connections.
    case crowded
    /// The daemon's user may not use Bluetooth.
    case denied
    /// Another program on this computer, or another part of this one, has the receiver open or is opening it; `holder`
    /// is nil if unknown.
    case busy(holder: String?)

    // MARK: The receiver

    /// The receiver does not respond: it is out of range or switched off.
    case outOfRange
    /// The receiver is present, but a request was not answered in time.
    case noAnswer
    /// The receiver refused the channel; `isListed` states whether the receiver still lists the channel; nil if it was
    /// not asked.
    case refused(isListed: Bool?)
    /// The PIN was wrong, or the pairing was rejected.
    case rejected
    /// The receiver is not paired, or one side has forgotten the pairing.
    case notPaired
    /// The receiver ended the connection while it was being established.
    case brokenOff
    /// The receiver offers no serial port.
    case noSerialPort
    /// The receiver's description of its services is malformed.
    case nonsense

    // MARK: A lost connection

    /// The link was lost: nothing was received for too long.
    case linkLost
    /// The receiver closed the channel.
    case closed
    /// This computer ended the connection.
    case ended
    /// The receiver is connected but has sent nothing for this many seconds.
    case silent(seconds: Int)

    // MARK: Others

    /// Connecting was stopped.
    case interrupted
    /// Any other error of the kernel.
    case system(Int32)

    /// Creates the reason why a connection could not be established.
    ///
    /// - Parameter code: An `errno` of `socket`, `bind` or `connect`.
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

    /// Creates the reason why a connection ended.
    ///
    /// - Parameter code: An `errno` of `recv` or `send`; 0 at the end of the stream.
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

    /// True if a quick retry would do harm: each attempt may open a dialogue, and some receivers lock themselves
    /// after a few wrong PINs.
    public var isDelicate: Bool { self == .rejected || self == .notPaired }

    /// True if the adapter is missing or off, so that retrying is useless until it is available.
    public var isOfAdapter: Bool {
        switch self {
        case .unsupported, .noAdapter, .adapterMissing, .adapterOff: true
        default: false
        }
    }
}

extension BluetoothError: CustomStringConvertible {
    /// The problem and its remedy, without the receiver's name.
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
        case .outOfRange: "not in range or switched off: bring it nearer or switch it on"
        case .noAnswer: "no answer in time: if this persists, switch it off and on again"
        case .refused(isListed: true?):
            "it is in range but refuses its serial port: another device (a phone?) uses it, or pairing failed"
        case .refused:
            "it is in range but refuses the channel: the channel is in use, 'channel' is wrong, or pairing failed"
        case .rejected:
            "pairing failed (wrong PIN, rejected, or no PIN was entered): pair it again with the PIN from its manual"
        case .notPaired:
            "not paired, or one side deleted the pairing: forget it ('gnss-gateway receivers forget') and pair it again"
        case .brokenOff:
            "the receiver broke off the connection attempt: another device is using it, or the pairing was rejected"
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
