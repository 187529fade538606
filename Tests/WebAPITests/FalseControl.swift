// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import MessageTexts
import Synchronization

/// A gateway with two receivers, that notes what it is asked to do.
final class FalseControl: GatewayControl {
    let commands = Mutex<[String]>([])
    /// What the next command is refused with.
    let refusal = Mutex<ControlError?>(nil)

    private func note(_ command: String) throws(ControlError) {
        if let refusal = refusal.withLock({ $0 }) { throw refusal }
        commands.withLock { $0.append(command) }
    }

    var noted: [String] { commands.withLock { $0 } }

    static let time = Timestamp(milliseconds: 1_777_897_805_250)

    static func receiver(_ id: String) -> ReceiverReport {
        var receiver = ReceiverReport(
            id: id, driver: "nmea-serial", identity: "path:/dev/\(id)", origin: "configured", isolation: "in-process",
            priority: 10, state: .running, reason: "data flows", since: time)
        (receiver.lastDataAge, receiver.fixAge) = (0.25, 4.125)
        receiver.rate = 10
        var fix = Fix(kind: .threeDimensional, quality: .rtkFixed)
        fix.position = GeodeticPosition(latitude: Angle(degrees: 52.5), longitude: Angle(degrees: 13.25))
        receiver.fix = FixReport(fix, satellitesInView: 30)
        return receiver
    }

    private var gateway: HostReport {
        HostReport(
            name: "gnss-gateway", version: "1.2.3", system: "Linux", process: 7, started: Self.time, uptime: 12.5,
            time: Self.time)
    }

    func receivers() async -> [ReceiverReport] { ["rover", "base"].map(Self.receiver) }

    func status() async -> GatewayReport {
        GatewayReport(
            gateway: gateway,
            active: ActiveReceiverReport(receiver: "rover", since: Self.time, reason: "the first one"),
            indicators: [Indicator(.location, .red, reason: .noFix, CodedText(IndicatorText.noReceiver))],
            receivers: await receivers(),
            alerts: [], bus: BusReport(published: 0, retained: 0, retainedBytes: 0, consumers: []), servers: [],
            store: StoreReport(folder: "/state"))
    }

    func deviceInformation() async -> DeviceInformation {
        DeviceInformation(gateway: gateway, receiver: Self.receiver("rover"))
    }

    func indicators(of receiver: String?) async throws(ControlError) -> IndicatorsReport {
        IndicatorsReport(
            receiver: receiver ?? "rover", indicators: [Indicator(.galileo, .yellow, .notSeen, text: "not seen yet")])
    }

    func satellites(of receiver: String?) async throws(ControlError) -> SatellitesReport {
        var report = SatellitesReport(receiver: receiver ?? "rover", time: Self.time, age: 50)
        guard let id = SatelliteID(.galileo, 24), let other = SatelliteID(.glonass, 255) else { return report }
        let view = SignalView(
            signals: [
                TrackedSignal(id, .galileoE1C, cn0: 44.5, quality: .carrierLocked, use: .carrier),
                TrackedSignal(id, .galileoE5bI),
            ])
        let galileo = Satellite(
            id, elevation: Angle(degrees: 41), azimuth: Angle(degrees: 100), cn0: 44.5, isUsed: true)
        report.satellites = [galileo, Satellite(other)].map { SatelliteReport($0, signals: view) }
        return report
    }

    func osnma(of receiver: String?) async throws(ControlError) -> OSNMAReport {
        var verdict = Authentication(receiver: SourceID(rawValue: receiver ?? "rover"))
        (verdict.state, verdict.reason) = (.authenticated, .authenticated)
        return OSNMAReport(
            isEnabled: true, isRequired: false, trustedRoots: 1, trustedKeys: 2,
            receivers: [OSNMAReceiverReport(verdict, age: 0.5)])
    }

    func capabilities(of receiver: String) async throws(ControlError) -> CapabilitiesReport {
        guard receiver == "rover" else { throw .unknownReceiver(receiver, known: ["rover", "base"]) }
        return CapabilitiesReport(
            receiver: receiver, identity: "x", kinds: [DeliveredKind("fix", isDeclared: true)], abilities: [],
            driverAbilities: [])
    }

    func history(_ request: HistoryRequest) async throws(ControlError) -> HistoryReport {
        HistoryReport(receiver: request.receiver ?? "rover", start: Self.time, step: request.seconds / request.points)
    }

    func alertLog(limit: Int) async -> AlertLogReport { AlertLogReport(alerts: []) }

    func devices() async throws(ControlError) -> [DeviceReport] {
        [DeviceReport(identity: "usb:1546:01a9:X", node: "/dev/ttyACM0")]
    }

    func use(receiver: String) async throws(ControlError) -> ActiveReceiverReport {
        try note("use \(receiver)")
        return ActiveReceiverReport(receiver: receiver, selected: receiver)
    }

    func useAutomatically() async throws(ControlError) -> ActiveReceiverReport {
        try note("use automatically")
        return ActiveReceiverReport(receiver: "rover")
    }

    func forget(identity: String) async throws(ControlError) { try note("forget \(identity)") }

    func perform(_ command: ReceiverCommand, on receiver: String) async throws(ControlError) -> ReceiverReport {
        try note("\(command.rawValue) \(receiver)")
        return Self.receiver(receiver)
    }

    func reload() async throws(ControlError) { try note("reload") }
}
