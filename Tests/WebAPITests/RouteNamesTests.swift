// SPDX-License-Identifier: Apache-2.0

import ClientAdmission
import ControlModel
import GNSSTypes
import Hummingbird
import NamesPage
import ObservationBus
import Testing
import WebConsole

@testable import Access
@testable import WebAPI

/// `docs/names.md` lists every route of the control interface; its other names are compared in `PublicNamesTests`.
@Suite struct RouteNamesTests {
    @Test func `the page of public names lists every route, and no other one`() throws {
        let routes = ControlRoutes.all()
        let network = NetworkAccess(
            addresses: [NetworkAddress(host: "127.0.0.1", port: 0)], isRequired: true, token: nil)
        let real = Set(
            (routes.router(streams: ClientLimit(1)).routes
                + routes.router(for: .network(network), streams: ClientLimit(1)).routes)
                .filter { $0.method != .head }.map { "`\($0.method) \($0.path)`" })
        #expect(real.count > 50)
        #expect(try PublicNames.faults("Routes", real.sorted()) == [])
    }
}

extension ControlRoutes {
    /// All routes that a gateway can have.
    static func all(coordinator: AccessCoordinator = AccessCoordinator(store: nil, logger: quiet) { 0 })
        -> ControlRoutes
    {
        ControlRoutes(
            hub: ObservationHub(),
            source: ControlSource(
                control: FalseControl(), trust: FalseTrust(), trials: NoTrials(), paths: NoPaths(),
                centroid: FalseCentroid(),
                agrirouter: FalseAgrirouter(), settings: NoSettings(), metrics: { "" }, examine: { "{}" }),
            version: "1.2.3", bound: .recorder, now: { startTime }, logger: quiet, console: ConsoleFiles(),
            coordinator: coordinator)
    }
}

/// No part of a gateway: what is asked of it is not available.
private let absent = ControlError(.unavailable, "not here")

private struct NoTrials: ReceiverTrials {
    func startSearch(_ request: SearchRequest) async throws(ControlError) -> SearchReport { throw absent }
    func searches() async -> [SearchReport] { [] }
    func search(_ id: UInt64) async throws(ControlError) -> SearchReport { throw absent }
    func endSearch(_ id: UInt64) async throws(ControlError) -> SearchReport { throw absent }
    func pair(_ address: String, _ request: PairingRequest) async throws(ControlError) -> PairingReport { throw absent }
    func test(_ receiver: String, for seconds: Double?) async throws(ControlError) -> TrialReport { throw absent }
}

private struct NoSettings: SettingsControl {
    let settingsSchema = "{}"
    func settings() async -> SettingsReport { SettingsReport(version: "", settings: []) }
    func changeSettings(_ patch: SettingsPatch, of version: String?) async throws(ControlError) -> SettingsReport {
        throw absent
    }
}

private struct NoPaths: PathControl {
    func paths(tracks: Bool, limit: Int, offset: Int) async throws(ControlError) -> [PathReport] { throw absent }
    func path(_ id: Int64?) async throws(ControlError) -> PathReport { throw absent }
    func points(of id: Int64, from first: Int, limit: Int) async throws(ControlError) -> [PathPointReport] {
        throw absent
    }
    func start(_ request: PathRequest) async throws(ControlError) -> PathReport { throw absent }
    func pausePath() async throws(ControlError) -> PathReport { throw absent }
    func resumePath() async throws(ControlError) -> PathReport { throw absent }
    func stopPath() async throws(ControlError) -> PathEndReport { throw absent }
    func takePoint() async throws(ControlError) -> PathPointReport { throw absent }
    func takeCentroid() async throws(ControlError) -> PathPointReport { throw absent }
    func undoPoint() async throws(ControlError) -> PathPointReport { throw absent }
    func rename(path id: Int64, to name: String) async throws(ControlError) -> PathReport { throw absent }
    func deletePath(_ id: Int64) async throws(ControlError) { throw absent }
    func export(path id: Int64, as format: String) async throws(ControlError) -> PathFile { throw absent }
    func importPaths(as format: String, name: String?, from body: @escaping PathFileBody) async throws -> [PathReport] {
        throw absent
    }
}
