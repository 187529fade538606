// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import GNSSTypes
import Logging
import ObservationBus
import Synchronization
import Testing

@testable import AgrirouterUplink

/// A stage with its disk, its agrirouter and its receiver, by a clock that it turns itself: nothing waits for real.
final class Rig {
    static let rover = SourceID(rawValue: "rover")

    let clock = ManualClock()
    let disk: Disk
    let router: Router
    let hub = ObservationHub()
    var settings: UplinkSettings
    var environment = ServiceEnvironment.qa
    private(set) var power: Power
    private(set) var coordinator: UplinkCoordinator
    let alerts = Alerts()
    /// What the receiver says in each second; nil: it is silent.
    /// How long ago the receiver's observations were recorded, in nanoseconds; 0 for a live one.
    var recordedBefore: Int64 = 0
    var receiver: (@Sendable (Int, HostTime) -> Payload?)? = { _, now in .fix(Rig.fix(at: now)) }
    private var nextSecond = 1

    final class Alerts: Sendable {
        let all = Mutex<[Alert]>([])
        /// The codes of the alerts that began.
        var codes: [String] { all.withLock { $0.filter { !$0.isOver }.map(\.code) } }
        /// The codes of the alerts that have not ended.
        var open: Set<String> {
            all.withLock { all in
                all.reduce(into: []) { open, alert in
                    if alert.isOver { open.remove(alert.code) } else { open.insert(alert.code) }
                }
            }
        }
    }

    init(_ change: (inout UplinkSettings) -> Void = { _ in }, power: Power = Power(), disk: Disk = Disk()) async {
        settings = UplinkSettings(applicationID: "app", versionID: "version")
        change(&settings)
        (self.power, self.disk) = (power, disk)
        router = Router(clock)
        coordinator = Self.coordinator(settings, clock, disk, power, router, hub, alerts)
        await announce()
    }

    private static func coordinator(
        _ settings: UplinkSettings, _ clock: ManualClock, _ disk: Disk, _ power: Power, _ router: Router,
        _ hub: ObservationHub, _ alerts: Alerts
    ) -> UplinkCoordinator {
        let listener = Listener(hub, "agrirouter", to: TopicFilter(kinds: []), policy: .lossless()) {}
        return UplinkCoordinator(settings, context(clock, disk, power, router, hub, alerts), listener) {}
    }

    static func context(
        _ clock: ManualClock, _ disk: Disk, _ power: Power, _ router: Router, _ hub: ObservationHub, _ alerts: Alerts
    ) -> UplinkService.Context {
        var context = UplinkService.Context(
            hub: hub, link: RouterLink(router: router, power: power), store: MemoryStore(disk: disk, power: power),
            now: { clock.now }, sleep: { await clock.sleep(until: $0) },
            requirement: { OSNMARequirement(satellites: 0, allowsRecordings: true) },
            alert: { alert in alerts.all.withLock { $0.append(alert) } },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        context.jitter = { 0.5 }
        return context
    }

    /// An endpoint.
    func endpoint(_ id: String = "me", lasting seconds: Int64 = 86_400 * 365) -> UplinkEndpoint {
        let start = ManualClock.start * 1_000_000_000
        let identity = ClientIdentity(
            certificate: "", key: Confidential(""), name: "me",
            notBefore: UTCTime(nanosecondsSince1970: start - 1_000_000_000),
            notAfter: UTCTime(nanosecondsSince1970: start + seconds * 1_000_000_000))
        return UplinkEndpoint(
            id: id, capabilityAlternateID: id, measures: "https://a/in", commands: "https://a/out",
            identity: identity, environment: environment, externalID: "urn:me")
    }

    func onboard(_ id: String = "me") async { try? await coordinator.use(endpoint(id)) }

    /// The process dies, and another one begins with what is on the disk.
    ///
    /// - Parameter id: the endpoint whose key it finds; nil: none.
    func restart(_ id: String? = "me", power: Power = Power()) async {
        self.power = power
        coordinator = Self.coordinator(settings, clock, disk, power, router, hub, alerts)
        await announce()
        if let id { await onboard(id) } else { await coordinator.startWithoutEndpoint() }
    }

    private func announce() async {
        let time = clock.now
        await say(.activeReceiver(ActiveReceiver(current: Self.rover, previous: nil, reason: "")), at: time)
        await say(.driverState(DriverStateReport(.running, reason: "")), at: time)
    }

    func say(_ payload: Payload, at time: HostTime? = nil) async {
        let observation = Observation(source: Self.rover, sequence: 1, hostTime: time ?? clock.now, payload: payload)
        await coordinator.take([observation])
    }

    /// Lets so many seconds pass, or fewer where the process dies.
    func run(_ seconds: Double) async {
        let end = clock.now.monotonicNanoseconds + Int64(seconds * 1e9)
        var idle = 0
        while power.isOn {
            let now = clock.now.monotonicNanoseconds
            let due = await coordinator.pass()
            guard power.isOn else { return }
            let next = min(Int64(nextSecond) * 1_000_000_000, due ?? .max, end)
            idle = next <= now ? idle + 1 : 0
            guard idle < 200 else {
                Issue.record("the stage does not rest at \(clock.seconds) s")
                return
            }
            clock.advance(to: next)
            if next >= Int64(nextSecond) * 1_000_000_000 {
                if let payload = receiver?(nextSecond, clock.now) {
                    var time = clock.now
                    // The machine ran for another time when it recorded them.
                    time.monotonicNanoseconds -= recordedBefore / 7
                    time.wallNanoseconds -= recordedBefore
                    await say(payload, at: time)
                }
                nextSecond += 1
            }
            if clock.now.monotonicNanoseconds >= end { return }
        }
    }

    /// Lets time pass until nothing waits, an hour at most.
    func drain() async {
        receiver = { _, _ in nil }
        await setPausedCollecting()
        for _ in 0..<360 where disk.waiting > 0 && power.isOn { await run(10) }
    }

    /// A receiver that is silent would have its absence told forever.
    private func setPausedCollecting() async {
        settings.collect = 100_000
        await coordinator.apply(settings)
    }

    static func fix(at now: HostTime, _ change: (inout Fix) -> Void = { _ in }) -> Fix {
        var fix = Fix(kind: .threeDimensional, quality: .rtkFixed)
        fix.time = UTCTime(nanosecondsSince1970: now.wallNanoseconds)
        fix.position = GeodeticPosition(latitude: Angle(degrees: 52.2797), longitude: Angle(degrees: 8.0472))
        fix.height = Height(ellipsoidal: Length(metres: 85.0004))
        fix.dop = DilutionOfPrecision(pdop: 1.2, hdop: 0.7)
        fix.satellitesUsed = 17
        change(&fix)
        return fix
    }

    /// A position of somebody else, so many seconds after the start.
    static func entry(_ second: Double, latitude: Double = 50) -> GPSEntry {
        GPSEntry(
            position: GeodeticPosition(latitude: Angle(degrees: latitude), longitude: Angle(degrees: 8)),
            status: .dgnss,
            time: UTCTime(nanosecondsSince1970: ManualClock.start * 1_000_000_000 + Int64(second * 1e9)))
    }
}
