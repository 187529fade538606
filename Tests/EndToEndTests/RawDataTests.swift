// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The frames that a receiver sends, as a person sees them over HTTP.
@Suite(.serialized) struct RawDataTests {
    private func raw(_ bench: ConsoleBench, _ query: String = "", of receiver: String = "tractor") throws -> [String:
        Any]
    {
        let answer = try bench.ask("GET", "/v1/receivers/\(receiver)/raw\(query)")
        try #require(answer.status == 200, "\(answer)")
        return answer.json
    }

    private func frames(_ report: [String: Any]) -> [[String: Any]] { report["frames"] as? [[String: Any]] ?? [] }

    @Test func `the frames are those of the receiver, with the fields that decode shows, and make a file for it`()
        throws
    {
        let bench = try ConsoleBench()
        let early = try bench.ask("GET", "/v1/receivers/tractor/raw/file")
        #expect(early.status == 409 && early.json["code"] as? String == "no_frames", "\(early)")
        var report = try raw(bench)
        let deadline = Date(timeIntervalSinceNow: 60)
        while report["frame_count"] as? Int ?? 0 < 60 {
            try #require(Date() < deadline, "there are too few frames: \(report)")
            // One epoch.
            usleep(100_000)
            report = try raw(bench, "?limit=200")
        }
        let shown = frames(report)
        let shownNames = Set(shown.compactMap { ($0["message"] as? [String: Any])?["name"] as? String })
        #expect(shownNames.contains("NAV-PVT"))
        // The frames of one answer, decoded by the command, are the same.
        let bytes = shown.compactMap { $0["hex"] as? String }.flatMap(Self.bytes)
        let file = try TemporaryFile("")
        try Data(bytes).write(to: URL(fileURLWithPath: file.path))
        let decoded = try Program.run("decode", "--messages", file.path).lines.map(object)
        let binary = shown.filter { $0["hex"] != nil }
        #expect(decoded.count == binary.count && !binary.isEmpty)
        for (one, other) in zip(decoded, binary) {
            let message = try #require(other["message"] as? [String: Any])
            #expect(one["name"] as? String == message["name"] as? String)
            #expect(
                (one["fields"] as? NSDictionary) == (message["fields"] as? NSDictionary), "\(message["name"] ?? "")")
        }
        // Newer ones only; a filter.
        let next = try #require(report["next"] as? String)
        let newest = try #require(shown.last?["number"] as? Int)
        var later = try raw(bench, "?after=\(next)")
        while frames(later).isEmpty {
            try #require(Date() < deadline)
            later = try raw(bench, "?after=\(next)")
        }
        #expect(frames(later).allSatisfy { $0["number"] as? Int ?? 0 > newest })
        let only = frames(try raw(bench, "?only=ubx%20nav-pvt&limit=3"))
        #expect(only.count == 3)
        #expect(only.allSatisfy { ($0["message"] as? [String: Any])?["name"] as? String == "NAV-PVT" })
        // The file is what other programs read.
        let curl = try #require(Program.installed("curl"))
        let whole = try TemporaryFile("")
        let saved = try Program.run(
            curl, ["-s", "-D", "-", "-o", whole.path, bench.address + "/v1/receivers/tractor/raw/file"])
        #expect(saved.output.contains("200 OK") && saved.output.contains("filename*=UTF-8''tractor-"), "\(saved)")
        let names = try Program.run("decode", "--messages", whole.path)
        #expect(names.lines.count >= shown.count && !names.messages.contains("noise"), "\(names.messages)")
    }

    @Test func `what is wrong in a question is refused with what is allowed`() throws {
        let bench = try ConsoleBench()
        let refused = [
            ("?limit=0", 400, "limit"), ("?limit=201", 400, "200"), ("?limit=x", 400, "limit"),
            ("?after=1", 400, "next"),
            ("?after=a.b", 400, "next"), ("?what=1", 400, "after, only and limit"), ("?only=a&only=b", 400, "twice"),
        ]
        for (query, status, word) in refused {
            let answer = try bench.ask("GET", "/v1/receivers/tractor/raw\(query)")
            #expect(answer.status == status, "\(query): \(answer)")
            #expect((answer.json["detail"] as? String)?.contains(word) == true, "\(query): \(answer)")
        }
        #expect(try bench.ask("GET", "/v1/receivers/nobody/raw").status == 404)
        #expect(try bench.ask("GET", "/v1/receivers/nobody/raw/file").status == 404)
        #expect(try bench.ask("POST", "/v1/receivers/tractor/raw", body: "{}").status / 100 == 4)
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
    }
}
