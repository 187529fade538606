// SPDX-License-Identifier: Apache-2.0

import CaptureFormat
import ControlModel
import Foundation
import GNSSTypes
import GRDB
import Logging
import ObservationBus
import Synchronization
import Testing

@testable import FieldCapture

/// Verdicts that come after the photo, and changes that fail half-way.
@Suite(.timeLimit(.minutes(2))) struct LaterVerdictTests {
    private let folder = PhotoFolder()

    /// Judges as a test demands, and remembers the evidence that it was given.
    private final class Judge: Sendable {
        /// True if the keys have come.
        let knows = Mutex(false)
        let seen = Mutex<[[String]]>([])

        var examiner: CaptureExaminer {
            CaptureExaminer(
                rules: { .object(["minimum_tag_bits": .number(40)]) }, messages: { Array("{}".utf8) },
                judge: { [self] record, files in
                    seen.withLock { $0.append(files.keys.sorted()) }
                    guard record["capture"]?["id"] != nil else { return nil }
                    var verdict = Authentication(receiver: rover)
                    verdict.reason = .verifying
                    guard knows.withLock({ $0 }) else {
                        return .init(verdict, refusal: OSNMARequirement().objection(to: verdict))
                    }
                    (verdict.state, verdict.reason) = (.authenticated, .authenticated)
                    return .init(verdict, refusal: nil)
                })
        }
    }

    /// Keeps the messages of the log.
    private final class KeptLog: LogHandler {
        let messages = Mutex<[String]>([])
        var metadata: Logger.Metadata {
            get { [:] }
            set {}
        }
        var logLevel: Logger.Level {
            get { .trace }
            set {}
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { nil }
            set {}
        }

        func log(event: LogEvent) { messages.withLock { $0.append("\(event.message)") } }
    }

    private func pendingPhoto(_ bench: PhotoBench, _ image: [UInt8] = photo) async throws -> CaptureSummary {
        bench.hub.publish([verdict(7, against: .verifying), try page(6, 3)])
        let summary = try await bench.take(image, by: .ann)
        #expect(summary.verdict == .pending && !summary.isAuthenticated)
        return summary
    }

    private func wait(for word: PositionVerdict, _ id: String, _ bench: PhotoBench) async throws {
        for _ in 0..<1000 {
            if try await bench.service.capture(id, for: .admin).summary?.verdict.value == word { return }
            // A revision has no event.
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("the verdict never becomes \(word)")
    }

    private func record(_ id: String) throws -> JSONValue {
        let last = folder.names(id).compactMap(CaptureFileName.revision(ofManifest:)).max() ?? 0
        return try JSONValue(
            parsing: FolderFiles(folder: "\(folder.captures)/\(id)", place: "").bytes(of: "record-\(last).json"))
    }

    @Test func `a pending verdict is completed with the pages that came, as a sealed revision`() async throws {
        let judge = Judge()
        let bench = try await PhotoBench(folder, pagesAfter: 1_000_000_000, examiner: judge.examiner)
        let photo = try await pendingPhoto(bench)
        judge.knows.withLock { $0 = true }
        bench.clock.second.withLock { $0 = 9 }
        bench.hub.publish([try page(7.5, 4)])
        try await wait(for: .authenticated, photo.id, bench)
        let record = try record(photo.id)
        #expect(record["later_verdict"]?["result"]?.text == "authenticated")
        #expect(record["authentication"]?["result"]?.text == "pending")
        #expect(record["later_verdict"]?["rules"] == record["authentication"]?["rules"])
        #expect(judge.seen.withLock { $0.last } == ["after.gnssrec", "osnma-messages.json", "receiver.gnssrec"])
        #expect(folder.names(photo.id).contains("osnma-messages.json"))
        let check = try folder.check()
        #expect(check.isValid && check.captures.first?.revisions == 2, "\(check)")
    }

    @Test(arguments: ["another plan", "a loss", "switched off"])
    func `pages that came before a change of the receiver or the settings complete a verdict`(_ change: String)
        async throws
    {
        let judge = Judge()
        let bench = try await PhotoBench(folder, pagesAfter: 1_000_000_000, examiner: judge.examiner)
        let photo = try await pendingPhoto(bench)
        judge.knows.withLock { $0 = true }
        // The pages are looked for at second 8.
        bench.clock.second.withLock { $0 = 7.9 }
        bench.hub.publish([try page(7.5, 4)])
        switch change {
        case "another plan":
            var stranger = epoch(7.6)
            stranger.origin.plan = 9
            bench.hub.publish([stranger, try page(7.7, 5, of: stranger.origin)])
        case "a loss": bench.lose(at: 7.6)
        default: bench.service.apply(CapturePreferences())
        }
        try await wait(for: .authenticated, photo.id, bench)
        let after = try FolderFiles(folder: "\(folder.captures)/\(photo.id)", place: "").bytes(of: "after.gnssrec")
        func has(_ number: UInt8) -> Bool { after.firstRange(of: [UInt8](repeating: number, count: 30)) != nil }
        #expect(has(4) && !has(5))
        #expect(try folder.check().isValid)
    }

    @Test func `a verdict that no key completes ends as not authenticated`() async throws {
        let bench = try await PhotoBench(folder, pagesAfter: 1_000_000_000, examiner: Judge().examiner)
        let photo = try await pendingPhoto(bench)
        bench.clock.second.withLock { $0 = 9 }
        try await wait(for: .notAuthenticated, photo.id, bench)
        #expect(try record(photo.id)["later_verdict"]?["cause"]?.text == "unverified")
        #expect(try folder.check().isValid)
    }

    @Test func `the log has nothing about a photo that was deleted while its verdict was pending`() async throws {
        let log = KeptLog()
        let bench = try await PhotoBench(
            folder, pagesAfter: 1_000_000_000, examiner: Judge().examiner, logger: Logger(label: "test") { _ in log })
        let deleted = try await pendingPhoto(bench)
        try await bench.service.removeCapture(deleted.id, by: .ann)
        // The end of a later photo comes after that of the deleted one.
        let kept = try await pendingPhoto(bench, photo(2))
        bench.clock.second.withLock { $0 = 9 }
        try await wait(for: .notAuthenticated, kept.id, bench)
        #expect(log.messages.withLock { $0.filter { $0.contains(deleted.id) } } == [])
    }

    @Test func `a verdict that was pending when the daemon ended is found at the next start`() async throws {
        let judge = Judge()
        var bench: PhotoBench? = try await PhotoBench(folder, examiner: judge.examiner)
        let photo = try await pendingPhoto(try #require(bench))
        await bench?.end()
        bench = nil
        folder.close()
        judge.knows.withLock { $0 = true }
        let again = try await PhotoBench(folder, examiner: judge.examiner)
        try await wait(for: .authenticated, photo.id, again)
        #expect(try folder.check().isValid)
    }

    @Test func `a person has a position judged again, and only a better verdict is sealed`() async throws {
        let judge = Judge()
        let bench = try await PhotoBench(folder, examiner: judge.examiner)
        let photo = try await pendingPhoto(bench)
        #expect(try await bench.service.judgeAgain(photo.id, by: .ann).summary?.verdict.value == .pending)
        #expect(await refusal { try await bench.service.judgeAgain(photo.id, by: .bob) } == "other_user")
        #expect(await refusal { try await bench.service.judgeAgain("none", by: .ann) } == "unknown")
        judge.knows.withLock { $0 = true }
        #expect(try await bench.service.judgeAgain(photo.id, by: .ann).summary?.verdict.value == .authenticated)
        // An authenticated position stays one, whatever is known later.
        judge.knows.withLock { $0 = false }
        let after = try await bench.service.judgeAgain(photo.id, by: .ann).summary
        #expect(after?.verdict.value == .authenticated && after?.revision == 2)
        #expect(try folder.check().isValid)
    }

    @Test func `of several deletions at the same time one counts, and the chain stays whole`() async throws {
        let bench = try await PhotoBench(folder)
        let (service, first) = (bench.service, try await bench.take())
        _ = try await service.setNote("x", of: first.id, by: .nobody)
        try await bench.take(FieldCaptureTests.photo(2))
        let deleted = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask { (try? await service.removeCapture(first.id, by: .nobody)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(deleted == 1)
        let check = try folder.check(isComplete: true)
        #expect(check.isValid && check.chain.isWhole && check.chain.last == 4, "\(check)")
    }

    @Test func `a note and a verdict that come at the same time are both kept`() async throws {
        let judge = Judge()
        judge.knows.withLock { $0 = true }
        let bench = try await PhotoBench(folder, examiner: judge.examiner)
        let service = bench.service
        for number in 0..<10 {
            let photo = try await pendingPhoto(bench, photo(UInt8(number)))
            async let noted = service.setNote("corn", of: photo.id, by: .ann)
            async let judged = service.judgeAgain(photo.id, by: .ann)
            _ = try await (noted, judged)
            let listed = try #require(try await bench.list().first)
            #expect(listed.id == photo.id && listed.note == "corn" && listed.verdict == .authenticated)
        }
        #expect(try folder.check().isValid)
    }

    @Test func `an export is whole even while the photo changes`() async throws {
        let bench = try await PhotoBench(folder)
        let (photo, service) = (try await bench.take(), bench.service)
        let notes = Task {
            for number in 0..<60 { _ = try await service.setNote("\(number)", of: photo.id, by: .nobody) }
        }
        for _ in 0..<60 {
            let archive = try await service.part(.export, of: photo.id, for: .nobody).bytes
            let check = CaptureVerification(try CaptureArchive(archive).captures(in: "x"))
            #expect(check.isValid, "\(check)")
            #expect(try await service.part(.verification, of: photo.id, for: .nobody).bytes.count > 2)
        }
        try await notes.value
    }

    @Test func `if the store cannot record a change, the files are as before and no number is used twice`() async throws
    {
        let bench = try await PhotoBench(folder)
        let photo = try await bench.take(note: "first")
        let names = folder.names(photo.id)
        let database = try DatabaseQueue(path: folder.path + "/store.sqlite")
        try await database.write {
            try $0.execute(
                sql: """
                    CREATE TRIGGER refusal BEFORE INSERT ON capture_manifests BEGIN SELECT RAISE(ABORT, 'no'); END
                    """)
        }
        #expect(await refusal { try await bench.service.setNote("lost", of: photo.id, by: .nobody) } == "storage_full")
        #expect(folder.names(photo.id) == names && folder.names("") == [photo.id])
        #expect(await refusal { try await bench.service.removeCapture(photo.id, by: .nobody) } == "storage_full")
        #expect(folder.names(photo.id) == names)
        #expect(await refusal { try await bench.take(FieldCaptureTests.photo(2)) } == "storage_full")
        #expect(folder.names("") == [photo.id])
        try await database.write { try $0.execute(sql: "DROP TRIGGER refusal") }
        _ = try await bench.service.setNote("kept", of: photo.id, by: .nobody)
        let check = try folder.check()
        #expect(check.isValid && check.chain.last == 2, "\(check)")
        #expect(try await bench.list().map(\.note) == ["kept"])
    }

    @Test func `a photo that is cancelled while its image arrives is not stored`() async throws {
        let bench = try await PhotoBench(folder)
        let service = bench.service
        let begun = try await service.startCapture(CaptureRequest(countdown: 0), by: .nobody)
        try await bench.wait(for: .waiting, begun.id)
        let code = await refusal {
            try await service.storeImage(of: begun.id, by: .nobody, camera: CameraReport()) { take in
                try await take(Array(photo.prefix(100)))
                try await service.removeCapture(begun.id, by: .nobody)
                try await take(Array(photo.dropFirst(100)))
            }
        }
        #expect(code == "cancelled")
        #expect(try await bench.list().isEmpty && folder.names("").isEmpty)
        #expect(await refusal { try await bench.send(photo, begun.id) } == "cancelled")
        // The place among the images that arrive is free again.
        for number in 1...5 { try await bench.take(FieldCaptureTests.photo(UInt8(number))) }
    }
}
