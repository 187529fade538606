// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import MessageTexts
package import Transport

/// Pairs this computer with a device, and removes a pairing.
package struct DevicePairing: Sendable {
    /// The result of a pairing.
    package enum Outcome: Sendable, Hashable {
        /// The devices have been paired.
        case paired
        /// The devices were already paired; nothing was changed.
        case wasPaired
    }

    /// The common PINs of receivers.
    package static var usualPINs: [String] { KnownBluetoothReceivers.usualPINs }

    package var address: BluetoothAddress
    /// The adapter's name or address; nil uses the first one that is on.
    package var adapter: String?
    /// The longest time to search for the device.
    package var search = Duration.seconds(20)
    /// The time limit for one attempt, including a person's answers.
    package var patience = Duration.seconds(90)

    package init(_ address: BluetoothAddress) { self.address = address }

    /// Pairs the devices and blocks until it is done. Each PIN is tried once, because some receivers lock after a few
    /// wrong ones.
    ///
    /// - Parameter dialogue: Answers the device's questions; called on this thread.
    /// - Throws: `BluetoothPairingError` with the reason of the failure.
    package func run(_ dialogue: some BluetoothDialogue) throws(BluetoothPairingError) -> Outcome {
        let bluez = try BlueZ()
        let adapter = try bluez.adapter(adapter)
        if let known = try device(bluez, adapter), known.isPaired {
            if !known.isTrusted { try bluez.trust(known) }
            return .wasPaired
        }
        // Without an active discovery, bluetoothd soon removes devices that are not paired.
        try bluez.beginDiscovery(adapter)
        defer { bluez.endDiscovery(adapter) }
        let device = try find(bluez, adapter, dialogue)
        let agent = PairingAgent(device, dialogue)
        try register(agent, bluez)
        defer { unregister(bluez) }
        try pair(device, agent, bluez, dialogue)
        // BlueZ may have replaced the device's object in the meantime; the path is the same.
        try bluez.trust(device)
        return .paired
    }

    /// Ends a pairing of this device that another thread runs; that pairing then fails. Does nothing if bluetoothd has
    /// not begun the pairing yet, or does not answer.
    package func cancel() {
        guard let bluez = try? BlueZ(), let devices = try? bluez.known().devices else { return }
        for device in devices where device.address == address.description && !device.isPaired {
            _ = try? bluez.bus.call(bluez.call(device.path, "Device1", "CancelPairing"))
        }
    }

    /// Removes a pairing.
    ///
    /// - Returns: True if bluetoothd knew the device.
    /// - Throws: `BluetoothPairingError` if bluetoothd does not answer or refuses.
    package func remove() throws(BluetoothPairingError) -> Bool {
        let bluez = try BlueZ()
        let known = try bluez.known().devices.filter { $0.address == address.description }
        for device in known { try bluez.remove(device) }
        return !known.isEmpty
    }

    private func device(_ bluez: BlueZ, _ adapter: BlueZ.Adapter) throws(BluetoothPairingError) -> BlueZ.Device? {
        try bluez.known().devices.first { $0.adapter == adapter.path && $0.address == address.description }
    }

    private func find(
        _ bluez: BlueZ, _ adapter: BlueZ.Adapter, _ dialogue: some BluetoothDialogue
    ) throws(BluetoothPairingError) -> BlueZ.Device {
        let end = ContinuousClock.now + search
        var isTold = false
        while true {
            try checkCancellation(dialogue)
            if let device = try device(bluez, adapter) { return device }
            guard ContinuousClock.now < end else { break }
            if !isTold { dialogue.tell("searching for \(address) …") }
            isTold = true
            BluetoothScan.pause(until: ContinuousClock.now + .milliseconds(500), bluez)
        }
        throw BluetoothPairingError(
            .notFound,
            CodedText(
                BluetoothText.notFound,
                ["device": .words(address.description), "seconds": .count(search.components.seconds)]),
            fix: CodedText(BluetoothFixText.makeVisible))
    }

    private func checkCancellation(_ dialogue: some BluetoothDialogue) throws(BluetoothPairingError) {
        guard dialogue.isCancelled else { return }
        throw BluetoothPairingError(
            .cancelled, CodedText(BluetoothText.declined, ["device": .words(address.description)]))
    }

    private func register(_ agent: PairingAgent, _ bluez: BlueZ) throws(BluetoothPairingError) {
        do throws(BusError) {
            try bluez.bus.addObject(at: PairingAgent.path, interface: PairingAgent.interface) { agent.answer($0) }
            // BlueZ uses the agent of the program that called Pair, so the desktop's default agent stays registered.
            try bluez.bus.call(
                bluez.call(
                    "/org/bluez", "AgentManager1", "RegisterAgent",
                    [.path(PairingAgent.path), .text("KeyboardDisplay")]))
        } catch {
            throw BluetoothPairingError(error)
        }
    }

    private func unregister(_ bluez: BlueZ) {
        _ = try? bluez.bus.call(
            bluez.call("/org/bluez", "AgentManager1", "UnregisterAgent", [.path(PairingAgent.path)]))
    }

    private func pair(
        _ device: BlueZ.Device, _ agent: PairingAgent, _ bluez: BlueZ, _ dialogue: some BluetoothDialogue
    ) throws(BluetoothPairingError) {
        while true {
            try checkCancellation(dialogue)
            agent.begin()
            do throws(BusError) {
                try bluez.bus.callAndServe(bluez.call(device.path, "Device1", "Pair"), within: patience)
                return
            } catch {
                if PairingError.isPaired(error) { return }
                if PairingError.isOfPIN(error), agent.hasMorePINs {
                    dialogue.tell("it rejects \(agent.given ?? "that PIN")")
                    continue
                }
                throw PairingError.problem(error, of: address.description, agent)
            }
        }
    }
}

/// Interprets BlueZ's errors of Pair (doc/device-api.txt).
enum PairingError {
    /// True if the device was paired meanwhile.
    static func isPaired(_ failure: BusError) -> Bool {
        if case .refused("org.bluez.Error.AlreadyExists", _) = failure { true } else { false }
    }

    /// True if the PIN may have been wrong.
    static func isOfPIN(_ failure: BusError) -> Bool {
        if case .refused(let name, _) = failure {
            ["org.bluez.Error.AuthenticationFailed", "org.bluez.Error.AuthenticationRejected"].contains(name)
        } else {
            false
        }
    }

    static func problem(_ failure: BusError, of device: String, _ agent: PairingAgent) -> BluetoothPairingError {
        if agent.lacksPIN {
            return BluetoothPairingError(
                .pinNeeded, CodedText(BluetoothText.asksForPIN, ["device": .words(device)]),
                fix: CodedText(BluetoothFixText.givePIN))
        }
        if agent.isDeclined {
            return BluetoothPairingError(.cancelled, CodedText(BluetoothText.declined, ["device": .words(device)]))
        }
        switch failure {
        case .timedOut:
            return BluetoothPairingError(
                .timedOut, CodedText(BluetoothText.deviceSilent, ["device": .words(device)]),
                fix: CodedText(BluetoothFixText.shortenDistance))
        case .refused(let name, let message): return refusal(name, message, device, agent.given)
        default: return BluetoothPairingError(failure)
        }
    }

    private static func refusal(
        _ name: String, _ message: String, _ device: String, _ pin: String?
    ) -> BluetoothPairingError {
        switch name.split(separator: ".").last ?? "" {
        case "AuthenticationFailed": authenticationFailure(of: device, pin)
        case "AuthenticationRejected":
            BluetoothPairingError(
                .rejected, CodedText(BluetoothText.pairingRejected, ["device": .words(device)]),
                fix: CodedText(BluetoothFixText.pressButton))
        case "AuthenticationCanceled":
            BluetoothPairingError(
                .cancelled, CodedText(BluetoothText.pairingEnded, ["device": .words(device)]),
                fix: CodedText(BluetoothFixText.watchDisplay))
        case "AuthenticationTimeout":
            BluetoothPairingError(
                .timedOut, CodedText(BluetoothText.pairingTooLong, ["device": .words(device)]),
                fix: CodedText(BluetoothFixText.tryAgain))
        case "ConnectionAttemptFailed":
            BluetoothPairingError(
                .unreachable,
                CodedText(BluetoothText.unreachable, ["device": .words(device), "detail": .words(message)]),
                fix: CodedText(BluetoothFixText.comeNearer))
        case "UnknownObject", "DoesNotExist":
            BluetoothPairingError(
                .notFound, CodedText(BluetoothText.gone, ["device": .words(device)]),
                fix: CodedText(BluetoothFixText.switchDeviceOn))
        default: BluetoothPairingError(.refused(name: name, message: message))
        }
    }

    private static func authenticationFailure(of device: String, _ pin: String?) -> BluetoothPairingError {
        guard let pin else {
            return BluetoothPairingError(
                .authenticationFailed, CodedText(BluetoothText.pairingFailed, ["device": .words(device)]),
                fix: CodedText(BluetoothFixText.deletePairings))
        }
        return BluetoothPairingError(
            .authenticationFailed,
            CodedText(BluetoothText.rejectsPIN, ["device": .words(device), "pin": .words(pin)]),
            fix: CodedText(BluetoothFixText.findPIN))
    }
}
