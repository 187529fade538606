// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `osnma verify` as a user has it.
struct OSNMAVerifyTests {
    /// A recording with what must be found in it.
    struct Recording: CustomTestStringConvertible {
        let name: String
        var testDescription: String { name }

        static let folder = ProcessInfo.processInfo.environment["GNSS_TEST_DATA"].map { $0 + "/osnma" }

        /// All of them, or none without the data.
        static let all: [Recording] = {
            let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0 + "/expected") } ?? []
            return names.filter { $0.hasSuffix(".json") }.sorted().map { Recording(name: String($0.dropLast(5))) }
        }()

        func expected() throws -> [String: Any] {
            let data = try Data(
                contentsOf: URL(fileURLWithPath: "\(Self.folder ?? "")/expected/\(name).json"))
            return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        }

        /// The folder that holds the recording, and its name there.
        func place() throws -> (folder: String, file: String) {
            let file = try #require((try expected()["input"] as? [String: Any])?["file"] as? String)
            let root = try #require(Self.folder)
            let places = try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
                .filter { $0.hasSuffix("/" + file) }.map { String($0.dropLast(file.count + 1)) }
            let place = try #require(places.first { $0.hasSuffix("/" + name) } ?? places.first)
            return (root + "/" + place, file)
        }
    }

    /// A folder with a recording as it was published, not compressed.
    private final class Unpacked {
        let folder = NSTemporaryDirectory() + "gnss-osnma-\(UUID().uuidString)"
        let path: String

        /// - Parameter source: nil: the file is empty.
        init(_ source: String?, as name: String) throws {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            path = folder + "/" + name
            try Data().write(to: URL(fileURLWithPath: path))
            guard let source else { return }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["gzip", "-dc", source]
            process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try process.run()
            process.waitForEnd()
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }
    }

    private func summary(_ result: Program.Result) throws -> [String: Any] {
        try #require(result.status == 0, "\(result.messages)")
        let line = try object(try #require(result.lines.last))
        #expect(line["type"] as? String == "summary")
        return line
    }

    @Test(
        "each recording gives the numbers of its reference, in both profiles",
        .enabled(if: !Recording.all.isEmpty, "GNSS_TEST_DATA holds no OSNMA recordings"), arguments: Recording.all)
    func reference(_ recording: Recording) throws {
        let (folder, file) = try recording.place()
        let unpacked = try Unpacked("\(folder)/\(file)", as: String(file.dropLast(3)))
        let expected = try recording.expected()
        let dsm = try #require(expected["dsm"] as? [String: Any])
        let arguments = ["osnma", "verify", "--trust", folder, unpacked.path, "--profile"]
        let programs = try [("reference", "reference"), ("full", "reference_full")].map { profile, key in
            (try RunningProgram(try Program.gateway, arguments + [profile]), profile, key)
        }
        for (program, profile, key) in programs {
            let summary = try summary(program.waitForEnd())
            #expect(summary["profile"] as? String == profile)
            let reference = try #require(expected[key] as? [String: Any])
            for (name, value) in reference.merging(profile == "reference" ? dsm : [:], uniquingKeysWith: { a, _ in a })
            {
                switch value {
                case let number as Int: #expect(summary[name] as? Int == number, "\(profile): \(name)")
                case let numbers as [String: Int]: #expect(summary[name] as? [String: Int] == numbers, "\(profile)")
                case let time as [Int] where time.count == 2:
                    #expect(summary[name] as? [Int] == time, "\(profile): \(name)")
                default: break
                }
            }
        }
    }

    @Test(
        "each format is detected, whatever the file is called",
        .enabled(if: !Recording.all.isEmpty, "GNSS_TEST_DATA holds no OSNMA recordings"))
    func formats() throws {
        let root = try #require(Recording.folder)
        let vector = "\(root)/vectors/configuration_1"
        let galmon = try Unpacked("\(root)/galmon/configuration_1_first_15min.galmon.gz", as: "a")
        let result = try summary(try Program.run("osnma", "verify", "--trust", vector, galmon.path))
        #expect((result["tags_ok"] as? [String: Int])?["total"] ?? 0 > 2000 && result["tags_failed"] as? Int == 0)
        let sbf = try Unpacked("\(root)/sbf/osnma_new_config.sbf.gz", as: "b.csv")
        let septentrio = try summary(try Program.run("osnma", "verify", "--trust", "\(root)/sbf", sbf.path))
        #expect((septentrio["tags_ok"] as? [String: Int])?["total"] == 596)
    }

    @Test(
        "without --trust this machine's keys are trusted, and no files beside the recording",
        .enabled(if: !Recording.all.isEmpty, "GNSS_TEST_DATA holds no OSNMA recordings"))
    func builtIn() throws {
        let root = try #require(Recording.folder)
        let ubx = try Unpacked("\(root)/ubx/current_config.ubx.gz", as: "a.ubx")
        let result = try Program.run("osnma", "verify", ubx.path)
        #expect((try summary(result)["tags_ok"] as? [String: Int])?["total"] == 4776)
        #expect(result.messages.hasPrefix("state folder: ") && result.messages.split(separator: "\n").count == 1)
        let sbf = try Unpacked("\(root)/sbf/osnma_new_config.sbf.gz", as: "a.sbf")
        let unknown = try summary(try Program.run("osnma", "verify", sbf.path))
        #expect((unknown["tags_ok"] as? [String: Int])?["total"] == 0)
        let key = "\(root)/sbf/OSNMA_PublicKey.xml"
        try FileManager.default.copyItem(atPath: key, toPath: sbf.folder + "/OSNMA_PublicKey.xml")
        let beside = try Program.run("osnma", "verify", sbf.path)
        #expect((try summary(beside)["tags_ok"] as? [String: Int])?["total"] == 0)
        #expect(beside.messages.contains("give '--trust \(sbf.folder)' to trust them"), "\(beside.messages)")
        let given = try Program.run("osnma", "verify", "--trust", sbf.folder, sbf.path)
        #expect((try summary(given)["tags_ok"] as? [String: Int])?["total"] == 596 && given.messages.isEmpty)
    }

    @Test func `a simulation's keys beside its recording are trusted only on request`() throws {
        let folder = try Unpacked(nil, as: "a.ubx")
        let scenario = try TemporaryFile(
            """
            start: "2026-09-21T10:10:00Z"
            duration_s: 240
            place: { latitude_deg: 52.475, longitude_deg: 5.56 }
            receiver: { constellations: [galileo] }
            output: { ubx: { messages: [NAV-PVT, NAV-TIMEGAL, NAV-EOE, RXM-SFRBX] } }
            osnma: {}
            """, suffix: ".yaml")
        let made = try Program.run(
            "simulate", scenario.path, "--output", folder.path, "--force", "--trust", folder.folder)
        try #require(made.status == 0, "\(made.messages)")
        // Without its mark, the simulation's key looks like one of Galileo's.
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.folder) where name.hasSuffix(".xml") {
            let path = folder.folder + "/" + name
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try #require(text.contains("SIM"), "\(text)")
            try text.replacingOccurrences(of: "SIM", with: "PRD").write(toFile: path, atomically: true, encoding: .utf8)
        }
        let result = try Program.run("osnma", "verify", folder.path)
        #expect(!result.output.contains("\"authenticated\":true"), "\(result.output)")
        #expect(result.messages.contains("give '--trust \(folder.folder)' to trust them"), "\(result.messages)")
        let given = try Program.run("osnma", "verify", "--trust", folder.folder, folder.path)
        #expect(given.output.contains("\"authenticated\":true"), "\(given.messages)")
        // The summary names the keys on which the result rests.
        let known = try summary(result)
        let trust = try #require(known["trust"] as? [String: Any])
        #expect(trust["from"] as? String == "this machine" && known["simulation"] as? Bool == false)
        let other = try summary(given)
        let files = try #require(other["trust"] as? [String: Any])
        #expect(files["from"] as? String == folder.folder && other["simulation"] as? Bool == false)
        let (mine, theirs) = (trust["fingerprints"] as? [String] ?? [], files["fingerprints"] as? [String] ?? [])
        #expect(!mine.isEmpty && !theirs.isEmpty && Set(mine).isDisjoint(with: theirs))
        #expect((mine + theirs).allSatisfy { $0.count == 64 })
    }

    /// The keys of a JSON object that stand in it twice, at any depth. Strings hold neither quotes nor braces.
    private func repeatedKeys(_ line: Substring) -> [String] {
        var (open, repeated): ([Set<String>], [String]) = ([], [])
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            guard index % 2 == 1 else {
                for character in part where character == "{" || character == "}" {
                    if character == "{" { open.append([]) } else { _ = open.popLast() }
                }
                continue
            }
            guard index + 1 < parts.count, parts[index + 1].hasPrefix(":"), !open.isEmpty else { continue }
            if !open[open.count - 1].insert(String(part)).inserted { repeated.append(String(part)) }
        }
        return repeated
    }

    @Test func `every line is a JSON object in which no key stands twice`() throws {
        let folder = try Unpacked(nil, as: "a")
        let scenario = try TemporaryFile(
            """
            start: "2026-09-21T10:10:00Z"
            duration_s: 660
            place: { latitude_deg: 52.475, longitude_deg: 5.56 }
            receiver: { constellations: [galileo] }
            output: { ubx: { messages: [NAV-PVT, NAV-TIMEGAL, NAV-EOE, RXM-SFRBX] } }
            osnma: { changes: [{ at_s: 60, kind: npk, takes_over_s: 300, ends_s: 540 }] }
            events:
              - { at_s: 360, duration_s: 60, kind: replay, seconds: 60, satellites: [E03] }
              - { at_s: 600, kind: wrong-keys }
            """, suffix: ".yaml")
        let made = try Program.run(
            "simulate", scenario.path, "--output", folder.path, "--force", "--trust", folder.folder)
        try #require(made.status == 0, "\(made.messages)")
        let result = try Program.run(
            "osnma", "verify", "--trust", folder.folder, "--profile", "fast", "--start", "warm", folder.path)
        #expect(try summary(result)["simulation"] as? Bool == true)
        var types: Set<String> = []
        for line in result.lines {
            #expect(repeatedKeys(line).isEmpty, "\(line)")
            types.insert(try #require(try object(line)["type"] as? String))
        }
        #expect(types.isSuperset(of: ["authenticated", "key", "kroot_verified", "public_key_verified", "status"]))
        #expect(types.isSuperset(of: ["anomaly", "summary"]), "\(types.sorted())")
        let key = try #require(result.lines.first { $0.contains("public_key_verified") })
        #expect(try object(key)["key_type"] as? String == "ecdsa_p256")
        #expect(repeatedKeys("{\"a\":1,\"b\":{\"a\":2,\"c\":3,\"c\":4}}") == ["c"])
    }

    @Test func `input that is none is refused with what is wrong`() throws {
        let empty = try TemporaryFile("")
        let text = try TemporaryFile("This is no recording.\n")
        let vector = try TemporaryFile(
            "SVID,NumNavBits,NavBitsHEX\n01,240,00\n", suffix: "_16_AUG_2023_GST_05_00_01.csv")
        let nameless = try TemporaryFile("SVID,NumNavBits,NavBitsHEX\n", suffix: ".csv")
        for (path, words) in [
            (empty.path, "contains no dated"), (text.path, "contains no dated"), (vector.path, "line 2"),
            (nameless.path, "DD_MON_YYYY"),
        ] {
            let result = try Program.run("osnma", "verify", path)
            #expect(
                result.status == 65 && result.messages.contains(words) && result.output.isEmpty, "\(result.messages)")
        }
        #expect(try Program.run("osnma", "verify", "/nowhere/a.ubx").status == 66)
        #expect(try Program.run("osnma", "verify", "--trust", "/nowhere", text.path).status == 66)
        #expect(
            try Program.run("osnma", "verify", "--trust", NSTemporaryDirectory() + "/", "--without", "magic", text.path)
                .status == 64)
        // The file after the option's value is the input.
        let without = try Program.run("osnma", "verify", "--without", "e5b", "--without", "key-merging", text.path)
        #expect(without.status == 65 && without.messages.contains("contains no dated"), "\(without.messages)")
        #expect(try Program.run("osnma", "verify").status == 64)
        let folder = try Unpacked(nil, as: "a")
        let nothing = try Program.run("osnma", "verify", "--trust", folder.folder, text.path)
        #expect(nothing.status == 65 && nothing.messages.contains("no Merkle tree and no public key"))
    }
}
