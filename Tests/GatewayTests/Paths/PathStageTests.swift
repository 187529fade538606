// SPDX-License-Identifier: Apache-2.0

import ConfigurationFile
import ControlModel
import DaemonRuntime
import GNSSTypes
import GRDB
import Logging
import ServiceLifecycle
import Testing

@testable import Gateway
@testable import Paths
@testable import Storage

@Suite(.timeLimit(.minutes(2))) struct PathStageTests {
    private let time = UTCTime(nanosecondsSince1970: 1_777_896_000_000_000_000)

    private func base(_ log: LogWords = LogWords()) throws -> GatewayBase {
        let logger = Logger(label: "test") { _ in log }
        return try GatewayBase(GatewayConfiguration(), keepsState: false, mode: .system, logger: logger)
    }

    @Test func `neither an interrupted recording nor the end waits for the removal of an interrupted import`()
        async throws
    {
        let log = LogWords()
        let base = try base(log)
        let (stage, store) = (PathStage(on: base), base.store)
        let place = try #require(GeodeticPosition(latitude: Angle(degrees: 48), longitude: Angle(degrees: 11)))
        let recorded = try await store.startPath(name: "field", started: time).id
        try await store.append([PathPoint(place)], to: recorded)
        var event = PathEvent(path: 0)
        event.points = [PathPoint(place)]
        try store.makeIntake().take([event])
        // The removal takes a transaction for each thousand of these paths; the recording and the end need a few. An
        // intake of so many would take many seconds.
        try store.performBlocking { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE numbers (number) AS (
                        SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 40000
                    )
                    INSERT INTO paths (user, kind, name, state, started, imported)
                    SELECT user, kind, name, state, started, imported FROM paths, numbers
                    WHERE id = (SELECT max(id) FROM paths)
                    """)
        }
        let services = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: stage)], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await services.run() }
            // A command waits until the recording has continued. Its settings are unknown, so it is paused.
            await #expect(throws: ControlError.self) { try await stage.pausePath(nil, key: nil) }
            #expect(try await stage.path(nil, for: .unnamed).id == recorded)
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
        }
        // The stage logs a removal that is complete.
        #expect(log.lines.contains { $0.hasPrefix("removed the rest of an import") } == false)
    }

    @Test func `an export whose path is deleted meanwhile fails, and the log says why`() async throws {
        let log = LogWords()
        let base = try base(log)
        let (stage, store) = (PathStage(on: base), base.store)
        let place = try #require(GeodeticPosition(latitude: Angle(degrees: 48), longitude: Angle(degrees: 11)))
        let path = try await store.startPath(name: "field", started: time).id
        try await store.append([PathPoint(place)], to: path)
        let file = try await stage.export(path: path, as: "csv", for: .unnamed)
        try await store.deletePath(path)
        await #expect(throws: StoreError.unknownPath(path)) { try await file.write { _ in } }
        #expect(log.lines.contains { $0.contains("cannot complete the export of path \(path): ") })
    }

    @Test func `a recording that has not been continued yet cannot be deleted`() async throws {
        let base = try base()
        let (stage, store) = (PathStage(on: base), base.store)
        for state in [RecordedPath.State.recording, .paused] {
            let path = try await store.startPath(name: "field", started: time).id
            try await store.update(path: path, PathChange { $0.state = state })
            let refusal = await #expect(throws: ControlError.self) { try await stage.deletePath(path, by: .unnamed) }
            #expect(refusal?.code == "busy")
            #expect(refusal?.description.contains("try again later") == true)
            #expect(try await store.path(path) != nil)
        }
        let track = try await store.startPath(name: "track", started: time, kind: .track).id
        try await stage.deletePath(track, by: .unnamed)
        #expect(try await store.path(track) == nil)
    }
}
