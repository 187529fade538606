// SPDX-License-Identifier: Apache-2.0

import CaptureFormat
import ControlModel
import Foundation
import GNSSTypes
import Logging
import ObservationBus
import Storage
import Synchronization
import Testing

@testable import FieldCapture

@Suite(.timeLimit(.minutes(2))) struct CaptureServiceTests {
    private let folder = PhotoFolder()

    private func record(_ bench: PhotoBench, _ id: String) async throws -> [String: Any] {
        let file = try await bench.service.part(.record, of: id, for: .admin)
        return try #require(try JSONSerialization.jsonObject(with: Data(file.bytes)) as? [String: Any])
    }

    @Test func `a photo is stored with everything that is known, sealed, and read by others`() async throws {
        let bench = try await PhotoBench(folder)
        let summary = try await bench.take(by: .ann, note: "corn")
        #expect(summary.user == "ann" && summary.note == "corn" && summary.width == 8 && summary.sequence == 1)
        #expect(!summary.isAuthenticated && !summary.isReplay && summary.latitude == 50)
        #expect(try await bench.list() == [summary])
        let record = try await record(bench, summary.id)
        let position = try #require(record["position"] as? [String: Any])
        #expect(
            summary.ellipsoidalHeight != nil && summary.ellipsoidalHeight == position["ellipsoidal_height_m"] as? Double
        )
        #expect(
            position["ellipsoidal_height_m"] as? Double == 300 && position["orthometric_height_m"] as? Double == 255)
        #expect(position["geoid_separation_m"] as? Double == 45 && position["kind"] as? String == "3d")
        let authentication = try #require(record["authentication"] as? [String: Any])
        #expect(authentication["authenticated"] as? Bool == false && authentication["cause"] as? String == "unverified")
        #expect((record["receiver"] as? [String: Any])?["device"] as? String == "/dev/ttyACM0")
        #expect((record["capture"] as? [String: Any])?["user"] as? String == "ann")
        // The evidence is a recording of what the receiver sent.
        let files = FolderFiles(folder: "\(folder.captures)/\(summary.id)", place: "")
        let evidence = try files.bytes(of: "receiver.gnssrec")
        let sent = String(decoding: try files.bytes(of: "receiver.nmea"), as: UTF8.self)
        #expect(sent == (0...7).map { "$GPGGA,\($0)\r\n" }.joined())
        #expect(
            evidence.starts(with: Array("GNSSREC\0".utf8)) && evidence.count > 500)
        #expect(try folder.check().isValid)
        let key = try #require(
            VerificationKey(String(decoding: try await bench.service.captureKey().bytes, as: UTF8.self)))
        let archive = try CaptureArchive(try await bench.service.part(.export, of: summary.id, for: .admin).bytes)
        #expect(CaptureVerification(archive.captures(in: "zip"), by: key, isComplete: true).isValid)
        #expect(
            try FileManager.default.attributesOfItem(atPath: folder.path + "/credentials/capture-key")[
                .posixPermissions] as? Int == 0o600)
    }

    @Test func `a replay at full speed does not wait for the pauses between two looks at the bus`() async throws {
        let hub = ObservationHub()
        let context = CaptureService.Context(
            hub: hub, store: try folder.store(), version: "1", now: { instant(7) },
            requirement: { OSNMARequirement() }, active: { "rover" }, alert: { _ in }, logger: Logger(label: "test"))
        // With a pause of an hour between two looks, only the shorter one in replays lets the replay end.
        let service = CaptureService(settings(), context, pagesAfter: 0, pause: .seconds(3600))
        var replayed = epoch(7)
        replayed.origin.isReplay = true
        hub.publish([replayed])
        let running = Task { await service.run() }
        let isWhole: Bool = await withCheckedContinuation { done in
            Thread.detachNewThread { [replayed] in
                // Three times what the stage's bound holds.
                let isWhole = (0..<3 * 16_384).allSatisfy { _ in
                    hub.publish([replayed], waitingUpTo: .seconds(60)) == .accepted
                }
                done.resume(returning: isWhole)
            }
        }
        #expect(isWhole)
        #expect(hub.status.consumers.allSatisfy { $0.lost == 0 })
        running.cancel()
        await running.value
    }

    @Test func `the image that comes again gives the same record, and another one is refused`() async throws {
        let bench = try await PhotoBench(folder)
        let summary = try await bench.take(photo(1))
        #expect(try await bench.send(photo(1), summary.id).summary == summary)
        #expect(await refusal { try await bench.send(photo(2), summary.id) } == "other_image")
        #expect(try await bench.list().count == 1 && folder.check().isValid)
    }

    @Test func `position, time and verdict are those of the moment, not of the upload`() async throws {
        let bench = try await PhotoBench(folder)
        bench.hub.publish([verdict(7)])
        let begun = try await bench.service.startCapture(CaptureRequest(countdown: 0), by: .nobody)
        try await bench.wait(for: .waiting, begun.id)
        // Meanwhile the receiver is elsewhere, and photos are switched off.
        bench.hub.publish([epoch(7, latitude: 10), verdict(7, against: .stale)])
        bench.service.apply(CapturePreferences())
        let summary = try #require(try await bench.send(photo, begun.id).summary)
        #expect(summary.latitude == 50)
        let record = try await record(bench, summary.id)
        let state = ((record["authentication"] as? [String: Any])?["verdict"] as? [String: Any])?["state"] as? String
        #expect(state == "authenticated")
    }

    @Test func `the heading, the satellites and the identity in a photo are those of its position`() async throws {
        let bench = try await PhotoBench(folder)
        func publish(at second: Double, plan: UInt32 = 0) throws {
            var attitude = Attitude()
            attitude.heading = Angle(degrees: 12)
            let satellite = Satellite(try #require(SatelliteID(.galileo, 5)), isUsed: true)
            let payloads: [Payload] = [
                .attitude(attitude), .satellites(SkyView(satellites: [satellite])),
                .receiver(ReceiverIdentity(model: "F9P")),
            ]
            bench.hub.publish(
                payloads.map {
                    Observation(
                        source: rover, sequence: 0, hostTime: instant(second), payload: $0,
                        origin: ObservationOrigin(plan: plan))
                })
        }
        func sealed(_ number: UInt8) async throws -> [String] {
            let record = try await record(bench, try await bench.take(photo(number)).id)
            let camera = record["camera"] as? [String: Any]
            let position = record["position"] as? [String: Any]
            #expect(position?["heading_deg"] as? Double == camera?["heading_deg"] as? Double)
            let parts: [String?] = [
                camera?["heading_deg"] == nil ? nil : "heading",
                (record["satellites"] as? [Any])?.isEmpty == false ? "satellites" : nil,
                position?["satellites_in_view"] == nil ? nil : "view",
                (record["receiver"] as? [String: Any])?["model"] as? String,
            ]
            return parts.compactMap { $0 }
        }
        try publish(at: 7)
        #expect(try await sealed(1) == ["heading", "satellites", "view", "F9P"])
        // Some receivers send their satellites rarely.
        try publish(at: -2.9)
        #expect(try await sealed(2) == ["satellites", "view", "F9P"])
        try publish(at: -3.1)
        #expect(try await sealed(3) == ["F9P"])
        // Another receiver under the same name, which has no position yet.
        try publish(at: 7, plan: 2)
        #expect(try await sealed(4) == [])
        try publish(at: 7)
        bench.lose(at: 7)
        bench.clock.second.withLock { $0 = 9 }
        bench.hub.publish([epoch(8), epoch(9)])
        #expect(try await sealed(5) == [])
        try publish(at: 9)
        #expect(try await sealed(6) == ["heading", "satellites", "view", "F9P"])
    }

    @Test func `after a loss, a photo has nothing of the receiver that was there before`() async throws {
        let bench = try await PhotoBench(folder)
        func publish(_ payload: Payload, at second: Double) {
            bench.hub.publish([Observation(source: rover, sequence: 0, hostTime: instant(second), payload: payload)])
        }
        publish(.receiver(ReceiverIdentity(model: "F9P", firmware: "1.32", serial: "A1B2")), at: 7)
        bench.lose(at: 7)
        // The last position before the loss is that of the other receiver.
        #expect(await refusal { try await bench.take() } == "no_fix")
        bench.clock.second.withLock { $0 = 9 }
        bench.hub.publish([epoch(8), epoch(9)])
        publish(.sentence(Sentence(format: .nmea, bytes: Array("$GPGGA,new\r\n".utf8))), at: 9)
        let photo = try await bench.take()
        let receiver = try #require(try await record(bench, photo.id)["receiver"] as? [String: Any])
        #expect(receiver.keys.sorted() == ["device", "driver", "id"], "\(receiver)")
        let files = FolderFiles(folder: "\(folder.captures)/\(photo.id)", place: "")
        #expect(String(decoding: try files.bytes(of: "receiver.nmea"), as: UTF8.self) == "$GPGGA,new\r\n")
        let recording = try files.bytes(of: "receiver.gnssrec")
        for word in ["F9P", "1.32", "A1B2"] { #expect(recording.firstRange(of: Array(word.utf8)) == nil, "\(word)") }
    }

    @Test func `the averaged point in a photo is the complete one of several sessions`() async throws {
        let bench = try await PhotoBench(folder, settings { $0.needsCentroid = true })
        bench.hub.publish([sampling(6, .finished), sampling(7, .collecting, count: 3, session: 2)])
        let centroid = try await record(bench, try await bench.take().id)["centroid"] as? [String: Any]
        #expect(centroid?["session"] as? Double == 1 && centroid?["age_s"] as? Double == 1)
    }

    @Test func `an averaged point of another time, place or receiver is no part of a photo, even if none is required`()
        async throws
    {
        let bench = try await PhotoBench(folder)
        func hasPoint(_ number: UInt8) async throws -> Bool {
            try await record(bench, try await bench.take(photo(number)).id)["centroid"] != nil
        }
        bench.hub.publish([sampling(7, .ready, count: 3)])
        #expect(try await hasPoint(1))
        bench.hub.publish([sampling(7, .ready, east: 30)])
        #expect(try await !hasPoint(2))
        bench.hub.publish([sampling(7, .collecting, count: 3)])
        #expect(try await !hasPoint(3))
        bench.hub.publish([sampling(-53.1, .finished)])
        #expect(try await !hasPoint(4))
        bench.hub.publish([sampling(-52.9, .finished)])
        #expect(try await hasPoint(5))
        let others = (6...7).map { second in
            var other = epoch(Double(second))
            other.origin.plan = 2
            return other
        }
        for other in others { bench.hub.publish([other]) }
        #expect(try await !hasPoint(6))
    }

    @Test func `a condition that is not met in the countdown rejects the photo, and nothing is stored`() async throws {
        let bench = try await PhotoBench(folder)
        let begun = try await bench.service.startCapture(CaptureRequest(countdown: 3), by: .nobody)
        #expect(await refusal { try await bench.send(photo, begun.id) } == "not_waiting")
        bench.hub.publish([epoch(7, latitude: 51)])
        try await bench.wait(for: .rejected, begun.id)
        #expect(try await bench.service.capture(begun.id, for: .admin).reasons.map(\.code.code) == ["moving"])
        #expect(await refusal { try await bench.send(photo, begun.id) } == "moving")
        #expect(await refusal { try await bench.service.startCapture(CaptureRequest(), by: .nobody) } == "moving")
        #expect(try await bench.list().isEmpty && folder.names("").isEmpty)
    }

    @Test func `a countdown is cancelled, and so is a photo whose image is awaited`() async throws {
        let bench = try await PhotoBench(folder)
        let first = try await bench.service.startCapture(CaptureRequest(countdown: 60), by: .nobody)
        #expect(bench.service.runningCaptures().map(\.state.value) == [.countdown])
        try await bench.service.removeCapture(first.id, by: .nobody)
        #expect(await refusal { try await bench.send(photo, first.id) } == "cancelled")
        let second = try await bench.service.startCapture(CaptureRequest(countdown: 0), by: .nobody)
        try await bench.wait(for: .waiting, second.id)
        try await bench.service.removeCapture(second.id, by: .nobody)
        #expect(await refusal { try await bench.send(photo, second.id) } == "cancelled")
        #expect(await refusal { try await bench.service.removeCapture(second.id, by: .nobody) } == "unknown")
        #expect(try await bench.list().isEmpty)
    }

    @Test func `an image that is no photo is refused with the reason, and a better one is taken after it`() async throws
    {
        let bench = try await PhotoBench(folder)
        let begun = try await bench.service.startCapture(CaptureRequest(countdown: 0), by: .nobody)
        try await bench.wait(for: .waiting, begun.id)
        let heic: [UInt8] = [0, 0, 0, 24] + Array("ftypheic".utf8) + [UInt8](repeating: 0, count: 16)
        #expect(await refusal { try await bench.send(heic, begun.id) } == "heic")
        #expect(await refusal { try await bench.send(photo.dropLast(2), begun.id) } == "damaged_image")
        #expect(await refusal { try await bench.send([], begun.id) } == "damaged_image")
        #expect(try await bench.send(photo, begun.id).state.value == .stored)
        #expect(try folder.check().isValid && folder.names("").count == 1)
    }

    @Test func `an image that begins in time and arrives too late is refused`() async throws {
        let bench = try await PhotoBench(folder, longestUploadTime: .zero)
        let begun = try await bench.service.startCapture(CaptureRequest(countdown: 0), by: .nobody)
        try await bench.wait(for: .waiting, begun.id)
        #expect(await refusal { try await bench.send(photo, begun.id) } == "expired")
        try await bench.wait(for: .expired, begun.id)
        #expect(try await bench.list().isEmpty && folder.names("").isEmpty)
    }

    @Test func `the values of an upload that was refused are no part of the photo`() async throws {
        let bench = try await PhotoBench(folder)
        func camera(_ change: (inout CameraReport) -> Void) -> CameraReport {
            var camera = CameraReport()
            change(&camera)
            return camera
        }
        let asked = CaptureRequest(countdown: 0, camera: camera { $0.model = "asked" })
        let begun = try await bench.service.startCapture(asked, by: .nobody)
        try await bench.wait(for: .waiting, begun.id)
        let refused = camera { camera in
            (camera.heading, camera.reference) = (90, .trueNorth)
            (camera.maker, camera.model) = ("refused", "refused")
        }
        let code = await refusal {
            try await bench.service.storeImage(of: begun.id, by: .nobody, camera: refused) { take in
                try await take(Array(photo.dropLast(2)))
            }
        }
        #expect(code == "damaged_image")
        _ = try await bench.send(photo, begun.id)
        let sealed = try #require(try await record(bench, begun.id)["camera"] as? [String: Any])
        #expect(sealed.count == 1 && sealed["model"] as? String == "asked", "\(sealed)")
    }

    @Test func `a photo that cannot be stored at first keeps its time stamp`() async throws {
        let bench = try await PhotoBench(folder)
        let begun = try await bench.service.startCapture(CaptureRequest(countdown: 0), by: .nobody)
        try await bench.wait(for: .waiting, begun.id)
        // No authority answers at this address; the answer is put there by hand.
        let stamp = try #require(EvidenceStamp(of: [], at: "http://127.0.0.1:9", logger: Logger(label: "test")))
        stamp.answer.withLock { $0 = [1, 2, 3] }
        bench.service.state.withLock { state in
            guard case .waiting(var moment, let end)? = state.sessions[begun.id]?.progress else { return }
            moment.stamp = stamp
            state.sessions[begun.id]?.progress = .waiting(moment, until: end)
        }
        bench.service.apply(settings { $0.legacySecretFile = "/none" })
        #expect(await refusal { try await bench.send(photo, begun.id) } == "storage_full")
        bench.service.apply(settings())
        _ = try await bench.send(photo, begun.id)
        let files = FolderFiles(folder: "\(folder.captures)/\(begun.id)", place: "")
        #expect(try files.bytes(of: "receiver.tsr") == [1, 2, 3])
    }

    @Test func `a photo belongs to its user; others may neither send, change nor delete it`() async throws {
        let bench = try await PhotoBench(folder)
        let begun = try await bench.service.startCapture(CaptureRequest(countdown: 0), by: .ann)
        try await bench.wait(for: .waiting, begun.id)
        #expect(await refusal { try await bench.send(photo, begun.id, by: .bob) } == "other_user")
        #expect(await refusal { try await bench.service.removeCapture(begun.id, by: .bob) } == "other_user")
        let summary = try #require(try await bench.send(photo, begun.id, by: .ann).summary)
        for user in [ControlUser.bob, .nobody] {
            #expect(await refusal { try await bench.service.setNote("x", of: summary.id, by: user) } == "other_user")
            #expect(await refusal { try await bench.service.removeCapture(summary.id, by: user) } == "other_user")
            #expect(await refusal { try await bench.send(photo, summary.id, by: user) } == "other_user")
        }
        #expect(try await bench.service.captures(of: "ann", task: .any, for: .admin, limit: 10, offset: 0).total == 1)
        #expect(try await bench.service.captures(of: "bob", task: .any, for: .admin, limit: 10, offset: 0).total == 0)
        // Others do not see it either.
        let shared = try await bench.take(photo(9))
        for (user, ids) in [(ControlUser.ann, [shared.id, summary.id]), (.bob, [shared.id]), (.nobody, [shared.id])] {
            let report = try await bench.service.captures(of: nil, task: .any, for: user, limit: 10, offset: 0)
            #expect(report.captures.map(\.id) == ids && report.total == ids.count)
        }
        #expect(try await bench.service.captures(of: "ann", task: .any, for: .bob, limit: 10, offset: 0).total == 0)
        #expect(await refusal { try await bench.service.capture(summary.id, for: .bob) } == "unknown")
        #expect(await refusal { try await bench.service.part(.image, of: summary.id, for: .nobody) } == "unknown")
        #expect(try await bench.service.part(.image, of: summary.id, for: .ann).bytes.count > 100)
        try await bench.service.removeCapture(summary.id, by: .admin)
        #expect(try await bench.list() == [shared])
    }

    @Test func `a note is a new revision, the same note is none, and a deletion leaves a whole chain`() async throws {
        let bench = try await PhotoBench(folder)
        let ids = [
            try await bench.take(photo(1)).id, try await bench.take(photo(2)).id, try await bench.take(photo(3)).id,
        ]
        let noted = try await bench.service.setNote("wheat – \u{1F33E}", of: ids[0], by: .nobody).summary
        #expect(noted?.revision == 2 && noted?.sequence == 4 && noted?.note == "wheat – \u{1F33E}")
        let same = try await bench.service.setNote("wheat – \u{1F33E}", of: ids[0], by: .nobody).summary
        #expect(same?.revision == 2)
        let long = String(repeating: "x", count: 2001)
        #expect(await refusal { try await bench.service.setNote(long, of: ids[0], by: .nobody) } != "")
        try await bench.service.removeCapture(ids[0], by: .nobody)
        #expect(folder.names(ids[0]) == ["manifest-3.json", "manifest-3.sig"])
        let check = try folder.check()
        #expect(check.isValid && check.chain.deleted == [1, 4] && check.chain.last == 5, "\(check)")
        #expect(await refusal { try await bench.service.capture(ids[0], for: .admin) } == "unknown")
        #expect(await refusal { try await bench.service.part(.image, of: ids[0], for: .admin) } == "unknown")
        #expect(try await bench.list().map(\.id) == [ids[2], ids[1]])
    }

    @Test func `a note that is based on an older revision is refused, unless the photo has it already`() async throws {
        let bench = try await PhotoBench(folder)
        let (service, id) = (bench.service, try await bench.take(photo(1)).id)
        _ = try await service.setNote("wheat", of: id, by: .nobody, ifRevision: 1)
        for revision in [1, 3, 0, -1] {
            #expect(
                await refusal { try await service.setNote("corn", of: id, by: .nobody, ifRevision: revision) }
                    == "photo_changed")
        }
        // Its answer may have been lost.
        let again = try await service.setNote("wheat", of: id, by: .nobody, ifRevision: 1).summary
        #expect(again?.note == "wheat" && again?.revision == 2)
        #expect(try await service.setNote("corn", of: id, by: .nobody, ifRevision: 2).summary?.revision == 3)
        #expect(try await service.setNote("rye", of: id, by: .nobody).summary?.revision == 4)
        #expect(try folder.check().isValid)
    }

    @Test func `only so many photos are taken at the same time, and each has its own place in the chain`() async throws
    {
        let bench = try await PhotoBench(folder)
        var ids: [String] = []
        for _ in 0..<CaptureSessions.limit {
            ids.append(try await bench.service.startCapture(CaptureRequest(countdown: 0), by: .nobody).id)
        }
        #expect(await refusal { try await bench.service.startCapture(CaptureRequest(), by: .nobody) } == "too_many")
        for id in ids { try await bench.wait(for: .waiting, id) }
        let service = bench.service
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, id) in ids.enumerated() {
                group.addTask {
                    while true {
                        let result = await refusal { try await service.send(photo(UInt8(number)), id) }
                        if result == "" { return }
                        try #require(result == "too_many", "\(result)")
                        // Others are being stored; the gateway does not say when they are.
                        try await Task.sleep(for: .milliseconds(5))
                    }
                }
            }
            try await group.waitForAll()
        }
        let check = try folder.check()
        #expect(check.isValid && check.captures.count == ids.count && check.chain.last == Int64(ids.count))
    }

    @Test func `the pages in which the keys come are added to the evidence, of this receiver alone`() async throws {
        let bench = try await PhotoBench(folder, pagesAfter: 1_000_000_000)
        bench.hub.publish([try page(6, 3)])
        let summary = try await bench.take()
        let other = try await bench.take(photo(2))
        // The photo was taken at second 7; a page comes after it, and one too late.
        bench.clock.second.withLock { $0 = 9 }
        bench.hub.publish([try page(7.5, 4), try page(8.5, 5)])
        for id in [summary.id, other.id] {
            for _ in 0..<1000 where folder.names(id).count < 11 { try await Task.sleep(for: .milliseconds(10)) }
            #expect(folder.names(id).filter { $0.hasSuffix("gnssrec") } == ["after.gnssrec", "receiver.gnssrec"])
        }
        let files = FolderFiles(folder: "\(folder.captures)/\(summary.id)", place: "")
        let (before, after) = (try files.bytes(of: "receiver.gnssrec"), try files.bytes(of: "after.gnssrec"))
        func has(_ bytes: [UInt8], _ number: UInt8) -> Bool {
            bytes.firstRange(of: [UInt8](repeating: number, count: 30)) != nil
        }
        #expect(has(before, 3) && !has(before, 4) && has(after, 4) && !has(after, 3) && !has(after, 5))
        let check = try folder.check()
        #expect(check.isValid && check.chain.last == 4, "\(check)")
        let listed = try #require(try await bench.list().last)
        #expect(listed.revision == 2 && listed.bytes == summary.bytes + after.count)
        // The note may still be changed, and the evidence stays.
        _ = try await bench.service.setNote("x", of: summary.id, by: .nobody)
        #expect(try folder.check().isValid && folder.names(summary.id).contains("after.gnssrec"))
    }

    @Test func `of a photo that was deleted, and of another receiver with the name, no page is added`() async throws {
        let bench = try await PhotoBench(folder, pagesAfter: 500_000_000)
        bench.hub.publish([try page(6, 3)])
        let deleted = try await bench.take()
        let kept = try await bench.take(photo(2))
        try await bench.service.removeCapture(deleted.id, by: .nobody)
        let origin = ObservationOrigin(isReplay: false, plan: 9)
        var stranger = epoch(7.1)
        stranger.origin = origin
        bench.hub.publish([stranger, try page(7.2, 4, of: origin)])
        // Nothing may happen, so no event can be awaited: the pages are looked for after 0.5 s, with a tolerance of 2 s.
        try await Task.sleep(for: .seconds(4))
        #expect(folder.names(deleted.id).count == 2 && !folder.names(kept.id).contains("after.gnssrec"))
        #expect(try folder.check().isValid)
    }

    @Test func `photos stop before their quota is reached`() async throws {
        let bench = try await PhotoBench(folder, settings { $0.limitMiB = 1 })
        #expect(await refusal { try await bench.take() } == "storage_full")
        bench.service.apply(settings { $0.limitMiB = 100 })
        try await bench.take()
    }

    @Test func `an image for which the quota has no room is refused when it arrives, also beside another`() async throws
    {
        let bench = try await PhotoBench(folder, settings { $0.limitMiB = 24 })
        let service = bench.service
        // A colour profile of 13 MiB, behind SOI and JFIF. Two such images exceed the quota.
        let segment: [UInt8] =
            [0xFF, 0xE2, 0xFF, 0xFF] + Array("ICC_PROFILE\0".utf8) + [UInt8](repeating: 0, count: 65_521)
        let profile: [UInt8] = (0..<208).flatMap { _ in segment }
        let small: [UInt8] = photo
        let large: [UInt8] = Array(small.prefix(20)) + profile + Array(small.dropFirst(20))
        let first = try await service.startCapture(CaptureRequest(countdown: 0), by: .nobody).id
        let second = try await service.startCapture(CaptureRequest(countdown: 0), by: .nobody).id
        for id in [first, second] { try await bench.wait(for: .waiting, id) }
        @Sendable func send(_ id: String) async -> String {
            await refusal {
                try await service.storeImage(of: id, by: .nobody, camera: CameraReport()) { try await $0(large) }
            }
        }
        async let one = send(first)
        async let other = send(second)
        let answers = await [one, other]
        #expect(answers.sorted() == ["", "storage_full"])
        #expect(try await bench.list().count == 1 && folder.names("").count == 1)
        // The moment of the photo is kept.
        service.apply(settings { $0.limitMiB = 100 })
        #expect(await send(answers[0].isEmpty ? second : first) == "")
        #expect(try folder.check().isValid)
    }

    @Test func `a key that is damaged stops photos with the reason, and is not replaced`() async throws {
        _ = try folder.store()
        let path = folder.path + "/credentials/capture-key"
        try Data("not a key".utf8).write(to: URL(fileURLWithPath: path))
        let bench = try await PhotoBench(folder)
        let report = try await bench.service.captureCheck(of: nil, by: nil)
        #expect(report.reasons.map(\.message.code) == ["capture.key_unreadable"])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "not a key")
    }
}

@Suite(.timeLimit(.minutes(2))) struct CaptureRecoveryTests {
    private let folder = PhotoFolder()

    @Test func `files that were not complete are removed, and complete ones are found again`() async throws {
        var bench: PhotoBench? = try await PhotoBench(folder)
        let first = try #require(try await bench?.take(photo(1), by: .ann, note: "a"))
        _ = try await bench?.service.setNote("b", of: first.id, by: .ann)
        let second = try #require(try await bench?.take(photo(2)))
        try await bench?.service.removeCapture(second.id, by: .nobody)
        let list = try #require(try await bench?.list())
        await bench?.end()
        bench = nil
        folder.close()
        // The store is lost; a photo was being stored when the daemon was killed.
        for name in ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm"] {
            try? FileManager.default.removeItem(atPath: folder.path + "/" + name)
        }
        try FileManager.default.createDirectory(
            atPath: folder.captures + "/.new-x", withIntermediateDirectories: false)
        let again = try await PhotoBench(folder)
        #expect(try await again.list() == list)
        #expect(!FileManager.default.fileExists(atPath: folder.captures + "/.new-x"))
        // The chain goes on where it ended.
        let third = try await again.take(photo(3))
        let check = try folder.check()
        #expect(third.sequence == 5 && check.isValid && check.chain.deleted == [3], "\(check)")
    }

    @Test func `a revision whose row was not stored is found again`() async throws {
        var bench: PhotoBench? = try await PhotoBench(folder)
        let photo = try #require(try await bench?.take())
        await bench?.end()
        bench = nil
        folder.close()
        // An older copy of the store, as it was before the note and the deletion.
        let copy = folder.path + "/copy.sqlite"
        try FileManager.default.copyItem(atPath: folder.path + "/store.sqlite", toPath: copy)
        func restore() throws {
            folder.close()
            try FileManager.default.removeItem(atPath: folder.path + "/store.sqlite")
            try FileManager.default.copyItem(atPath: copy, toPath: folder.path + "/store.sqlite")
        }
        bench = try await PhotoBench(folder)
        _ = try await bench?.service.setNote("late", of: photo.id, by: .nobody)
        await bench?.end()
        bench = nil
        try restore()
        bench = try await PhotoBench(folder)
        let found = try await bench?.list().first
        #expect(found?.note == "late" && found?.revision == 2 && found?.sequence == 2)
        try await bench?.service.removeCapture(photo.id, by: .nobody)
        await bench?.end()
        bench = nil
        try restore()
        bench = try await PhotoBench(folder)
        #expect(try await bench?.list().isEmpty == true)
        #expect(folder.names(photo.id) == ["manifest-3.json", "manifest-3.sig"])
        try await bench?.take()
        #expect(try folder.check().isValid)
    }

    @Test func `a backup has the photos, once each, and a restored folder shows them`() async throws {
        var bench: PhotoBench? = try await PhotoBench(folder)
        let first = try #require(try await bench?.take(photo(1)))
        let backup = folder.path + "/backup.sqlite"
        #expect(try PhotoBackup.backUp(folder.path, beside: backup) == 1)
        let second = try #require(try await bench?.take(photo(2)))
        #expect(try PhotoBackup.backUp(folder.path, beside: backup) == 1)
        let list = try #require(try await bench?.list())
        await bench?.end()
        bench = nil
        let other = PhotoFolder()
        _ = try other.store()
        try FileManager.default.removeItem(atPath: other.path + "/credentials")
        try FileManager.default.copyItem(atPath: folder.path + "/credentials", toPath: other.path + "/credentials")
        #expect(try PhotoBackup.restore(other.path, beside: backup) == 2)
        #expect(try PhotoBackup.restore(other.path, beside: backup) == 0)
        let moved = try await PhotoBench(other)
        #expect(try await moved.list() == list && list.map(\.id) == [second.id, first.id])
        #expect(try other.check().isValid)
        #expect(try PhotoBackup.restore(other.path, beside: "/none") == nil)
    }

    @Test func `a backup of the same name has the newest revisions, and a restored folder gets them`() async throws {
        var bench: PhotoBench? = try await PhotoBench(folder)
        let first = try #require(try await bench?.take(photo(1)))
        let second = try #require(try await bench?.take(photo(2)))
        let (backup, older) = (folder.path + "/backup.sqlite", folder.path + "/older.sqlite")
        for file in [backup, older] { #expect(try PhotoBackup.backUp(folder.path, beside: file) == 2) }
        _ = try await bench?.service.setNote("late", of: first.id, by: .nobody)
        try await bench?.service.removeCapture(second.id, by: .nobody)
        #expect(try PhotoBackup.backUp(folder.path, beside: backup) == 2)
        #expect(try PhotoBackup.backUp(folder.path, beside: backup) == 0)
        let copied = try CaptureSearch(at: PhotoBackup.folder(of: backup))
        #expect(CaptureVerification(copied.captures, isComplete: true).isValid && copied.skipped.isEmpty)
        let list = try #require(try await bench?.list())
        await bench?.end()
        bench = nil
        let other = PhotoFolder()
        _ = try other.store()
        try FileManager.default.removeItem(atPath: other.path + "/credentials")
        try FileManager.default.copyItem(atPath: folder.path + "/credentials", toPath: other.path + "/credentials")
        #expect(try PhotoBackup.restore(other.path, beside: older) == 2)
        #expect(try PhotoBackup.restore(other.path, beside: backup) == 2)
        #expect(try PhotoBackup.restore(other.path, beside: older) == 0)
        for id in [first.id, second.id] { #expect(other.names(id) == folder.names(id)) }
        let moved = try await PhotoBench(other)
        #expect(try await moved.list() == list && list.map(\.note) == ["late"])
        let changed = try await moved.service.setNote("later", of: first.id, by: .nobody)
        #expect(changed.summary?.revision == 3)
        #expect(try other.check().isValid)
    }

    @Test func `a folder that this gateway did not seal, or that was changed, is left as it is and not shown`()
        async throws
    {
        let other = PhotoFolder()
        let foreign = try await PhotoBench(other)
        let stranger = try await foreign.take()
        var bench: PhotoBench? = try await PhotoBench(folder)
        let own = try #require(try await bench?.take())
        await bench?.end()
        bench = nil
        folder.close()
        try? FileManager.default.removeItem(atPath: folder.path + "/store.sqlite")
        try FileManager.default.copyItem(
            atPath: "\(other.captures)/\(stranger.id)", toPath: "\(folder.captures)/\(stranger.id)")
        let path = "\(folder.captures)/\(own.id)/photo.jpg"
        var changed = try Data(contentsOf: URL(fileURLWithPath: path))
        changed[700] ^= 1
        try changed.write(to: URL(fileURLWithPath: path))
        let again = try await PhotoBench(folder)
        #expect(try await again.list().isEmpty)
        #expect(folder.names(own.id).count == 7 && folder.names(stranger.id).count == 7)
    }
}
