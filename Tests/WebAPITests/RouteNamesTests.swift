// SPDX-License-Identifier: Apache-2.0

import BackOfficeModel
import ClientAdmission
import ControlModel
import GNSSTypes
import Hummingbird
import NamesPage
import ObservationBus
import SetupModel
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
    static func all(
        coordinator: AccessCoordinator = AccessCoordinator(store: nil, logger: quiet) { 0 },
        backOffice: any BackOfficeControl = FalseBackOffice()
    ) -> ControlRoutes {
        ControlRoutes(
            hub: ObservationHub(),
            source: ControlSource(
                control: FalseControl(), trust: FalseTrust(), setup: NoSetup(), trials: NoTrials(),
                provisions: NoProvisions(), rawFrames: NoFrames(), maps: NoMaps(), paths: NoPaths(),
                centroid: FalseCentroid(), captures: NoCaptures(), backOffice: backOffice, sky: NoSky(),
                fleet: NoFleet(), agrirouter: FalseAgrirouter(), settings: NoSettings(), corrections: NoCorrections(),
                metrics: { "" },
                examine: { "{}" }),
            version: "1.2.3", bound: .recorder, now: { startTime }, logger: quiet, console: ConsoleFiles(),
            coordinator: coordinator)
    }
}

/// No part of a gateway: what is asked of it is not available.
private let absent = ControlError(.unavailable, "not here")

private struct NoFrames: RawFrameControl {
    func rawFrames(of receiver: String, _ request: RawFrameRequest) async throws(ControlError) -> [UInt8] {
        throw absent
    }
    func rawFile(of receiver: String) async throws(ControlError) -> RawFrameFile { throw absent }
}

private struct NoMaps: MapControl {
    func maps() async -> MapReport { MapReport(folder: "/nowhere") }
    func tile(of map: String, zoom: Int, column: Int, row: Int) async throws(ControlError) -> MapTile? { throw absent }
    func areas(of map: String) async throws(ControlError) -> [UInt8] { throw absent }
    let server: MapReport.Server? = nil
    let uploadLimit = 0
    func add(_ file: String, size: Int?, from body: @escaping FileBody) async throws -> Bool { throw absent }
    func remove(_ file: String) async throws(ControlError) { throw absent }
}

private struct NoCaptures: CaptureControl {
    func captureCheck(
        of receiver: String?, by user: ControlUser?
    ) async throws(ControlError) -> CaptureCheckReport { throw absent }
    func startCapture(_ request: CaptureRequest, by user: ControlUser) async throws -> CaptureReport { throw absent }
    func storeImage(
        of id: String, by user: ControlUser, camera: CameraReport, from body: FileBody
    ) async throws -> CaptureReport { throw absent }
    func removeCapture(
        _ id: String, includingSent: Bool, by user: ControlUser
    ) async throws(ControlError) { throw absent }
    func setNote(
        _ note: String, of id: String, by user: ControlUser, ifRevision revision: Int?
    ) async throws(ControlError) -> CaptureReport { throw absent }
    func judgeAgain(_ id: String, by user: ControlUser) async throws(ControlError) -> CaptureReport { throw absent }
    func captures(
        of owner: String?, task: CaptureTaskFilter, for user: ControlUser, limit: Int, offset: Int
    ) async throws(ControlError) -> CapturesReport { throw absent }
    func capture(_ id: String, for user: ControlUser) async throws(ControlError) -> CaptureReport { throw absent }
    func part(
        _ part: CapturePart, of id: String, for user: ControlUser
    ) async throws(ControlError) -> CaptureFile { throw absent }
    func pdf(
        of id: String, for user: ControlUser, language: String
    ) async throws(ControlError) -> CaptureFile { throw absent }
    func captureKey() async throws(ControlError) -> CaptureFile { throw absent }
    func runningCaptures() -> [CaptureReport] { [] }
    var imageLimit: Int { 1 << 20 }
}

private struct NoFleet: FleetControl {
    func fleet(since revision: Int64?) async -> FleetReport { FleetReport() }
}

private struct NoSky: SkyControl {
    func expectedSky(of receiver: String?, at time: UTCTime?) async throws(ControlError) -> ExpectedSkyReport {
        throw absent
    }
}

private struct NoSetup: ReceiverSetup {
    let drivers = "[]"
    func addReceiver(_ entry: ReceiverEntry) async throws(ControlError) -> ReceiverReport { throw absent }
    func entry(ofReceiver id: String) async throws(ControlError) -> ReceiverEntry { throw absent }
    func changeReceiver(_ id: String, _ patch: ReceiverEntry) async throws(ControlError) -> ReceiverReport {
        throw absent
    }
}

private struct NoTrials: ReceiverTrials {
    func startPairing(_ address: String, _ request: PairingRequest) async throws(ControlError) -> PairingSession {
        throw absent
    }
    func pairing(_ id: UInt64) async throws(ControlError) -> PairingSession { throw absent }
    func answerPairing(_ id: UInt64, _ answer: PairingAnswer) async throws(ControlError) -> PairingSession {
        throw absent
    }
    func endPairing(_ id: UInt64) async throws(ControlError) -> PairingSession { throw absent }
    func startSearch(_ request: SearchRequest) async throws(ControlError) -> SearchReport { throw absent }
    func searches() async -> [SearchReport] { [] }
    func search(_ id: UInt64) async throws(ControlError) -> SearchReport { throw absent }
    func endSearch(_ id: UInt64) async throws(ControlError) -> SearchReport { throw absent }
    func pair(_ address: String, _ request: PairingRequest) async throws(ControlError) -> PairingReport { throw absent }
    func test(_ receiver: String, for seconds: Double?) async throws(ControlError) -> TrialReport { throw absent }
}

private struct NoProvisions: ReceiverProvisions {
    func startProvisioning(
        _ receiver: String, _ request: ProvisionRequest
    ) async throws(ControlError) -> ProvisionSession { throw absent }
    func provisionings() async -> [ProvisionSession] { [] }
    func provisioning(_ id: UInt64) async throws(ControlError) -> ProvisionSession { throw absent }
    func answerProvisioning(
        _ id: UInt64, _ answer: ProvisionAnswer
    ) async throws(ControlError) -> ProvisionSession { throw absent }
    func endProvisioning(_ id: UInt64) async throws(ControlError) -> ProvisionSession { throw absent }
}

private struct NoSettings: SettingsControl {
    func settingsSchema(_ text: (String) -> String) -> String { "{}" }
    func settings() async -> SettingsReport { SettingsReport(version: "", settings: []) }
    func changeSettings(_ patch: SettingsPatch, of version: String?) async throws(ControlError) -> SettingsReport {
        throw absent
    }
}

private struct NoPaths: PathControl {
    func paths(
        tracks: Bool, of owner: String?, for user: ControlUser, limit: Int, offset: Int
    ) async throws(ControlError) -> [PathReport] { throw absent }
    func path(_ id: Int64?, for user: ControlUser) async throws(ControlError) -> PathReport { throw absent }
    func points(
        of id: Int64, for user: ControlUser, from first: Int, limit: Int
    ) async throws(ControlError) -> [PathPointReport] { throw absent }
    func line(
        of id: Int64, for user: ControlUser, from first: Int, step: Int, limit: Int
    ) async throws(ControlError) -> PathLineReport { throw absent }
    var pathChanges: UInt64 { get async { 0 } }
    func start(
        _ request: PathRequest, by user: ControlUser, key: IdempotencyKey?
    ) async throws(ControlError) -> PathReport { throw absent }
    func pausePath(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathReport { throw absent }
    func resumePath(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathReport { throw absent }
    func stopPath(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathEndReport { throw absent }
    func takePoint(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathPointReport { throw absent }
    func takeCentroid(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathPointReport {
        throw absent
    }
    func undoPoint(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathPointReport { throw absent }
    func rename(path id: Int64, to name: String, by user: ControlUser) async throws(ControlError) -> PathReport {
        throw absent
    }
    func deletePath(_ id: Int64, by user: ControlUser) async throws(ControlError) { throw absent }
    func export(path id: Int64, as format: String, for user: ControlUser) async throws(ControlError) -> PathFile {
        throw absent
    }
    func importPaths(
        as format: String, name: String?, by user: ControlUser, from body: @escaping FileBody
    ) async throws -> [PathReport] { throw absent }
}

private struct NoCorrections: CorrectionsControl {
    func corrections() async -> CorrectionsOverview {
        CorrectionsOverview(origin: .none, isStopped: false, isInFile: false, stream: nil, report: nil)
    }
    func correctionsEntry() async throws(ControlError) -> CorrectionsEntryReport { throw absent }
    func setCorrections(_ entry: CorrectionsEntry) async throws(ControlError) -> CorrectionsOverview { throw absent }
    func perform(_ command: CorrectionsCommand) async throws(ControlError) -> CorrectionsOverview { throw absent }
    func resetCorrections() async throws(ControlError) -> CorrectionsOverview { throw absent }
    func mountpoints(_ query: CasterQuery) async throws(ControlError) -> MountpointsReport { throw absent }
}
