// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The reasons why a step of a Bluetooth connection fails. A code without the prefix `connection.` is the code of the
/// step's result. `{detail}` stands for the driver's message, in English.
public enum ConnectionText: String, TextCode {
    // This computer.
    case noKernelSupport = "connection.no_kernel_support"
    case noAdapter = "connection.no_adapter"
    case adapterOff = "connection.adapter_off"
    case adapterBlocked = "connection.adapter_blocked"
    case adapterLost = "connection.adapter_lost"
    case accessDenied = "connection.access_denied"
    case adapterFull = "connection.adapter_full"
    /// A problem of the adapter, with its remedy.
    case adapterProblem = "connection.adapter_problem"
    // The receiver.
    case unreachable = "connection.unreachable"
    case noAnswer = "connection.no_answer"
    case noSerialPort = "connection.no_serial_port"
    case badServices = "connection.bad_services"
    case busy = "connection.busy"
    case channelRefused = "connection.channel_refused"
    case rejected = "connection.rejected"
    case notPaired = "connection.not_paired"
    case brokenOff = "connection.broken_off"
    // The connection.
    case linkLost = "connection.link_lost"
    case closed = "connection.closed"
    case ended = "connection.ended"
    /// The driver was still looking up the receiver's services or connecting when the test ended.
    case noAnswerYet = "connection.no_answer_yet"
    case silent = "connection.silent"
    // The data.
    case nothingValid = "connection.nothing_valid"
    case noPosition = "connection.no_position"
    case noPages = "connection.no_pages"

    /// The code of the step's result: the code without its topic.
    public var stepCode: String { String(rawValue.drop { $0 != "." }.dropFirst()) }

    public var english: String {
        switch self {
        case .noKernelSupport:
            "no Bluetooth: the kernel lacks it ('sudo modprobe bluetooth'), or a container or sandbox blocks it"
        case .noAdapter: "no Bluetooth adapter: plug one in ('lsusb' and 'dmesg' show whether it is detected)"
        case .adapterOff: "no Bluetooth adapter is switched on: 'bluetoothctl power on'"
        case .adapterBlocked: "the Bluetooth adapter is blocked: 'rfkill unblock bluetooth'"
        case .adapterLost: "the Bluetooth adapter was switched off or unplugged"
        case .accessDenied: "permission denied: a system policy forbids Bluetooth for this user"
        case .adapterFull: "the Bluetooth adapter has reached its connection limit: disconnect other devices"
        case .adapterProblem: "{problem}: {remedy}"
        case .unreachable: "not in range or switched off: bring it nearer or switch it on"
        case .noAnswer: "no answer in time: if this persists, switch it off and on again"
        case .noSerialPort:
            "it offers no serial port (service 0x1101): not a receiver, or one with Bluetooth Low Energy only"
        case .badServices: "its service description is invalid: set 'channel' (1 for most receivers)"
        case .busy: "already open on this computer, or being opened: only one program can use a receiver"
        case .channelRefused:
            "it is in range but refuses its serial port: another device (a phone?) uses it, 'channel' is wrong, or "
                + "pairing failed"
        case .rejected:
            "pairing failed (wrong PIN, rejected, or no PIN was entered): pair it again with the PIN from its manual"
        case .notPaired:
            "not paired, or one side deleted the pairing: forget it ('gnss-gateway receivers forget') and pair it "
                + "again"
        case .brokenOff:
            "the receiver broke off the connection attempt: another device is using it, or the pairing was rejected"
        case .linkLost: "the link was lost: out of range, switched off or its battery is empty"
        case .closed: "the receiver closed the channel: switched off, or another device took it"
        case .ended: "this computer ended the connection ('bluetoothctl disconnect'?)"
        case .noAnswerYet: "no answer in time: {detail}"
        case .silent: "connected, but the receiver sends nothing: {detail}"
        case .nothingValid: "bytes arrive, but none can be decoded: {detail}"
        case .noPosition: "it has no position yet: give it a clear view of the sky and a few minutes"
        case .noPages: "no raw Galileo pages: OSNMA is not possible, everything else works"
        }
    }
}
