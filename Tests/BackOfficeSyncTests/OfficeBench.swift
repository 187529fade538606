// SPDX-License-Identifier: Apache-2.0

import CaptureFormat
import ControlModel
import Foundation
import GNSSTypes
import Logging
import Paths
import Storage
import Synchronization
import Testing

@testable import BackOfficeModel
@testable import BackOfficeSync

/// The stage with a false server, false photos and a real store.
final class OfficeBench: Sendable {
    let folder: String
    let store: Store
    let office: FalseOffice
    let photos: FalsePhotos
    let service: BackOfficeService
    private let work: Task<Void, Never>
    var control: any BackOfficeControl & CaptureOffice { service.control }

    static let ann = ControlUser(name: "ann", isAdmin: false)
    static let bob = ControlUser(name: "bob", isAdmin: false)

    /// - Parameters:
    ///   - folder: The state folder; nil for a new one.
    ///   - preferences: The settings; nil for a server without synchronisation by itself.
    init(
        _ office: FalseOffice = FalseOffice(), photos: FalsePhotos = FalsePhotos(), folder: String? = nil,
        preferences: BackOfficePreferences? = nil
    ) throws {
        self.folder = folder ?? NSTemporaryDirectory() + "office-\(UUID().uuidString)"
        (self.office, self.photos) = (office, photos)
        store = try Store(StateFolder(self.folder))
        var own = BackOfficePreferences()
        (own.server, own.interval) = ("http://127.0.0.1", 0)
        var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        service = BackOfficeService(
            preferences ?? own,
            BackOfficeService.Context(
                store: store, now: Self.now, secret: { "key" }, program: "test/1", logger: logger),
            link: office)
        photos.office.withLock { [service] in $0 = service.control }
        service.connect(captures: photos, paths: FalsePaths(store: store))
        let coordinator = service.coordinator
        work = Task { await coordinator.run() }
    }

    private static let now: @Sendable () -> HostTime = {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let wall = Int64(Date().timeIntervalSince1970 * 1e9)
        return HostTime(
            monotonicNanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec), wallNanoseconds: wall)
    }

    /// Ends the stage as a kill does: nothing is told to it.
    func end() async {
        work.cancel()
        await work.value
        photos.office.withLock { $0 = nil }
        store.close()
    }

    func signIn(_ user: ControlUser = .unnamed, login: String = "ann") async throws {
        _ = try await control.signIn(
            BackOfficeSignIn(login: login, password: FalseOffice.password), by: user)
        try await settle(user)
    }

    /// Waits until nothing is to be done.
    func settle(_ user: ControlUser = .unnamed) async throws {
        try await wait("the stage to be idle") {
            let report = await control.backOffice(for: user)
            return report.sync?.state.value != .running && report.waiting == BackOfficeReport.Waiting()
        }
    }

    func wait(_ what: String, until isTrue: () async throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while try await !isTrue() {
            try #require(ContinuousClock.now < end, "waited in vain for \(what)")
            // What the stage does has no event that a test could wait for.
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    func task(_ id: String, _ user: ControlUser = .unnamed) async throws -> TaskReport {
        try await control.task(id, for: user)
    }

    /// The code of a refusal; nil if there is none.
    func refusal(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch let error as ControlError {
            return error.code
        } catch {
            return "\(error)"
        }
    }
}

/// Photos in memory.
final class FalsePhotos: CaptureControl {
    let all = Mutex<[CaptureSummary]>([])
    let office = Mutex<(any CaptureOffice)?>(nil)
    /// Lists wait while this is true.
    let isHeld = Mutex(false)
    /// The number of lists that were asked for.
    let lists = Mutex(0)

    func add(_ id: String, user: String? = nil, task: String? = nil, verdict: PositionVerdict = .authenticated) {
        var photo = CaptureSummary(
            id: id, taken: Timestamp(milliseconds: 1_790_000_000_250), receiver: "r", user: user, latitude: 48,
            longitude: 11, verdict: ReportCode(verdict), isReplay: false, note: "", width: 1, height: 1)
        photo.task = task
        all.withLock { $0.append(photo) }
    }

    private func found(_ id: String) throws(ControlError) -> CaptureSummary {
        guard let photo = all.withLock({ $0.first { $0.id == id } }) else {
            throw ControlError(.notFound, "there is no photo \(id)")
        }
        return photo
    }

    private func marked(_ photos: [CaptureSummary]) async throws(ControlError) -> [CaptureSummary] {
        guard let office = office.withLock({ $0 }) else { return photos }
        let sending = try await office.sending(of: photos.map(\.id))
        return photos.map { photo in
            var photo = photo
            photo.sent = ReportCode(sending[photo.id]?.sent ?? .unsent)
            photo.sendProblem = sending[photo.id]?.problem.map(ProblemReport.init)
            return photo
        }
    }

    func captures(
        of owner: String?, task: CaptureTaskFilter, for user: ControlUser, limit: Int, offset: Int
    ) async throws(ControlError) -> CapturesReport {
        lists.withLock { $0 += 1 }
        while isHeld.withLock({ $0 }) {
            // The test decides when it goes on.
            try? await Task.sleep(for: .milliseconds(2))
        }
        let photos = all.withLock { $0 }.filter { photo in
            guard user.mayUse(dataOf: photo.user), owner == nil || photo.user == owner else { return false }
            switch task {
            case .any: return true
            case .none: return photo.task == nil
            case .task(let id): return photo.task == id && photo.user == user.name
            }
        }
        let page = try await marked(Array(photos.reversed().dropFirst(offset).prefix(limit)))
        return CapturesReport(captures: page, total: photos.count, bytes: 0, limit: 0, running: [])
    }

    func capture(_ id: String, for user: ControlUser) async throws(ControlError) -> CaptureReport {
        let photo = try found(id)
        guard user.mayUse(dataOf: photo.user) else { throw ControlError(.notFound, "there is no photo \(id)") }
        var report = CaptureReport(id: id, state: .stored, receiver: "r", user: photo.user)
        report.summary = try await marked([photo]).first
        return report
    }

    func part(_ part: CapturePart, of id: String, for user: ControlUser) async throws(ControlError) -> CaptureFile {
        let photo = try found(id)
        let record = """
            {"capture":{"taken":"\(photo.taken)"},"note":"n","position":{"latitude_deg":48,"longitude_deg":11}}
            """
        return CaptureFile(name: id, mediaType: "x", bytes: Array((part == .image ? "image \(id)" : record).utf8))
    }

    private var absent: ControlError { ControlError(.unavailable, "not here") }
    func captureCheck(
        of receiver: String?, by user: ControlUser?
    ) async throws(ControlError) -> CaptureCheckReport { throw absent }
    func startCapture(_ request: CaptureRequest, by user: ControlUser) async throws -> CaptureReport { throw absent }
    func storeImage(
        of id: String, by user: ControlUser, camera: CameraReport, from body: FileBody
    ) async throws -> CaptureReport { throw absent }
    func removeCapture(_ id: String, includingSent: Bool, by user: ControlUser) async throws(ControlError) {
        let photo = try found(id)
        if !includingSent { try await office.withLock { $0 }?.requireChangeable(photo) }
        all.withLock { $0.removeAll { $0.id == id } }
    }
    func setNote(
        _ note: String, of id: String, by user: ControlUser, ifRevision revision: Int?
    ) async throws(ControlError) -> CaptureReport { throw absent }
    func judgeAgain(_ id: String, by user: ControlUser) async throws(ControlError) -> CaptureReport { throw absent }
    func pdf(
        of id: String, for user: ControlUser, language: String
    ) async throws(ControlError) -> CaptureFile { throw absent }
    func captureKey() async throws(ControlError) -> CaptureFile { throw absent }
    func runningCaptures() -> [CaptureReport] { [] }
    var imageLimit: Int { 1 << 20 }
}

/// Paths of a store, as far as sending them needs.
struct FalsePaths: PathControl {
    let store: Store
    private var absent: ControlError { ControlError(.unavailable, "not here") }

    init(store: Store) { self.store = store }

    /// Stores a path with two points.
    static func add(_ name: String, to store: Store) async throws -> Int64 {
        let start = UTCTime(nanosecondsSince1970: 1_790_000_000_000_000_000)
        let points = try [48.0, 48.1].map { latitude in
            let place = GeodeticPosition(latitude: Angle(degrees: latitude), longitude: Angle(degrees: 11))
            return PathPoint(try #require(place))
        }
        let path = RecordedPath(id: 0, name: name, user: Store.localUser, started: start)
        return try await store.importPath(path, points: points).id
    }

    private func report(_ id: Int64) async throws(ControlError) -> PathReport {
        guard let path = try? await store.path(id) else { throw ControlError(.notFound, "there is no path \(id)") }
        var report = PathReport(
            id: id, name: path.name, user: path.user, state: .finished, started: Timestamp(path.started),
            points: path.pointCount, sent: path.sent == .sent ? .sent : path.sent == .sending ? .sending : .unsent)
        report.ended = path.ended.map { Timestamp($0) }
        report.lastSendError = path.lastSendError
        return report
    }

    func path(_ id: Int64?, for user: ControlUser) async throws(ControlError) -> PathReport {
        try await report(id ?? 0)
    }

    func paths(
        tracks: Bool, of owner: String?, for user: ControlUser, limit: Int, offset: Int
    ) async throws(ControlError) -> [PathReport] {
        let query = PathQuery { ($0.user, $0.limit, $0.offset) = (owner, limit, offset) }
        let found = (try? await store.paths(query)) ?? []
        var reports: [PathReport] = []
        for path in found { reports.append(try await report(path.id)) }
        return reports
    }

    func points(
        of id: Int64, for user: ControlUser, from first: Int, limit: Int
    ) async throws(ControlError) -> [PathPointReport] {
        let points = (try? await store.points(of: id, from: first, limit: limit)) ?? []
        return points.map { point in
            PathPointReport(
                latitude: point.position.latitude.degrees, longitude: point.position.longitude.degrees,
                origin: "recorded", beginsSegment: false, fix: .threeDimensional, quality: .autonomous)
        }
    }

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
