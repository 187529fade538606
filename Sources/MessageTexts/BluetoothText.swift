// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The problems of searching for Bluetooth devices, pairing with them and connecting to them. `{detail}` stands for a
/// text of bluetoothd or the system, in English.
public enum BluetoothText: String, TextCode {
    case noBus = "bluetooth.no_bus"
    case noBluetoothd = "bluetooth.no_bluetoothd"
    case denied = "bluetooth.denied"
    case noAnswer = "bluetooth.no_answer"
    case broken = "bluetooth.broken"
    case refused = "bluetooth.refused"
    case notAllowed = "bluetooth.not_allowed"
    case busy = "bluetooth.busy"
    case adapterOff = "bluetooth.adapter_off"
    case someAdapterOff = "bluetooth.some_adapter_off"
    case adapterBlocked = "bluetooth.adapter_blocked"
    case adapterSwitchedOff = "bluetooth.adapter_switched_off"
    case noAdapter = "bluetooth.no_adapter"
    case unknownAdapter = "bluetooth.unknown_adapter"
    case notFound = "bluetooth.not_found"
    case gone = "bluetooth.gone"
    case asksForPIN = "bluetooth.asks_for_pin"
    case rejectsPIN = "bluetooth.rejects_pin"
    case declined = "bluetooth.declined"
    case deviceSilent = "bluetooth.device_silent"
    case unreachable = "bluetooth.unreachable"
    case pairingFailed = "bluetooth.pairing_failed"
    case pairingRejected = "bluetooth.pairing_rejected"
    case pairingEnded = "bluetooth.pairing_ended"
    case pairingTooLong = "bluetooth.pairing_too_long"

    public var english: String {
        switch self {
        case .noBus: "there is no system D-Bus ({detail}), which is needed to reach bluetoothd"
        case .noBluetoothd: "bluetoothd is not running"
        case .denied: "this user may not talk to bluetoothd ({detail})"
        case .noAnswer: "bluetoothd does not answer"
        case .broken: "{detail}"
        case .refused: "bluetoothd refuses: {detail}"
        case .notAllowed: "bluetoothd does not allow it ({detail})"
        case .busy: "bluetoothd is already handling such a request"
        case .adapterOff: "{adapter} is off"
        case .someAdapterOff: "the adapter is off"
        case .adapterBlocked: "{adapter} is blocked by the system (rfkill)"
        case .adapterSwitchedOff: "{adapter} is blocked by a switch of this machine (rfkill, hard)"
        case .noAdapter: "bluetoothd finds no Bluetooth adapter on this machine"
        case .unknownAdapter: "adapter {adapter} does not exist"
        case .notFound: "{device} was not found in {seconds} s"
        case .gone: "{device} is no longer in range"
        case .asksForPIN: "{device} asks for a PIN"
        case .rejectsPIN: "{device} rejects the PIN {pin}"
        case .declined: "{device} was not paired, because you declined"
        case .deviceSilent: "{device} did not answer in time"
        case .unreachable: "{device} does not answer ({detail})"
        case .pairingFailed: "{device} refused the pairing (authentication failed)"
        case .pairingRejected: "{device} rejected the pairing"
        case .pairingEnded: "{device} ended the pairing"
        case .pairingTooLong: "the pairing with {device} took too long"
        }
    }
}

/// The remedies for Bluetooth problems; commands are in quotes.
public enum BluetoothFixText: String, TextCode {
    case installBus = "bluetooth.fix.install_bus"
    case startBluetoothd = "bluetooth.fix.start_bluetoothd"
    case joinGroup = "bluetooth.fix.join_group"
    case restartBluetoothd = "bluetooth.fix.restart_bluetoothd"
    case wait = "bluetooth.fix.wait"
    case switchOn = "bluetooth.fix.switch_on"
    case unblock = "bluetooth.fix.unblock"
    case endFlightMode = "bluetooth.fix.end_flight_mode"
    case plugIn = "bluetooth.fix.plug_in"
    case chooseAdapter = "bluetooth.fix.choose_adapter"
    case makeVisible = "bluetooth.fix.make_visible"
    case switchDeviceOn = "bluetooth.fix.switch_device_on"
    case comeNearer = "bluetooth.fix.come_nearer"
    case givePIN = "bluetooth.fix.give_pin"
    case findPIN = "bluetooth.fix.find_pin"
    case shortenDistance = "bluetooth.fix.shorten_distance"
    case deletePairings = "bluetooth.fix.delete_pairings"
    case pressButton = "bluetooth.fix.press_button"
    case watchDisplay = "bluetooth.fix.watch_display"
    case tryAgain = "bluetooth.fix.try_again"

    public var english: String {
        switch self {
        case .installBus: "'sudo apt install dbus', or pass /run/dbus/system_bus_socket into the container"
        case .startBluetoothd:
            "'sudo systemctl enable --now bluetooth' starts it; if it is not installed: 'sudo apt install bluez'"
        case .joinGroup: "'sudo usermod -aG bluetooth {account}', then log in again (a service: restart it)"
        case .restartBluetoothd: "'sudo systemctl restart bluetooth', and try again"
        case .wait: "wait a moment and try again"
        case .switchOn: "'bluetoothctl power on'"
        case .unblock: "'sudo rfkill unblock bluetooth'"
        case .endFlightMode: "turn off flight mode with the switch or key, or enable Bluetooth in the firmware's setup"
        case .plugIn:
            "plug one in (USB) or enable it in the firmware's setup; 'sudo dmesg | grep -i bluetooth' shows what the "
                + "kernel detects"
        case .chooseAdapter: "the adapters are: {adapters}"
        case .makeVisible:
            "switch it on, make it visible (often by pressing its button), and bring it nearer; "
                + "'gnss-gateway receivers scan --bluetooth' shows the devices in range"
        case .switchDeviceOn: "switch it on and try again"
        case .comeNearer: "switch it on, bring it nearer, and try again"
        case .givePIN: "give it with --pin PIN (see its manual or label), or try the usual ones with --default-pins"
        case .findPIN: "look for its PIN in the manual or on its label, and give it with --pin PIN"
        case .shortenDistance: "try again at a shorter distance"
        case .deletePairings:
            "delete its stored pairings as its manual describes; some receivers accept only one computer at a time"
        case .pressButton: "some receivers pair only after a button is pressed: see its manual"
        case .watchDisplay: "try again, and watch its display"
        case .tryAgain: "try again"
        }
    }
}
