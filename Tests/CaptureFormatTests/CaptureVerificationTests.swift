// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Testing

@testable import CaptureFormat

/// The files of an exported capture, which a test may change.
struct TestFiles: CaptureFiles {
    var place = "test"
    var contents: [String: [UInt8]] = [:]
    var names: [String] { contents.keys.sorted() }

    func bytes(of name: String) throws(CaptureFileError) -> [UInt8] {
        guard let bytes = contents[name] else { throw CaptureFileError("the file is missing") }
        return bytes
    }
}

/// A gateway that seals captures.
struct TestGateway {
    let key = SealingKey()
    var sequence: Int64 = 0
    var previous: String?
    var captures: [TestFiles] = []

    private static func record(_ number: Int, note: String, task: String?) -> JSONValue {
        .object([
            "capture": .object(task.map { ["task": .string($0)] } ?? [:]),
            "position": .object(["latitude_deg": .number(50.0875), "longitude_deg": .number(Double(number))]),
            "time": .object(["gnss": .string("2026-09-21T14:13:20.050Z")]),
            "authentication": .object(["authenticated": .bool(true)]),
            "note": .string(note),
        ])
    }

    private mutating func seal(_ manifest: CaptureManifest, _ record: JSONValue?, in files: inout TestFiles) throws {
        sequence += 1
        let sealed = try SealedManifest(manifest, at: sequence, after: previous, by: key)
        previous = sealed.hash
        files.contents[CaptureFileName.manifest(manifest.revision)] = sealed.bytes
        files.contents[CaptureFileName.signature(manifest.revision)] = sealed.signature
        if let record { files.contents[CaptureFileName.record(manifest.revision)] = record.canonical }
    }

    mutating func capture(notes: [String] = [""], task: String? = nil) throws {
        let number = captures.count + 1
        var files = TestFiles(place: "capture-\(number)")
        let photo = Array("photo \(number)".utf8)
        let receiver = Array("receiver \(number)".utf8)
        files.contents = [
            CaptureFileName.photo: photo, CaptureFileName.recording: receiver, CaptureFileName.key: Array("key".utf8),
        ]
        for (index, note) in notes.enumerated() {
            let record = Self.record(number, note: note, task: task)
            let manifest = CaptureManifest(
                capture: "capture-\(number)", revision: index + 1, reason: index == 0 ? .capture : .note,
                sealed: Timestamp(milliseconds: 1_790_000_000_000),
                files: [
                    CaptureFileName.photo: .init(of: photo), CaptureFileName.recording: .init(of: receiver),
                ], record: record)
            try seal(manifest, record, in: &files)
        }
        captures.append(files)
    }

    /// Deletes a capture and leaves the manifest of the deletion.
    mutating func delete(_ index: Int) throws {
        var links: [CaptureManifest.Link] = []
        var id = ""
        for revision in 1... {
            guard let bytes = captures[index].contents[CaptureFileName.manifest(revision)] else { break }
            let manifest: CaptureManifest = try JSONValue(parsing: bytes).decoded()
            id = manifest.capture
            links.append(
                .init(sequence: manifest.sequence, sha256: CaptureHash.text(of: bytes), previous: manifest.previous))
        }
        var manifest = CaptureManifest(
            capture: id, revision: links.count + 1, reason: .deletion, sealed: Timestamp(milliseconds: 0), files: [:],
            record: .object([:]))
        manifest.deleted = links
        captures[index].contents = [:]
        var files = captures[index]
        try seal(manifest, nil, in: &files)
        captures[index] = files
    }
}

@Suite struct CaptureVerificationTests {
    private func gateway(_ count: Int = 3) throws -> TestGateway {
        var gateway = TestGateway()
        for number in 0..<count { try gateway.capture(notes: number == 1 ? ["", "corn"] : [""]) }
        return gateway
    }

    @Test func `what a gateway sealed is valid, alone and in its chain, by its key`() throws {
        let gateway = try gateway()
        let key = try #require(VerificationKey(gateway.key.publicKey))
        for check in [
            CaptureVerification(gateway.captures), .init(gateway.captures.reversed(), by: key, isComplete: true),
        ] {
            #expect(check.isValid && check.captures.count == 3 && check.keys == [key.text], "\(check)")
            #expect(check.chain.first == 1 && check.chain.last == 4 && check.chain.isWhole)
        }
        let one = CaptureVerification([gateway.captures[1]])
        #expect(one.isValid && one.captures.first?.revisions == 2 && one.chain.first == 2 && one.chain.last == 3)
        #expect(VerificationKey(key.pem) == key && VerificationKey("00") == nil && VerificationKey("") == nil)
        #expect(SealingKey(gateway.key.text)?.publicKey == key.text)
    }

    @Test func `every flipped bit of every file is found, and the part is named`() throws {
        let files = try gateway(2).captures[1]
        for (name, bytes) in files.contents where name != CaptureFileName.key {
            for index in bytes.indices {
                var changed = files
                changed.contents[name]?[index] ^= 1 << UInt8(index % 8)
                let check = CaptureVerification([changed])
                #expect(check.outcome == .altered, "\(name) byte \(index)")
                let parts = check.captures[0].findings.map(\.part)
                let stem = name.replacingOccurrences(of: ".sig", with: ".json")
                #expect(parts.contains { $0.hasPrefix(stem) }, "\(name) byte \(index): \(parts)")
            }
        }
    }

    @Test func `a changed value is named by its group`() throws {
        var files = try gateway(1).captures[0]
        let text = String(decoding: try #require(files.contents["record-1.json"]), as: UTF8.self)
        func findings(_ old: String, _ new: String) -> [CaptureVerification.Finding] {
            files.contents["record-1.json"] = Array(text.replacingOccurrences(of: old, with: new).utf8)
            return CaptureVerification([files]).captures[0].findings
        }
        #expect(findings("50.0875", "50.0876").map(\.part) == ["record-1.json: position"])
        #expect(findings("true", "false").map(\.part) == ["record-1.json: authentication"])
        #expect(findings("\"note\"", "\"nota\"").map(\.part) == ["record-1.json: nota", "record-1.json: note"])
        #expect(findings("{\"auth", " {\"auth").map(\.text) == ["its text is not canonical"])
        #expect(findings("50.0875", "50.08750").map(\.text) == ["its text is not canonical"])
    }

    @Test func `the task of a photo is sealed, and photos without one are as valid`() throws {
        var gateway = TestGateway()
        try gateway.capture(notes: ["", "corn"], task: "T-1 \"é\" %")
        try gateway.capture()
        #expect(CaptureVerification(gateway.captures, isComplete: true).isValid)
        let sealed = try #require(gateway.captures[0].contents["record-2.json"])
        #expect(try JSONValue(parsing: sealed)["capture"]?["task"]?.text == "T-1 \"é\" %")
        func parts(_ index: Int, _ name: String, _ old: String, _ new: String) throws -> [String] {
            var files = gateway.captures[index]
            let text = String(decoding: try #require(files.contents[name]), as: UTF8.self)
            files.contents[name] = Array(text.replacingOccurrences(of: old, with: new).utf8)
            return CaptureVerification([files]).captures[0].findings.map(\.part)
        }
        #expect(try parts(0, "record-2.json", "T-1", "T-2") == ["record-2.json: capture"])
        #expect(try parts(0, "record-1.json", "T-1", "T-2") == ["record-1.json: capture"])
        let empty = "\"capture\":{}"
        #expect(
            try parts(1, "record-1.json", empty, "\"capture\":{\"task\":\"T-1\"}") == ["record-1.json: capture"])
    }

    @Test func `a group whose name has another Unicode form is another group`() throws {
        func record(_ name: String) -> JSONValue { .object([name: .number(1)]) }
        let manifest = CaptureManifest(
            capture: "capture-1", revision: 1, reason: .capture, sealed: Timestamp(milliseconds: 0), files: [:],
            record: record("caf\u{E9}"))
        let sealed = try SealedManifest(manifest, at: 1, after: nil, by: SealingKey())
        func findings(_ name: String) -> [String] {
            var files = TestFiles()
            files.contents = [
                "manifest-1.json": sealed.bytes, "manifest-1.sig": sealed.signature,
                "record-1.json": record(name).canonical,
            ]
            return CaptureVerification([files]).captures[0].findings.map(\.text)
        }
        #expect(findings("caf\u{E9}").isEmpty)
        #expect(Set(findings("cafe\u{301}")) == ["this group is missing", "this group was added"])
    }

    @Test func `a missing or additional file is found`() throws {
        let files = try gateway(2).captures[1]
        for name in files.names where name != CaptureFileName.key {
            var less = files
            less.contents[name] = nil
            #expect(CaptureVerification([less]).outcome == .altered, "without \(name)")
        }
        var more = files
        more.contents["photo2.jpg"] = [1]
        let findings = CaptureVerification([more]).captures[0].findings
        #expect(findings.map(\.part) == ["photo2.jpg"])
        #expect(CaptureVerification([TestFiles()]).outcome == .altered)
        #expect(CaptureVerification([]).captures.isEmpty)
    }

    @Test func `another key is named, whoever made it and however it came in`() throws {
        let (mine, other) = (try gateway(), try gateway(1))
        let key = try #require(VerificationKey(mine.key.publicKey))
        // All parts were made again with another key.
        let check = CaptureVerification(other.captures, by: key)
        #expect(check.outcome == .wrongKey && check.captures[0].findings.first?.text.contains(key.text) == true)
        // Without an expected key, two keys in one folder are a finding.
        #expect(CaptureVerification(other.captures).isValid)
        let mixed = CaptureVerification([mine.captures[1]] + other.captures)
        #expect(mixed.outcome == .wrongKey && mixed.keys.count == 2)
    }

    @Test func `a chain from which a capture was taken, or into which one was put, is broken`() throws {
        let gateway = try gateway(5)
        let less = [0, 1, 3, 4].map { gateway.captures[$0] }
        let open = CaptureVerification(less)
        #expect(open.isValid && open.chain.missing == [4] && !open.chain.isWhole)
        #expect(CaptureVerification(less, isComplete: true).outcome == .brokenChain)
        #expect(CaptureVerification(Array(gateway.captures.dropFirst()), isComplete: true).outcome == .brokenChain)
        // A gateway restored from an old backup seals another capture under a number that exists already.
        var restored = gateway
        (restored.sequence, restored.previous) = (5, gateway.previous)
        try restored.capture()
        let twice = CaptureVerification(restored.captures)
        #expect(twice.outcome == .brokenChain && twice.chain.findings.contains { $0.text.contains("number 6") })
        // A manifest whose predecessor is another one.
        var forged = try self.gateway(1)
        forged.previous = String(repeating: "0", count: 64)
        try forged.capture()
        #expect(CaptureVerification(forged.captures).outcome == .brokenChain)
    }

    @Test func `numbers at the ends of their range are no reason to trap`() throws {
        var gateway = try gateway(1)
        // JSON has no whole numbers nearer to the ends of 64 bits.
        let furthest: Int64 = 9_223_372_036_854_774_784
        for number in [-furthest, -1, 0, furthest] {
            // The gateway counts before it seals.
            gateway.sequence = number - 1
            try gateway.capture()
        }
        let check = CaptureVerification(gateway.captures, isComplete: true)
        #expect(check.outcome == .altered && check.chain.missing.count == 100, "\(check)")
        #expect(check.chain.first == 1 && (check.chain.last ?? 0) > furthest / 2)
        #expect(check.chain.findings.count { $0.text.contains("1 is the first") } == 3, "\(check.chain.findings)")
        #expect(CaptureVerification([gateway.captures[1]]).outcome == .altered)
    }

    @Test func `a deleted capture leaves a chain that is whole`() throws {
        var gateway = try gateway(3)
        try gateway.delete(1)
        let check = CaptureVerification(gateway.captures, isComplete: true)
        #expect(check.isValid && check.chain.deleted == [2, 3] && check.chain.isWhole, "\(check)")
        // Without the manifest of the deletion, the numbers are missing.
        let less = CaptureVerification([gateway.captures[0], gateway.captures[2]])
        #expect(less.chain.missing == [2, 3])
    }

    @Test func `a capture that its gateway deleted is reported, and breaks a chain that must be whole`() throws {
        var gateway = try gateway(3)
        let kept = gateway.captures[1]
        try gateway.delete(1)
        let all = gateway.captures + [kept]
        let check = CaptureVerification(all)
        #expect(check.isValid && check.captures.map { $0.deleted != nil } == [false, false, false, true], "\(check)")
        let complete = CaptureVerification(all, isComplete: true)
        #expect(complete.outcome == .brokenChain && complete.captures[3].outcome == .brokenChain, "\(complete)")
        #expect(complete.captures[3].findings.map(\.part) == ["manifest"])
        // The manifest of a deletion counts only for the photos of the same key.
        var other = try self.gateway(1)
        try other.delete(0)
        #expect(CaptureVerification([kept] + other.captures).captures.allSatisfy { $0.deleted == nil })
    }

    @Test func `nothing can be added to a deleted capture`() throws {
        var gateway = try gateway(2)
        try gateway.delete(0)
        for name in [CaptureFileName.record(2), CaptureFileName.record(1), CaptureFileName.photo] {
            var more = gateway.captures
            more[0].contents[name] = Array("{}".utf8)
            let check = CaptureVerification(more)
            #expect(check.outcome == .altered && check.captures[0].findings.map(\.part) == [name], "\(check)")
        }
    }

    @Test func `openssl, which knows nothing of the gateway, checks the signature`() throws {
        let gateway = try gateway(1)
        let folder = NSTemporaryDirectory() + "gnss-openssl-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let key = try #require(VerificationKey(gateway.key.publicKey))
        try Data(key.pem.utf8).write(to: URL(fileURLWithPath: folder + "/key.pem"))
        for name in ["manifest-1.json", "manifest-1.sig"] {
            try Data(try gateway.captures[0].bytes(of: name)).write(to: URL(fileURLWithPath: folder + "/" + name))
        }
        let answer = try run(
            "openssl",
            [
                "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", folder + "/key.pem", "-sigfile",
                folder + "/manifest-1.sig", "-in", folder + "/manifest-1.json",
            ])
        #expect(String(decoding: answer, as: UTF8.self).contains("Verified Successfully"))
    }

    @Test(arguments: [
        "manifest-1.json", "manifest-1.sig", "record-1.json", "osnma-messages.json", "receiver.tsr",
    ])
    func `a file that is larger than a gateway writes is not read, and makes the photo altered`(name: String) throws {
        var files = try gateway(1).captures[0]
        files.contents[name, default: Array("{}".utf8)] += [UInt8](repeating: 0x20, count: 4 << 20)
        let folder = NSTemporaryDirectory() + "gnss-large-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, bytes) in files.contents { try Data(bytes).write(to: URL(fileURLWithPath: folder + "/" + name)) }
        let archive = try CaptureArchive.archive(files.contents.map { (path: "a/" + $0.key, bytes: $0.value) })
        let archived = try #require(try CaptureArchive(archive).captures(in: "a.zip").first)
        for files in [archived, FolderFiles(folder: folder, place: "folder")] as [any CaptureFiles] {
            var reason: String?
            do throws(CaptureFileError) { _ = try files.bytes(of: name) } catch { reason = error.description }
            #expect(reason?.hasPrefix("the file is too large") == true, "\(files.place): \(reason ?? "it was read")")
            #expect(CaptureVerification([files]).outcome == .altered)
        }
    }

    @Test func `of many findings the first thousand are listed, and all count`() throws {
        let gateway = try gateway(2)
        var files = gateway.captures[1]
        for number in 0..<1500 { files.contents["x\(number)"] = [1] }
        let findings = CaptureVerification([files]).captures[0].findings
        #expect(findings.count == 1001 && findings.last?.text == "there are more findings, which are not listed")
        // A deleted manifest without a valid number is a finding of the chain.
        var many = try self.gateway(1)
        var manifest = CaptureManifest(
            capture: "capture-1", revision: 1, reason: .deletion, sealed: Timestamp(milliseconds: 0), files: [:],
            record: .object([:]))
        manifest.deleted = (0..<1500).map { number in
            CaptureManifest.Link(sequence: Int64(-number), sha256: "", previous: nil)
        }
        let sealed = try SealedManifest(manifest, at: 1, after: nil, by: many.key)
        many.captures[0].contents = ["manifest-1.json": sealed.bytes, "manifest-1.sig": sealed.signature]
        let check = CaptureVerification(many.captures)
        #expect(check.outcome == .altered && check.chain.findings.count == 1001)
    }

    @Test func `an archive holds captures, and a damaged one is refused or found`() throws {
        let gateway = try gateway(2)
        let files = gateway.captures.flatMap { capture in
            capture.contents.map { (path: capture.place + "/" + $0.key, bytes: $0.value) }
        }
        let archive = try CaptureArchive.archive(files)
        let check = CaptureVerification(try CaptureArchive(archive).captures(in: "export.zip"), isComplete: true)
        #expect(check.isValid && check.captures.map(\.place) == ["export.zip/capture-1", "export.zip/capture-2"])
        let folder = NSTemporaryDirectory() + "gnss-zip-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(archive).write(to: URL(fileURLWithPath: folder + "/a.zip"))
        try run("python3", ["-m", "zipfile", "-t", folder + "/a.zip"])
        var survived = 0
        for _ in 0..<2000 {
            var bytes = archive
            for _ in 0..<3 { bytes[Int.random(in: 0..<bytes.count)] = UInt8.random(in: 0...255) }
            guard let read = try? CaptureArchive(bytes) else { continue }
            survived += CaptureVerification(read.captures(in: "a"), isComplete: true).isValid ? 1 : 0
        }
        // Bytes of the archive that are not part of a file, such as dates, may change.
        #expect(survived < 2000)
    }
}
