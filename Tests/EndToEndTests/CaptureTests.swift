// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Photos, from the shutter to the check by a program that knows nothing of the gateway.
@Suite(.timeLimit(.minutes(10))) struct CaptureTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // MARK: programs

    /// Runs a program of the system.
    @discardableResult
    private func run(_ program: String, _ arguments: [String], input: Data? = nil) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let paths = (input: folder.path + "/in-\(UUID().uuidString)", output: folder.path + "/out-\(UUID().uuidString)")
        try (input ?? Data()).write(to: URL(fileURLWithPath: paths.input))
        try Data().write(to: URL(fileURLWithPath: paths.output))
        process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: paths.input))
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: paths.output))
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(program) \(arguments)")
        return try String(contentsOfFile: paths.output, encoding: .isoLatin1)
    }

    /// A JPEG file by libjpeg's program `cjpeg`; each seed gives another picture.
    private func photo(_ seed: Int = 0, width: Int = 320, height: Int = 240) throws -> String {
        var pixels = Data("P6\n\(width) \(height)\n255\n".utf8)
        for index in 0..<width * height * 3 {
            pixels.append(UInt8(truncatingIfNeeded: index &* 31 &+ index / 700 &+ seed))
        }
        let path = folder.path + "/photo-\(seed).jpg"
        try Data(pixels).write(to: URL(fileURLWithPath: path + ".ppm"))
        try run("cjpeg", ["-quality", "85", "-outfile", path, path + ".ppm"])
        return path
    }

    private func gateway(_ bench: ConsoleBench?, _ arguments: String...) throws -> Program.Result {
        try RunningProgram(
            try Program.gateway, arguments,
            environment: ["GNSS_GATEWAY_SOCKET": bench?.daemon.socket ?? folder.path + "/none.sock"]
        ).waitForEnd()
    }

    private func exif(_ path: String) throws -> [String: Any] {
        let text = try run("exiftool", ["-j", "-n", "-validate", "-all", path])
        return try #require((try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])?.first)
    }

    /// The parts that another program finds altered, by the folder's name, and the chain.
    private func check(_ folders: [String]) throws -> (altered: [String: [String]], chain: [String: Any]) {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "check-captures.py")
            .path
        let text = try run("python3", [script] + folders)
        let result = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        return (
            try #require(result["altered"] as? [String: [String]]), try #require(result["chain"] as? [String: Any])
        )
    }

    /// The parts that the gateway's own check finds altered.
    private func verified(_ path: String) throws -> [String] {
        let result = try gateway(nil, "verify", "--json", path)
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any], "\(result.messages)")
        let captures = try #require(report["captures"] as? [[String: Any]])
        let findings = captures.flatMap { $0["findings"] as? [[String: Any]] ?? [] }
        #expect((result.status == 0) == findings.isEmpty)
        return Set(findings.compactMap { $0["part"] as? String }).sorted()
    }

    /// Checks that the list, the photo's own report, its record and its PDF state the same verdict.
    ///
    /// - Parameter words: Those of the PDF.
    private func expectVerdict(_ verdict: String, _ words: String, of id: String, _ bench: ConsoleBench) throws {
        let list = try bench.ask("GET", "/v1/captures").json["captures"] as? [[String: Any]]
        #expect(list?.first { $0["id"] as? String == id }?["verdict"] as? String == verdict)
        let report = try bench.ask("GET", "/v1/captures/\(id)").json["summary"] as? [String: Any]
        #expect(report?["verdict"] as? String == verdict)
        let record = try bench.ask("GET", "/v1/captures/\(id)/record").json
        let judged = (record["later_verdict"] ?? record["authentication"]) as? [String: Any]
        #expect(judged?["result"] as? String == verdict)
        let file = folder.path + "/\(verdict).pdf"
        #expect(try gateway(bench, "capture", "pdf", id, "--language", "en", "--output", file).status == 0)
        let text = try run("pdftotext", ["-layout", file, "-"])
        #expect(text.contains(words), "\(text)")
    }

    // MARK: tests

    @Test func `a person takes a photo at an authenticated position, and an office checks the export`() throws {
        let bench = try ConsoleBench(authenticIn: folder)
        let disabled = try gateway(bench, "capture", "--image", try photo())
        #expect(disabled.status == 69 && disabled.messages.contains("captures.enabled=true"), "\(disabled.messages)")
        #expect(try gateway(bench, "settings", "captures.enabled=true", "captures.osnma=verified").status == 0)
        var seen = ""
        try eventually("it is never authenticated: \(seen)", within: 60) {
            let check = try bench.ask("GET", "/v1/captures/check")
            seen = check.text
            return check.json["allowed"] as? Bool == true
        }
        let taken = try gateway(
            bench, "capture", "--image", try photo(), "--countdown", "1", "--note", "corn – é", "--json")
        try #require(taken.status == 0, "\(taken.messages)")
        let report = try #require(try JSONSerialization.jsonObject(with: Data(taken.output.utf8)) as? [String: Any])
        let summary = try #require(report["summary"] as? [String: Any])
        #expect(summary["authenticated"] as? Bool == true && summary["note"] as? String == "corn – é")
        let id = try #require(report["id"] as? String)
        let listed = try gateway(bench, "capture", "list")
        #expect(
            listed.output.hasPrefix(id) && listed.output.contains("authenticated, recording or simulation  corn – é"))
        try expectVerdict("authenticated", "The position is authenticated by Galileo", of: id, bench)
        // The export is checked without the daemon, by two programs.
        let archive = folder.path + "/export.zip"
        #expect(try gateway(bench, "capture", "export", id, "--output", archive).status == 0)
        #expect(try gateway(bench, "capture", "export", id, "--output", archive).status == 73)
        let key = try gateway(bench, "capture", "key").output
        try Data(key.utf8).write(to: URL(fileURLWithPath: folder.path + "/gateway-key"))
        let verified = try gateway(nil, "verify", "--key", folder.path + "/gateway-key", "--complete", archive)
        #expect(verified.status == 0 && verified.output.contains("valid         \(id)"), "\(verified.output)")
        let wrong = try gateway(nil, "verify", "--key", String(repeating: "ab", count: 32), archive)
        #expect([1, 65, 66].contains(wrong.status), "\(wrong.messages)")
        // Another photo in the same place, which other programs would unpack.
        let forged = folder.path + "/forged.zip"
        let script = """
            import shutil, sys, zipfile
            shutil.copy(sys.argv[1], sys.argv[2])
            zipfile.ZipFile(sys.argv[2], "a").writestr(sys.argv[3] + "/./photo.jpg", "forged")
            """
        try run("python3", ["-c", script, archive, forged, id])
        let found = try gateway(nil, "verify", "--key", folder.path + "/gateway-key", forged)
        #expect(found.status == 1 && found.output.hasPrefix("altered "), "\(found.output) \(found.messages)")
        try run("python3", ["-m", "zipfile", "-e", archive, folder.path + "/office"])
        let office = folder.path + "/office/" + id
        let other = try check([office])
        #expect(other.altered == [id: []] && other.chain["last"] as? Int == 1)
        // The position in the photo is that of the receiver.
        let tags = try exif(office + "/photo.jpg")
        #expect("\(tags["Validate"] ?? "")" == "0 0 0", "\(tags["Warning"] ?? "")")
        #expect(abs((tags["GPSLatitude"] as? Double ?? 0) - 52.475) < 0.001)
        #expect(abs((tags["GPSLongitude"] as? Double ?? 0) - 5.56) < 0.001)
        #expect((tags["UserComment"] as? String)?.contains("OSNMA: authenticated") == true)
        #expect(try run("djpeg", [office + "/photo.jpg"]) == run("djpeg", [try photo()]))
        // The evidence can be replayed.
        let replay = try ConsoleBench(receiver: "file: \(office)/receiver.gnssrec\nspeed: 0")
        try eventually("the evidence is not replayed: \(replay.daemon.messages)", within: 30) {
            let receivers = try replay.ask("GET", "/v1/receivers").text
            return receivers.contains("\"latitude_deg\":52.47")
        }
        // And examined again: the pages before the photo authenticate data, from the recording and from the raw bytes.
        for file in ["receiver.gnssrec", "receiver.ubx"] {
            let examined = try gateway(nil, "osnma", "verify", "--trust", folder.path, office + "/" + file)
            let last = try object(examined.lines.last ?? "{}")
            #expect(
                examined.status == 0 && (last["tags_ok"] as? [String: Any])?["total"] as? Int ?? 0 > 0,
                "\(file): \(last)")
            #expect(last["pages"] as? Int ?? 0 >= 20, "\(file): \(last)")
        }
        // The gateway's key, which is in each export, is not one of Galileo's.
        let plain = try gateway(nil, "osnma", "verify", office + "/receiver.gnssrec")
        #expect(plain.status == 0 && plain.messages.hasPrefix("state folder: "), "\(plain.messages)")
        #expect(plain.messages.split(separator: "\n").count == 1, "\(plain.messages)")
        #expect(!plain.output.contains("\"authenticated\":true"))
        // A note, and the end.
        #expect(try gateway(bench, "capture", "note", id, "wheat").output.contains("wheat"))
        #expect(try gateway(bench, "capture", "delete", id, "--yes").status == 0)
        let state = URL(fileURLWithPath: bench.daemon.socket).deletingLastPathComponent().path + "/state"
        let kept = try gateway(nil, "verify", "--complete", archive, state + "/photos")
        #expect(kept.status == 1 && kept.output.contains("deleted by its gateway on 20"), "\(kept.output)")
        #expect(try gateway(bench, "capture", "list").output.isEmpty)
        #expect(try gateway(bench, "capture", "show", id).messages.contains("there is no photo"))
    }

    /// A photo that was taken before the keys for its position had come.
    private func pendingPhoto() throws -> (bench: ConsoleBench, id: String) {
        for _ in 0..<5 {
            let bench = try ConsoleBench(authenticIn: folder)
            #expect(try gateway(bench, "settings", "captures.enabled=true", "captures.osnma=any").status == 0)
            // All data of the satellites have come, and the tags wait for their keys.
            try eventually("no photo is allowed", within: 60) {
                let reason = try (bench.ask("GET", "/v1/osnma").json["receivers"] as? [[String: Any]])?.first?["reason"]
                return try reason as? String == "verifying"
                    && bench.ask("GET", "/v1/captures/check").json["allowed"] as? Bool == true
            }
            let taken = try gateway(bench, "capture", "--image", try photo(), "--countdown", "0", "--json")
            try #require(taken.status == 0, "\(taken.messages)")
            let report = try object(taken.output)
            let summary = try #require(report["summary"] as? [String: Any])
            let id = try #require(report["id"] as? String)
            // On a busy machine, the keys may come first.
            if summary["verdict"] as? String == "pending" { return (bench, id) }
        }
        throw CocoaError(.featureUnsupported)
    }

    @Test func `a photo before its keys is authenticated when they come, and the office gets the same verdict`() throws
    {
        let (bench, id) = try pendingPhoto()
        #expect(try gateway(bench, "capture", "list").output.contains("verdict pending"))
        // The next look at it comes half a minute after the photo.
        try expectVerdict("pending", "The verdict is pending", of: id, bench)
        try eventually("the verdict stays pending", within: 120) {
            let report = try bench.ask("GET", "/v1/captures/\(id)").json
            return (report["summary"] as? [String: Any])?["verdict"] as? String == "authenticated"
        }
        let record = try bench.ask("GET", "/v1/captures/\(id)/record").json
        let (first, later) = (record["authentication"] as? [String: Any], record["later_verdict"] as? [String: Any])
        #expect(first?["result"] as? String == "pending" && first?["authenticated"] as? Bool == false)
        #expect(later?["result"] as? String == "authenticated" && later?["authenticated"] as? Bool == true)
        try expectVerdict("authenticated", "Completed later", of: id, bench)
        // It was sealed, and is not judged once more.
        let again = try gateway(bench, "capture", "revalidate", id, "--json")
        #expect(try (object(again.output)["summary"] as? [String: Any])?["revision"] as? Int == 2, "\(again.messages)")
        // The keys are those of a simulation, so only those who trust them get the verdict.
        let export = folder.path + "/pending.zip"
        #expect(try gateway(bench, "capture", "export", id, "--output", export).status == 0)
        // The pages that came after the photo are sealed minutes later; until then the sealed verdict cannot be reproduced.
        let early = try gateway(nil, "verify", "--osnma", "--trust", folder.path, export)
        #expect(
            early.status == 1 && early.output.contains("sealed as authenticated, but the evidence"), "\(early.output)")
    }

    @Test func `the verdict on an authenticated photo is found again from its export, and on whose word it rests`()
        throws
    {
        let bench = try ConsoleBench(authenticIn: folder)
        #expect(try gateway(bench, "settings", "captures.enabled=true", "captures.osnma=verified").status == 0)
        try eventually("it is never authenticated", within: 60) {
            try bench.ask("GET", "/v1/captures/check").json["allowed"] as? Bool == true
        }
        let taken = try gateway(bench, "capture", "--image", try photo(), "--countdown", "0", "--json")
        let id = try #require(try object(taken.output)["id"] as? String, "\(taken.messages)")
        let export = folder.path + "/authentic.zip"
        #expect(try gateway(bench, "capture", "export", id, "--output", export).status == 0)
        let found = try gateway(nil, "verify", "--osnma", "--trust", folder.path, export)
        #expect(found.status == 0 && found.output.contains("and the evidence gives the same verdict"), "\(found)")
        #expect(found.output.contains("consistent: yes: E") && found.output.contains("by the keys of a simulation"))
        // The pages of a simulation are of another time.
        #expect(found.output.contains("in time by the gateway: no: no time from outside the signal"))
        #expect(found.output.contains("in time by a third party: no: the photo has no time stamp"))
        let json = try object(
            try gateway(nil, "verify", "--osnma", "--trust", folder.path, "--json", export).output)
        let evidence = try #require((json["evidence"] as? [String: [String: Any]])?.values.first)
        #expect(evidence["reproduced"] as? Bool == true && evidence["sealed"] as? String == "authenticated")
        // Galileo's own keys prove nothing of a simulation.
        let other = try gateway(nil, "verify", "--osnma", export)
        #expect(other.status == 1 && other.output.contains("consistent: no:"), "\(other.output)")
        #expect(other.messages.contains("does not support the sealed verdict"))
        // What is altered is not examined.
        try run("python3", ["-m", "zipfile", "-e", export, folder.path + "/altered"])
        let recording = folder.path + "/altered/\(id)/receiver.gnssrec"
        var bytes = try Data(contentsOf: URL(fileURLWithPath: recording))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(fileURLWithPath: recording))
        let altered = try gateway(nil, "verify", "--osnma", "--trust", folder.path, folder.path + "/altered")
        #expect(altered.status == 1 && altered.output.contains("OSNMA: the photo is altered"), "\(altered.output)")
        #expect(try gateway(nil, "verify", "--trust", folder.path, export).status == 64)
        // A PDF for people, in their language, read by another program.
        let file = folder.path + "/photo.pdf"
        #expect(try gateway(bench, "capture", "pdf", id, "--language", "de", "--output", file).status == 0)
        let text = try run("pdftotext", ["-layout", file, "-"])
        #expect(text.contains(id) && text.contains("52.47") && text.contains("Galileo"), "\(text)")
        #expect(try run("pdfimages", ["-list", file]).contains("jpeg"))
        let french = try bench.ask("GET", "/v1/captures/\(id)/pdf?language=fr")
        #expect(french.status == 200 && french.headers.contains { $0.lowercased() == "content-type: application/pdf" })
        #expect(try bench.ask("GET", "/v1/captures/\(id)/pdf?language=xx").status == 400)
        #expect(try bench.ask("GET", "/v1/captures/none/pdf").status == 404)
    }

    @Test func `a photo over HTTP has its countdown, is refused where it must be, and rejected in the middle`() throws {
        let bench = try ConsoleBench(more: "captures: { enabled: true }")
        try eventually("no photo is allowed", within: 60) {
            try bench.ask("GET", "/v1/captures/check").json["allowed"] as? Bool == true
        }
        func put(_ id: String, _ path: String, _ query: String = "") throws -> PlainHTTP.Answer {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            return try PlainHTTP.request(
                "PUT", "/v1/captures/\(id)/image\(query)", bytes: bytes, socket: bench.daemon.socket)
        }
        func state(_ id: String) throws -> String? {
            try bench.ask("GET", "/v1/captures/\(id)").json["state"] as? String
        }
        let image = try photo()
        let asked = Date()
        let begun = try bench.ask("POST", "/v1/captures", body: #"{"camera":{"maker":"Fairphone"}}"#)
        let answered = Date()
        let id = try #require(begun.json["id"] as? String, "\(begun.text)")
        #expect(begun.status == 202 && begun.json["remaining_s"] as? Double == 5)
        #expect(try put(id, image).json["code"] as? String == "not_waiting")
        // The live stream, from which pages know the progress.
        let stream = try bench.raw("GET /v1/live?topics=capture:2 HTTP/1.1\r\nHost: localhost\r\n\r\n") {
            $0.contains(#""state":"waiting""#)
        }
        #expect(try state(id) == "waiting")
        let left = stream.matches(of: /"remaining_s":([0-9.]+)/).compactMap { Double($0.1) }
        #expect(Set(left.map { Int($0.rounded(.up)) }).isSuperset(of: 1...3), "\(left)")
        let time = try #require(try bench.ask("GET", "/v1/captures/\(id)").json["taken"] as? String)
        let parser = ISO8601DateFormatter()
        parser.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        let taken = try #require(parser.date(from: time))
        // The countdown begins somewhere between question and answer.
        let passed = (taken.timeIntervalSince(answered), taken.timeIntervalSince(asked))
        #expect(passed.0 < 5.3 && passed.1 > 4.7, "\(passed)")
        #expect(try put(id, image, "?heading_deg=360&heading_reference=true").status == 400)
        #expect(try put(id, image, "?heading_deg=90").status == 400)
        #expect(try put(id, image, "?tilt_deg=0x10").status == 400)
        let stored = try put(id, image, "?heading_deg=271.5&heading_reference=magnetic&tilt_deg=88")
        #expect(stored.status == 200 && stored.json["state"] as? String == "stored", "\(stored.text)")
        #expect(try put(id, image).json["state"] as? String == "stored")
        #expect(try put(id, try photo(1)).json["code"] as? String == "other_image")
        let record = try bench.ask("GET", "/v1/captures/\(id)/record").json
        let camera = try #require(record["camera"] as? [String: Any])
        #expect(camera["heading_deg"] as? Double == 271.5 && camera["maker"] as? String == "Fairphone")
        try expectVerdict("not_authenticated", "The position is not authenticated", of: id, bench)
        let check = try bench.ask("GET", "/v1/captures/\(id)/verification").json
        #expect(check["outcome"] as? String == "valid")
        for part in ["image", "export"] { #expect(try bench.ask("GET", "/v1/captures/\(id)/\(part)").status == 200) }
        #expect(try bench.ask("GET", "/v1/captures/key").text.hasPrefix("-----BEGIN PUBLIC KEY-----"))
        // People are told of a photo that is not authenticated.
        #expect(try bench.ask("GET", "/v1/alerts").text.contains("the photo \(id) was taken at a position that is not"))
        let small = try bench.ask("GET", "/v1/captures/\(id)/thumbnail")
        #expect(small.status == 200 && small.headers.contains { $0.lowercased() == "content-type: image/jpeg" })
        // What is wrong is said.
        for body in [#"{"countdown_s":61}"#, #"{"camera":{"tilt_deg":181}}"#, #"{"receiver":5}"#, "x"] {
            #expect(try bench.ask("POST", "/v1/captures", body: body).status == 400, "\(body)")
        }
        #expect(try bench.ask("POST", "/v1/captures", body: #"{"receiver":"other"}"#).status == 404)
        #expect(try put("20260101-000000-00000000", image).status == 404)
        #expect(try bench.ask("GET", "/v1/captures/..%2f..%2fcredentials/image").status == 404)
        // The receiver stops in the middle.
        let second = try #require(
            try bench.ask("POST", "/v1/captures", body: #"{"countdown_s":20}"#).json["id"] as? String)
        #expect(try bench.ask("POST", "/v1/receivers/tractor/stop").status == 200)
        try eventually("it is never rejected", within: 30) { try state(second) == "rejected" }
        let refused = try put(second, image)
        let reasons = (refused.json["reasons"] as? [[String: Any]])?.compactMap { $0["code"] as? String } ?? []
        #expect(refused.status == 409 && refused.json["code"] as? String == "rejected" && !reasons.isEmpty)
        #expect(try bench.ask("GET", "/v1/captures").json["total"] as? Int == 1)
    }

    @Test func `a second implementation of the check agrees on exports that are valid, and damaged in any way`() throws
    {
        let bench = try ConsoleBench(more: "captures: { enabled: true, countdown_s: 0 }")
        try eventually("no photo is allowed", within: 60) {
            try bench.ask("GET", "/v1/captures/check").json["allowed"] as? Bool == true
        }
        let taken = try gateway(bench, "capture", "--image", try photo(), "--json")
        let report = try #require(try JSONSerialization.jsonObject(with: Data(taken.output.utf8)) as? [String: Any])
        let id = try #require(report["id"] as? String)
        _ = try gateway(bench, "capture", "note", id, "a – \u{1F33D} \"quoted\" \\ and \u{7F}")
        #expect(try gateway(bench, "capture", "export", id, "--output", folder.path + "/x.zip").status == 0)
        try run("python3", ["-m", "zipfile", "-e", folder.path + "/x.zip", folder.path + "/whole"])
        let whole = folder.path + "/whole/" + id
        #expect(try verified(whole) == [] && check([whole]).altered == [id: []])
        let names = try FileManager.default.contentsOfDirectory(atPath: whole).sorted()
        #expect(names.count == 11, "\(names)")
        for round in 0..<4 * names.count {
            let copy = folder.path + "/damaged-\(round)"
            try FileManager.default.copyItem(atPath: whole, toPath: copy)
            let name = names[round % names.count]
            let path = URL(fileURLWithPath: copy + "/" + name)
            var bytes = try Data(contentsOf: path)
            switch round / names.count {
            case 0: bytes[Int.random(in: 0..<bytes.count)] ^= UInt8(1 << Int.random(in: 0..<8))
            case 1: bytes.removeLast()
            case 2: bytes.append(32)
            default: try FileManager.default.removeItem(at: path)
            }
            if round / names.count < 3 { try bytes.write(to: path) }
            let own = try verified(copy)
            #expect(own == (try check([copy]).altered.values.first), "round \(round): \(name)")
            #expect(own.isEmpty == (name == "gateway-key.pem"), "round \(round): \(name): \(own)")
            try FileManager.default.removeItem(atPath: copy)
        }
    }

    @Test func `a daemon that is killed at any moment leaves whole photos and a whole chain`() throws {
        let rounds = ProcessInfo.processInfo.environment["GNSS_TEST_KILLS"].flatMap(Int.init) ?? 10
        let state = folder.path + "/state"
        let image = [UInt8](try Data(contentsOf: URL(fileURLWithPath: try photo(width: 640, height: 480))))
        var answered: Set<String> = []
        for round in 0..<rounds {
            let bench = try ConsoleBench(
                more: "captures: { enabled: true, countdown_s: 0 }", environment: ["STATE_DIRECTORY": state])
            let socket = bench.daemon.socket
            try eventually("no photo is allowed", within: 60) {
                try bench.ask("GET", "/v1/captures/check").json["allowed"] as? Bool == true
            }
            // What was answered before is there.
            var ids: Set<String> = []
            while true {
                let path = "/v1/captures?limit=1000&offset=\(ids.count)"
                let page = try #require(try bench.ask("GET", path).json["captures"] as? [[String: Any]])
                ids.formUnion(page.compactMap { $0["id"] as? String })
                if page.count < 1000 { break }
            }
            #expect(answered.isSubset(of: ids), "round \(round): \(answered.subtracting(ids)) are lost")
            let killer = Thread { [identifier = bench.daemon.identifier] in
                // At any moment: that is what is tested.
                Thread.sleep(forTimeInterval: Double.random(in: 0.02...0.6))
                kill(identifier, SIGKILL)
            }
            killer.start()
            while bench.daemon.isRunning {
                guard
                    let id = try? PlainHTTP.request("POST", "/v1/captures", body: "{}", socket: socket).json["id"]
                        as? String
                else { continue }
                for _ in 0..<200 {
                    let answer = try? PlainHTTP.request(
                        "PUT", "/v1/captures/\(id)/image", bytes: image, socket: socket)
                    guard let answer else { break }
                    if answer.status == 200 { answered.insert(id) }
                    if answer.status == 200 || answer.json["code"] as? String != "not_waiting" { break }
                }
                if Bool.random(), answered.contains(id) {
                    _ = try? PlainHTTP.request(
                        "PATCH", "/v1/captures/\(id)", body: #"{"note":"x"}"#, socket: socket)
                }
            }
        }
        #expect(answered.count >= rounds / 2, "\(answered.count) photos")
        // The next start finds what was complete, and removes what was not.
        let bench = try ConsoleBench(
            more: "captures: { enabled: true }", environment: ["STATE_DIRECTORY": state])
        try eventually("the photos are not read", within: 30) {
            try bench.ask("GET", "/v1/captures").json["total"] as? Int ?? 0 >= answered.count
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: state + "/photos")
        #expect(names.allSatisfy { !$0.hasPrefix(".") })
        let total = try bench.ask("GET", "/v1/captures").json["total"] as? Int
        #expect(total == names.count)
        let own = try gateway(nil, "verify", "--complete", state + "/photos")
        #expect(own.status == 0, "\(own.output) \(own.messages)")
        let other = try check(names.map { state + "/photos/" + $0 })
        #expect(other.altered.values.allSatisfy(\.isEmpty) && other.chain["problems"] as? [String] == [])
        #expect(other.chain["missing"] as? [Int] == [])
    }
}
