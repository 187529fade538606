// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import AgrirouterUplink
import GNSSTypes
import Logging
import ObservationBus
import Storage

/// The uplink stage as in the daemon, with a store on disk and a receiver, and with a clock that runs as fast as the stage
/// can follow.
final class Machine: Sendable {
    /// The interval between the receiver's positions, in seconds.
    static let interval: Int64 = 5

    let clock = VirtualClock()
    let hub = ObservationHub()
    let service: FalseService
    let stage: UplinkService
    private let store: Store
    private let environment: ServiceEnvironment
    private let rover = SourceID(rawValue: "rover")

    /// - Parameter folder: The folder of the store, which need not exist.
    init(_ folder: String, _ environment: ServiceEnvironment, crowd: Crowd? = nil) throws {
        self.environment = environment
        store = try Store(StateFolder(folder))
        service = FalseService(clock, environment, crowd: crowd)
        let context = UplinkService.Context(
            hub: hub, link: service, store: store.uplink, now: { [clock] in clock.now },
            sleep: { [clock] in await clock.sleep(until: $0) }, requirement: { OSNMARequirement() }, alert: { _ in },
            logger: Logger(label: "uplink-benchmark") { _ in SwiftLogNoOpLogHandler() })
        stage = UplinkService(UplinkSettings(applicationID: "app", versionID: "version"), context)
    }

    /// Runs the stage and its receiver until a condition holds.
    ///
    /// - Parameter isOver: The condition, which is evaluated whenever the stage waits.
    func run(until isOver: () async -> Bool) async throws {
        let working = Task { await stage.run() }
        try await stage.use(endpoint)
        publish(.activeReceiver(ActiveReceiver(current: rover, previous: nil, reason: "")), from: .gateway)
        var rests = clock.rests.stream.makeAsyncIterator()
        var nextFix = clock.now.monotonicNanoseconds + Self.interval * 1_000_000_000
        while !(await isOver()) {
            await rests.next()
            // The clock stands still while the stage works.
            guard let deadline = clock.nextDeadline else { continue }
            clock.advance(to: min(deadline, nextFix))
            guard deadline >= nextFix else { continue }
            publish(.fix(fix), from: rover)
            nextFix += Self.interval * 1_000_000_000
        }
        working.cancel()
        await working.value
        store.close()
    }

    private func publish(_ payload: Payload, from source: SourceID) {
        hub.publish([Observation(source: source, sequence: 1, hostTime: clock.now, payload: payload)])
    }

    private var fix: Fix {
        var fix = Fix(kind: .threeDimensional, quality: .rtkFixed)
        fix.time = UTCTime(nanosecondsSince1970: clock.now.wallNanoseconds)
        fix.position = GeodeticPosition(
            latitude: Angle(degrees: 52.2797 + clock.seconds * 1e-6), longitude: Angle(degrees: 8.0472))
        fix.height = Height(ellipsoidal: Length(metres: 85))
        fix.dop = DilutionOfPrecision(pdop: 1.2, hdop: 0.7)
        fix.satellitesUsed = 17
        return fix
    }

    private var endpoint: UplinkEndpoint {
        let start = clock.now.wallNanoseconds
        let identity = ClientIdentity(
            certificate: "", key: Confidential(""), name: "",
            notBefore: UTCTime(nanosecondsSince1970: start - 1_000_000_000),
            notAfter: UTCTime(nanosecondsSince1970: start + 315_360_000_000_000_000))
        let id = Crowd.uuid(0xB0, 0)
        return UplinkEndpoint(
            id: id, capabilityAlternateID: id, measures: "https://service/inbox", commands: "https://service/outbox",
            identity: identity, environment: environment, externalID: "urn:uuid:\(id)")
    }
}
