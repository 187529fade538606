// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Logging
import ObservationBus
import Synchronization
import TestSupport
import Testing

@testable import Recording

@Suite(.timeLimit(.minutes(2))) struct RawCaptureTests {
    private func coordinator(
        _ folder: String, rotate: Int = 1 << 20, keep: Int = 0, hasReplayClock: Bool = false,
        pause: Duration = .seconds(10), alert: @escaping @Sendable (Alert) -> Void = { _ in }
    ) -> RawCaptureCoordinator {
        RawCaptureCoordinator(
            RawCaptureService.Configuration(folder: folder, rotateBytes: rotate, keepBytes: keep), alert: alert,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, hasReplayClock: hasReplayClock,
            pause: pause)
    }

    private func recordings(_ folder: String) throws -> [Recording] {
        try RawCaptureFolder(path: folder).files().map { file in
            try Recording(Array(Data(contentsOf: URL(filePath: "\(folder)/\(file.name)"))))
        }
    }

    @Test func `what is on the bus is recorded, until the bus ends`() async throws {
        try await withFolder { folder in
            let hub = ObservationHub()
            let service = RawCaptureService(
                RawCaptureService.Configuration(folder: folder + "/a/b", rotateBytes: 1 << 20, keepBytes: 0), hub: hub,
                alert: { _ in },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let published = oneOfEach(from: "rover") + oneOfEach(from: "base")
            hub.publish(published)
            hub.finish()
            await service.run()
            let recordings = try recordings(folder + "/a/b")
            #expect(recordings.map(\.observations) == [published])
            let names = try RawCaptureFolder(path: folder + "/a/b").files().map(\.name)
            #expect(names == ["capture-19700101T000000Z.gnss"])
        }
    }

    @Test
    func `a large file is ended and the next begun; together they have everything, each from its first record on`()
        async throws
    {
        try await withFolder { folder in
            let coordinator = coordinator(folder, rotate: 4000)
            var published: [Observation] = []
            for batch in 0..<20 {
                let observations = sentences(
                    batch * 10 + 1...batch * 10 + 10, from: batch % 3 == 0 ? "base" : "rover", zeros: 50)
                published += observations
                await coordinator.take(observations, hasLost: false)
            }
            await coordinator.finish()
            let recordings = try recordings(folder)
            #expect(recordings.count > 3)
            #expect(recordings.flatMap(\.observations) == published)
            #expect(recordings.allSatisfy { !$0.sources.isEmpty && $0.start != nil })
        }
    }

    @Test func `the oldest files are removed, those of others stay`() async throws {
        try await withFolder { folder in
            let other = folder + "/holiday.gnss"
            try Data(count: 50_000).write(to: URL(filePath: other))
            let coordinator = coordinator(folder, rotate: 4000, keep: 12_000)
            for batch in 0..<40 {
                await coordinator.take(sentences(batch * 10 + 1...batch * 10 + 10, zeros: 50), hasLost: false)
            }
            await coordinator.finish()
            let files = try RawCaptureFolder(path: folder).files()
            #expect(files.reduce(0) { $0 + $1.size } <= 14_000)
            #expect(files.count > 1)
            let last = try #require(try recordings(folder).last)
            #expect(last.observations.last?.sequence == 400)
            #expect(FileManager.default.fileExists(atPath: other))
        }
    }

    @Test func `files from before the clock was set back are removed first, but not the last one`() async throws {
        try await withFolder { folder in
            let names = [
                "capture-20260101T000000Z.gnss", "capture-20260102T000000Z.gnss", "capture-20380101T000000Z.gnss",
                "capture-20380102T000000Z.gnss",
            ]
            for name in names { try Data(count: 100).write(to: URL(filePath: "\(folder)/\(name)")) }
            let removed = try RawCaptureFolder(path: folder).trim(
                to: 300, latest: "capture-20260104T000000Z", room: 100, keeping: names[3])
            #expect(removed == [names[2], names[0]])
        }
        try await withFolder { folder in
            let coordinator = coordinator(folder, rotate: 4000, keep: 12_000)
            for batch in 0..<60 {
                var observations = sentences(batch * 10 + 1...batch * 10 + 10, zeros: 50)
                // A year ahead for the first 20 batches.
                let ahead: Int64 = batch < 20 ? 31_536_000_000_000_000 : 0
                for index in observations.indices { observations[index].hostTime.wallNanoseconds += ahead }
                await coordinator.take(observations, hasLost: false)
            }
            await coordinator.finish()
            let files = try RawCaptureFolder(path: folder).files()
            #expect(files.count > 1 && files.allSatisfy { $0.name.hasPrefix("capture-1970") }, "\(files)")
            #expect(try recordings(folder).last?.observations.last?.sequence == 600)
        }
    }

    @Test(arguments: [
        // The clock is an hour behind the newest file, 2026-01-03 09:00.
        ("20260101T000000Z", "20260103T100000Z", 1_767_430_800, false, false, "20260103T090000Z"),
        // A recording of 2020-06-01.
        ("20200101T000000Z", "20260101T000000Z", 1_590_969_600, true, false, "20200601T000000Z"),
        // What the gateway itself reports by the clock of that recording.
        ("20200101T000000Z", "20260101T000000Z", 1_590_969_600, false, true, "20200601T000000Z"),
    ])
    func `files stay that are newer by a few hours, or newer than a replay`(
        _ old: String, _ new: String, _ seconds: Int, _ isReplay: Bool, _ hasReplayClock: Bool, _ next: String
    ) async throws {
        try await withFolder { folder in
            for time in [old, new] {
                try Data(count: 5000).write(to: URL(filePath: "\(folder)/capture-\(time).gnss"))
            }
            let coordinator = coordinator(folder, rotate: 4000, keep: 12_000, hasReplayClock: hasReplayClock)
            var observations = sentences(1...3)
            for index in observations.indices {
                observations[index].hostTime.wallNanoseconds = Int64(seconds) * 1_000_000_000
                observations[index].origin.isReplay = isReplay
            }
            await coordinator.take(observations, hasLost: false)
            await coordinator.finish()
            let names = try RawCaptureFolder(path: folder).files().map(\.name)
            #expect(names == [next, new].map { "capture-\($0).gnss" }.sorted())
        }
    }

    @Test func `after a loss the next file begins`() async throws {
        try await withFolder { folder in
            let coordinator = coordinator(folder)
            await coordinator.take(sentences(1...3), hasLost: false)
            await coordinator.take(sentences(7...9), hasLost: true)
            await coordinator.finish()
            let sequences = try recordings(folder).map { $0.observations.map(\.sequence) }
            #expect(sequences == [[1, 2, 3], [7, 8, 9]])
        }
    }

    @Test func `where nothing can be written an alert says so, once, and what to do`() async throws {
        try await withFolder { folder in
            let file = folder + "/file"
            try Data().write(to: URL(filePath: file))
            let alerts = Mutex<[Alert]>([])
            let coordinator = coordinator(file + "/captures") { alert in alerts.withLock { $0.append(alert) } }
            for number in 1...5 { await coordinator.take(sentences(number...number), hasLost: false) }
            let told = alerts.withLock { $0 }
            #expect(told.count == 1)
            #expect(told.first?.text.contains("tracks.capture") == true)
        }
    }

    @Test func `with less room than one file may have, earlier files still stay`() async throws {
        try await withFolder { folder in
            for round in 0..<3 {
                // Each coordinator is a start of the program.
                let coordinator = coordinator(folder, rotate: 100_000, keep: 50_000)
                await coordinator.take(sentences(round * 10 + 1...round * 10 + 10, zeros: 50), hasLost: false)
                await coordinator.finish()
            }
            #expect(try RawCaptureFolder(path: folder).files().count == 3)
            let coordinator = coordinator(folder, rotate: 100_000, keep: 50_000)
            for batch in 10..<150 {
                await coordinator.take(sentences(batch * 10 + 1...batch * 10 + 10, zeros: 50), hasLost: false)
            }
            await coordinator.finish()
            let files = try RawCaptureFolder(path: folder).files()
            #expect(files.count > 1 && files.reduce(0) { $0 + $1.size } <= 52_000, "\(files)")
        }
    }

    @Test(.enabled(if: SmallDisk.isPossible, "making a disk needs root"))
    func `on a full disk the alert goes on until data are written, and no empty files remain`() async throws {
        let disk = try SmallDisk(kilobytes: 64)
        try disk.fill()
        let alerts = Mutex<[Alert]>([])
        let coordinator = coordinator(disk.path + "/captures", pause: .zero) { alert in
            alerts.withLock { $0.append(alert) }
        }
        for number in 1...5 {
            await coordinator.take(sentences(number...number), hasLost: false)
            await coordinator.flush()
        }
        #expect(alerts.withLock { $0.map(\.isOver) } == [false])
        #expect(try RawCaptureFolder(path: disk.path + "/captures").files().isEmpty)
        try disk.empty()
        await coordinator.take(sentences(6...6), hasLost: false)
        #expect(alerts.withLock { $0.map(\.isOver) } == [false, true])
        await coordinator.finish()
        #expect(try recordings(disk.path + "/captures").flatMap(\.observations).map(\.sequence) == [6])
    }
}
