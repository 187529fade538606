// SPDX-License-Identifier: Apache-2.0

internal import SetupModel

/// Answers bluetoothd's questions while one device is being paired (org.bluez.Agent1, BlueZ document
/// doc/agent-api.txt). Questions about other devices are rejected.
final class PairingAgent {
    static let interface = "org.bluez.Agent1"
    static let path = "/org/gnss_gateway/agent"

    private let device: BlueZ.Device
    private let report: BluetoothDeviceReport
    private let dialogue: any BluetoothDialogue
    /// The PINs to try next; nil before the first question.
    private var pins: [String]?
    /// The PIN that was last given in this attempt.
    private(set) var given: String?
    /// True if the device requested a PIN and there was none to give.
    private(set) var lacksPIN = false
    /// True if a person declined.
    private(set) var isDeclined = false

    init(_ device: BlueZ.Device, _ dialogue: any BluetoothDialogue) {
        (self.device, self.dialogue) = (device, dialogue)
        report = BluetoothDeviceReport(device)
    }

    /// True if another PIN can be tried after a wrong one.
    var hasMorePINs: Bool { given != nil && pins?.isEmpty == false }

    /// Starts another attempt.
    func begin() { (given, lacksPIN) = (nil, false) }

    func answer(_ request: SystemBus.Request) -> SystemBus.Answer {
        switch request.member {
        case "Release", "Cancel": return .values([])
        default: break
        }
        guard request.arguments.first?.text == device.path else { return Self.rejection("another device is paired") }
        switch request.member {
        case "RequestPinCode": return pin()
        case "RequestPasskey":
            guard let passkey = dialogue.passkey(for: report), passkey < 1_000_000 else { return decline() }
            return .values([.number32(passkey)])
        case "DisplayPinCode":
            dialogue.show(request.arguments.dropFirst().first?.text ?? "", for: report)
            return .values([])
        case "DisplayPasskey":
            // bluetoothd repeats the call for each digit entered; show the code only once.
            let typed = request.arguments.count > 2 ? request.arguments[2].number : nil
            if typed ?? 0 == 0 { dialogue.show(Self.digits(request.arguments), for: report) }
            return .values([])
        case "RequestConfirmation":
            return dialogue.confirms(Self.digits(request.arguments), of: report) ? .values([]) : decline()
        case "RequestAuthorization", "AuthorizeService": return .values([])
        default: return .error(name: "org.freedesktop.DBus.Error.UnknownMethod", message: request.member)
        }
    }

    private func pin() -> SystemBus.Answer {
        if pins == nil {
            switch dialogue.pin(for: report) {
            case .pin(let pin): pins = [pin]
            case .usual:
                let first = device.name.flatMap { KnownBluetoothReceivers.family(of: $0)?.pin }
                let usual = KnownBluetoothReceivers.usualPINs
                pins = [first].compactMap { $0 } + usual.filter { $0 != first }
            case .none: pins = []
            }
        }
        guard let pin = pins?.first, (1...16).contains(pin.utf8.count) else {
            lacksPIN = true
            return Self.rejection("no PIN")
        }
        pins?.removeFirst()
        given = pin
        dialogue.tell("trying the PIN \(pin)")
        return .values([.text(pin)])
    }

    private func decline() -> SystemBus.Answer {
        isDeclined = true
        return Self.rejection("declined")
    }

    private static func digits(_ arguments: [BusValue]) -> String {
        let digits = String(arguments.dropFirst().first?.number ?? 0)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    private static func rejection(_ words: String) -> SystemBus.Answer {
        .error(name: "org.bluez.Error.Rejected", message: words)
    }
}
