// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import Logging
import Paths
import Settings
import Storage
import Synchronization
import Testing

@testable import ConfigurationFile
@testable import DaemonRuntime
@testable import Gateway

/// The operator's limits on what is kept.
struct RetentionServiceTests {
    @Test func `without a word of the operator everything is kept`() throws {
        let settings = try Self.read("receivers: []").store
        #expect(settings == StoreSettings() && settings.keepsUnsent)
        #expect(!StoreRetention(settings).isLimited)
    }

    @Test func `days, mebibytes and unsent paths are read, and written again`() throws {
        let configuration = try Self.read("store: { keep_days: 30, keep_mib: 2, keep_unsent: false }")
        let retention = StoreRetention(configuration.store)
        #expect(retention.age == 30 * 86_400_000_000_000 && retention.size == 2_097_152 && retention.includesUnsent)
        #expect(try configuration.value(drivers: [:])["store"] == configuration.store.value)
        for wrong in ["keep_days: -1", "keep_mib: 1.5", "keep_unsent: 3", "keep_weeks: 1"] {
            #expect(throws: ConfigurationErrors.self) { try Self.read("store: { \(wrong) }") }
        }
    }

    private static func read(_ yaml: String) throws -> GatewayConfiguration {
        try ConfigurationDocument(yaml: yaml, name: "gateway.yaml").configuration(drivers: [:])
    }

    @Test func `what a limit removes is told, and nothing is where nothing was removed`() async throws {
        let store = try Store()
        var old = RecordedPath(
            id: 0, name: "harvest", user: Store.localUser, started: UTCTime(nanosecondsSince1970: 0))
        old.sent = .sent
        let sent = try await store.importPath(old, points: [])
        old.sent = .unsent
        _ = try await store.importPath(old, points: [])
        var settings = StoreSettings()
        settings.keepDays = 1
        let words = LogWords()
        var logger = Logger(label: "test") { _ in words }
        logger.logLevel = .info
        var service = RetentionService(
            store: store, retention: StoreRetention(settings), clock: GatewayClock(.system), logger: logger)
        // A clock that is not set may be years ahead; the newest recording is older than the limit by that clock only.
        service.isClockSet = { false }
        await service.apply()
        #expect(try await store.paths().count == 2)
        service.isClockSet = { true }
        await service.apply()
        await service.apply()
        #expect(words.lines.count == 1)
        #expect(
            words.lines.first?.contains(
                "removed 1 recorded path because of the limits in 'store': \(sent.id) 'harvest'") == true)
        #expect(try await store.paths().map(\.sent) == [.unsent])
    }

    @Test func `a path that was dated by a fast clock makes no other one old`() async throws {
        let store = try Store()
        let clock = GatewayClock(.system)
        var point = PathPoint(
            try #require(GeodeticPosition(latitude: Angle(degrees: 48), longitude: Angle(degrees: 11))))
        point.time = UTCTime(nanosecondsSince1970: 3_600_000_000_000)
        for (name, time) in [("old", 3_600_000_000_000), ("new", clock.now.wallNanoseconds)] {
            let time = UTCTime(nanosecondsSince1970: time)
            var path = RecordedPath(id: 0, name: name, user: Store.localUser, started: time)
            (path.ended, path.sent) = (time, .sent)
            _ = try await store.importPath(path, points: [point])
        }
        var settings = StoreSettings()
        settings.keepDays = 1
        var service = RetentionService(
            store: store, retention: StoreRetention(settings), clock: clock,
            logger: Logger(label: "test") { _ in LogWords() })
        service.isClockSet = { false }
        await service.apply()
        #expect(try await store.paths().count == 2)
        service.isClockSet = { true }
        await service.apply()
        #expect(try await store.paths().map(\.name) == ["new"])
    }

    @Test func `a date in a file makes no path old, and an imported path is marked`() async throws {
        let store = try Store()
        let clock = GatewayClock(.system)
        for year in ["2001", "2099"] {
            let file = try PathImport(store, now: Timestamp(clock.now), name: year, user: nil)
            try file.append(Array("lat,lon,time_utc\n1,2,\(year)-01-01T00:00:00Z\n".utf8))
            #expect(try await file.run(as: .csv).map(\.isImported) == [true])
        }
        var settings = StoreSettings()
        (settings.keepDays, settings.keepsUnsent) = (10, false)
        var service = RetentionService(
            store: store, retention: StoreRetention(settings), clock: clock,
            logger: Logger(label: "test") { _ in LogWords() })
        service.isClockSet = { false }
        await service.apply()
        #expect(try await store.paths().map(\.name) == ["2099", "2001"])
        service.isClockSet = { true }
        await service.apply()
        #expect(try await store.paths().map(\.name) == ["2099"])
    }
}

/// Keeps what is logged.
final class LogWords: LogHandler {
    private let kept = Mutex<[String]>([])
    var lines: [String] { kept.withLock { $0 } }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .info }
        set {}
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) { kept.withLock { $0.append("\(event.message)") } }
}
