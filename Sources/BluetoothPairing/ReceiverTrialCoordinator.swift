// SPDX-License-Identifier: Apache-2.0

package import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import MessageTexts
package import ObservationBus
internal import ReceiverHost
package import SetupModel
internal import Synchronization
internal import Transport

/// Searches for Bluetooth receivers, pairs with them and tests them, for the control interface. Without a daemon, the
/// command line does the same.
package final class ReceiverTrialCoordinator: ReceiverTrials {
    private let control: any GatewayControl
    private let hub: ObservationHub
    /// Bluetooth searches and pairings, one at a time.
    private let radio = Errand("a Bluetooth search or pairing is already in progress; wait until it is finished")
    /// Receiver tests, at most 8 at a time.
    private let trials = Errand(
        "too many receivers are being tested at once; wait until one test is finished", limit: 8)

    private let searching = ReceiverSearches()
    private let pairings = PairingTalks()

    package init(_ control: any GatewayControl, _ hub: ObservationHub) { (self.control, self.hub) = (control, hub) }

    /// - Throws: `ControlError`, as `ReceiverTrials` says.
    package func startSearch(_ request: SearchRequest) async throws(ControlError) -> SearchReport {
        try searching.start(request, on: radio)
    }

    package func searches() async -> [SearchReport] {
        let receivers = await control.receivers()
        return searching.reports.map { Self.naming(receivers, in: $0) }
    }

    /// - Throws: `ControlError`, as `ReceiverTrials` says.
    package func search(_ id: UInt64) async throws(ControlError) -> SearchReport {
        Self.naming(await control.receivers(), in: try searching.report(id))
    }

    /// - Throws: `ControlError`, as `ReceiverTrials` says.
    package func endSearch(_ id: UInt64) async throws(ControlError) -> SearchReport {
        let report = try await searching.end(id)
        return Self.naming(await control.receivers(), in: report)
    }

    /// Adds the ids of running receivers to the devices found.
    private static func naming(_ receivers: [ReceiverReport], in report: SearchReport) -> SearchReport {
        var report = report
        for index in report.devices.indices {
            let identity = ReceiverPlan.identity(ofAddress: report.devices[index].address)
            report.devices[index].receiver = receivers.first { $0.identity == identity }?.id
        }
        return report
    }

    /// - Throws: `ControlError`, as `ReceiverTrials` says.
    package func pair(_ address: String, _ request: PairingRequest) async throws(ControlError) -> PairingReport {
        let pairing = try Self.pairing(with: address, request)
        let outcome = try await radio.run { () throws(BluetoothPairingError) in
            try pairing.run(AgreedDialogue(request: request))
        }
        return PairingReport(address: pairing.address.description, wasPaired: outcome == .wasPaired)
    }

    /// - Throws: `ControlError`, as `ReceiverTrials` says.
    package func startPairing(_ address: String, _ request: PairingRequest) async throws(ControlError) -> PairingSession
    {
        try pairings.start(try Self.pairing(with: address, request), on: radio)
    }

    /// - Throws: `ControlError`, as `ReceiverTrials` says.
    package func pairing(_ id: UInt64) async throws(ControlError) -> PairingSession { try pairings.session(id) }

    /// - Throws: `ControlError`, as `ReceiverTrials` says.
    package func answerPairing(_ id: UInt64, _ answer: PairingAnswer) async throws(ControlError) -> PairingSession {
        try pairings.answer(id, answer)
    }

    /// - Throws: `ControlError`, as `ReceiverTrials` says.
    package func endPairing(_ id: UInt64) async throws(ControlError) -> PairingSession { try await pairings.end(id) }

    private static func pairing(
        with address: String, _ request: PairingRequest
    ) throws(ControlError) -> DevicePairing {
        guard let device = BluetoothAddress(address) else {
            throw ControlError(
                .invalid, "\"\(address)\" is not a Bluetooth address, such as 00:1D:43:5F:A0:2C", code: .badAddress)
        }
        if let pin = request.pin, !(1...16).contains(pin.utf8.count) {
            throw ControlError(.invalid, "the PIN has \(pin.utf8.count) bytes; it must have 1...16", code: .badPIN)
        }
        if let seconds = request.seconds, !(1...120).contains(seconds) {
            throw ControlError(.invalid, "seconds is \(seconds); it must be 1...120")
        }
        var pairing = DevicePairing(device)
        pairing.adapter = request.adapter
        pairing.search = .milliseconds(Int64((request.seconds ?? 20) * 1000))
        return pairing
    }

    /// - Throws: `ControlError`, as `ReceiverTrials` says.
    package func test(_ receiver: String, for seconds: Double?) async throws(ControlError) -> TrialReport {
        try trials.begin()
        defer { trials.end() }
        let receivers = await control.receivers()
        guard let address = BluetoothAddress(receiver) else {
            return try await watch(try await find(receiver, receivers), for: seconds ?? 5)
        }
        let identity = ReceiverPlan.identity(ofAddress: address.description)
        if let running = receivers.first(where: { $0.identity == identity }), running.state != .stopped {
            var trial = try await watch(running.id, for: seconds ?? 5)
            trial.setSteps(adapterProblem: nil)
            return trial
        }
        do throws(GatewayError) {
            return try await TrialReport.ofConnection(to: address, for: .milliseconds(Int64((seconds ?? 40) * 1000)))
        } catch {
            throw ControlError(.unavailable, error.description)
        }
    }

    private func find(_ name: String, _ receivers: [ReceiverReport]) async throws(ControlError) -> String {
        if receivers.contains(where: { $0.id == name }) { return name }
        if let found = receivers.first(where: { $0.device == name || $0.identity == name }) { return found.id }
        // If the system cannot be queried, the name counts as unknown.
        let devices = (try? await control.devices()) ?? []
        let device = devices.first { [$0.node, $0.identity].contains(name) || $0.links.contains(name) }
        if let id = device?.receiver { return id }
        guard let device else { throw .unknownReceiver(name, known: receivers.map(\.id)) }
        let reasons = [device.finding, device.remark, device.advice].compactMap { $0 }
        throw ControlError(
            .notFound,
            "no receiver is running on \(device.node)"
                + (reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; ")))
    }

    private func watch(_ id: String, for seconds: Double) async throws(ControlError) -> TrialReport {
        let before = await control.receivers().first { $0.id == id }
        let subscription = hub.subscribe(
            "trial of \(id)", to: TopicFilter(sources: [SourceID(rawValue: id)]), policy: .skipOldest())
        let begin = ContinuousClock.now
        var trial = await withTaskGroup(of: TrialReport?.self) { group in
            group.addTask {
                var trial = TrialReport(receiver: id)
                for await batch in subscription { for observation in batch { trial.note(observation.payload) } }
                return trial
            }
            group.addTask {
                // The requested duration. The sleep throws only when the daemon shuts down; then the watch ends at
                // once.
                try? await Task.sleep(for: .seconds(seconds))
                subscription.finish()
                return nil
            }
            var trial = TrialReport(receiver: id)
            for await result in group { if let result { trial = result } }
            return trial
        }
        trial.seconds = (ContinuousClock.now - begin) / .seconds(1)
        let after = await control.receivers().first { $0.id == id }
        trial.refusedBatches = (after?.refusedBatches ?? 0) - (before?.refusedBatches ?? 0)
        let gone = CodedText(ReceiverText.notRun)
        (trial.state, trial.reason) = (after?.state ?? ReportCode(.gone), after?.reason ?? gone.text)
        trial.message = after.map(\.message) ?? gone
        trial.verdict = ReportCode(trial.judgement)
        return trial
    }
}

/// Answers given in advance with the request, because no person can be asked.
private struct AgreedDialogue: BluetoothDialogue {
    let request: PairingRequest

    package func pin(for device: BluetoothDeviceReport) -> PINAnswer {
        request.pin.map { .pin($0) } ?? (request.triesUsualPINs == true ? .usual : .none)
    }

    package func passkey(for device: BluetoothDeviceReport) -> UInt32? { nil }
    package func confirms(_ passkey: String, of device: BluetoothDeviceReport) -> Bool { request.agrees == true }
    package func show(_ code: String, for device: BluetoothDeviceReport) {}
    package func tell(_ words: String) {}
}
