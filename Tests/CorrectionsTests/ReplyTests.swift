// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Testing

@testable import Corrections

/// What casters answer, however it is cut.
@Suite struct ReplyTests {
    private func read(_ text: String, _ data: [UInt8] = [], piece: Int) -> (CasterReply, [[UInt8]]) {
        var reply = CasterReply(stream: "ntrip://c/M")
        var messages: [RTCMMessage] = []
        let bytes = Array(text.utf8) + data
        for start in stride(from: 0, to: bytes.count, by: piece) {
            messages += reply.consume(Array(bytes[start...].prefix(piece)).span)
        }
        return (reply, messages.map(\.bytes))
    }

    private let frames = (0..<12).map(Caster.frame)

    @Test(arguments: [1, 2, 3, 7, 64, 100_000])
    func `an old caster's first line, with and without more of a head, is no data`(piece: Int) {
        let data = frames.flatMap(\.self)
        for head in [
            "ICY 200 OK\r\n", "ICY 200 OK\r\n\r\n", "ICY 200 OK\n", "icy 200 ok\r\nServer: x\r\nDate: now\r\n\r\n", "",
        ] {
            let (reply, messages) = read(head, data, piece: piece)
            #expect(reply.verdict == .open)
            #expect(messages == frames, "after “\(head)”")
            #expect(reply.noise == 0)
        }
    }

    @Test(arguments: [1, 5, 100_000])
    func `lines that mean no are understood`(piece: Int) {
        for (text, cause) in [
            ("ERROR - Bad Password\r\n", CorrectionsReport.Cause.wrongPassword),
            ("ERROR - Mount Point Invalid\r\n", .mountpointGone), ("ERROR - banned\r\n", .forbidden),
            ("ICY 401 Unauthorized\r\n", .wrongPassword), ("ERROR - too many users\r\n", .busy),
            ("ERROR - Bad login: demo\r\n", .wrongPassword), ("ERROR - unknown user\r\n", .wrongPassword),
            ("ERROR - invalid credentials\r\n", .wrongPassword), ("ERROR - Not Authorized\r\n", .wrongPassword),
            ("ERROR - user already connected\r\n", .busy), ("ERROR - user limit reached\r\n", .busy),
            ("ERROR - stream not available\r\n", .busy), ("ERROR - server is down\r\n", .busy),
            ("ERROR - 17\r\n", .forbidden), ("ERROR\r\n", .forbidden), ("ICY 500 Oops\r\n", .busy),
            ("ERROR - no such mount for this user\r\n", .mountpointGone),
            ("ERROR - mount point VRS401 does not exist\r\n", .mountpointGone),
            ("ERROR - bad password for mount point M\r\n", .wrongPassword), ("ERROR: 401.\r\n", .wrongPassword),
            ("<html><head>\r\n", .html), ("220 mail.example ESMTP\r\n", .notCaster),
            ("SSH-2.0-OpenSSH\r\n", .notCaster),
        ] {
            guard case .failed(let failure) = read(text, piece: piece).0.verdict else {
                Issue.record("\(text) is taken")
                continue
            }
            #expect(failure.cause == cause, "\(text)")
        }
        let table = read("SOURCETABLE 200 OK\r\nServer: x\r\n\r\nSTR;A;B;RTCM 3;;;;;;1;2;\r\n", piece: piece).0
        #expect(table.verdict == .table)
        #expect(SourceTable(table.table).entries.map(\.name) == ["A"])
    }

    @Test(arguments: ["VRS401", "401", "Password", "MY-PASSWORD", "unauthorized_2"])
    func `the name of the mount point is not taken for the reason`(name: String) {
        for text in [
            "ERROR - mount point \(name) does not exist", "ERROR - unknown mountpoint: \"\(name.uppercased())\".",
            "error: no mount (\(name.lowercased()))",
        ] {
            var reply = CasterReply(stream: "ntrip://c:2101/\(name)")
            let bytes = Array((text + "\r\n").utf8)
            _ = reply.consume(bytes.span)
            guard case .failed(let failure) = reply.verdict else {
                Issue.record("\(text) is taken")
                continue
            }
            #expect(failure.cause == .mountpointGone && failure.description.contains(text), "\(failure)")
        }
    }

    @Test(arguments: [1, 7, 100_000])
    func `a source table is complete with its last line, and not before`(piece: Int) {
        let table = "SOURCETABLE 200 OK\r\n\r\nSTR;A;ENDSOURCETABLE;RTCM 3;;;;;;1;2;\r\n"
        for (text, isComplete) in [
            (table, false), (table + "ENDSOURCETABL", false), (table + "ENDSOURCETABLE", true),
            (table + "ENDSOURCETABLE\r\n\r\n", true), (table + "NET;ENDSOURCETABLE\r\n", false),
            ("ICY 200 OK\r\nENDSOURCETABLE\r\n", false),
        ] {
            #expect(read(text, piece: piece).0.isTableComplete == isComplete, "\(text)")
        }
    }

    @Test(arguments: ["0", "2", "200", "OK", "C", "ICY 200 OK", "E"])
    func `a password that is part of the answer does not change its meaning`(password: String) {
        let login = CasterLogin(user: "demo", password: password)
        for (text, isOpen) in [("ICY 200 OK\r\n", true), ("ERROR - banned\r\n", false)] {
            var reply = CasterReply(stream: "ntrip://c/M", login: login)
            let bytes = Array(text.utf8)
            _ = reply.consume(bytes.span)
            if isOpen {
                #expect(reply.verdict == .open)
            } else if case .failed(let failure) = reply.verdict {
                #expect(failure.cause == .forbidden)
            } else {
                Issue.record("\(text) is taken")
            }
        }
    }

    @Test(arguments: [1, 7, 100_000])
    func `a refusal that repeats the login does not show the password`(piece: Int) {
        let login = CasterLogin(user: "demo", password: "geheim123")
        let much = String(repeating: "x", count: 100)
        for text in [
            "ERROR - Bad login: demo / geheim123", "ERROR - demo:geheim123", "ERROR - Basic ZGVtbzpnZWhlaW0xMjM=",
            "ERROR - ZGVtbzpnZWhlaW0xMjM", "ERROR \(much) geheim123", "220 geheim123",
        ] {
            var reply = CasterReply(stream: "ntrip://c/M", login: login)
            let bytes = Array((text + "\r\n").utf8)
            for start in stride(from: 0, to: bytes.count, by: piece) {
                _ = reply.consume(Array(bytes[start...].prefix(piece)).span)
            }
            guard case .failed(let failure) = reply.verdict else {
                Issue.record("\(text) is taken")
                continue
            }
            #expect(!failure.description.contains("geheim"), "\(failure)")
            #expect(!failure.description.contains("ZGVtbzpn"), "\(failure)")
            #expect(failure.cause.isLasting, "\(failure)")
        }
        // Without a password nothing is replaced.
        #expect(CasterLogin(user: "", password: "").hidden(in: "ERROR Og==") == "ERROR Og==")
    }

    @Test func `a flood of nothing is kept in bounds`() {
        var reply = CasterReply(stream: "s")
        reply.begin(status: 200, contentType: "gnss/sourcetable")
        let much = [UInt8](repeating: 0x41, count: 1 << 20)
        for _ in 0..<8 { _ = reply.consume(much.span) }
        #expect(reply.table.count == SourceTable.limit && reply.isTableComplete)
        var noise = CasterReply(stream: "s")
        noise.begin(status: 200, contentType: "gnss/data")
        _ = noise.consume(much.span)
        guard case .failed(let failure) = noise.verdict else {
            Issue.record("it is taken for data")
            return
        }
        #expect(failure.cause == .notRTCM)
        var line = CasterReply(stream: "s")
        _ = line.consume(much.span)
        #expect(line.verdict != .open)
    }

    @Test func `random bytes never trap, and no message comes of them`() {
        var generator = SystemRandomNumberGenerator()
        for round in 0..<200 {
            var reply = CasterReply(stream: "s")
            if round % 2 == 0 { reply.begin(status: 200, contentType: "") }
            for _ in 0..<20 {
                let bytes = (0..<Int.random(in: 0...200)).map { _ in UInt8.random(in: 0...255, using: &generator) }
                #expect(reply.consume(bytes.span).isEmpty)
            }
        }
    }

    @Test(arguments: [0, 1, 7, 13])
    func `the next whole message is found after one that was cut, doubled or changed`(at place: Int) {
        var damaged = frames[4]
        damaged.remove(at: place)
        var doubled = frames[5]
        doubled.insert(doubled[place], at: place)
        for bytes in [damaged, doubled] {
            var stream = RTCMStream()
            // A length that was made greater waits for that many bytes.
            let found = stream.consume((bytes + frames.flatMap(\.self) + frames.flatMap(\.self)).span)
            #expect(Set(found.map(\.bytes)).isSuperset(of: frames))
            #expect(stream.noise > 0 || place == 0)
        }
    }

    @Test func `the message says its number and station`() {
        let message = RTCMMessage(bytes: Caster.frame(1))
        #expect(message.number == 1077 && message.station == 42)
        let empty = RTCMMessage(bytes: [0xD3, 0, 0, 0x47, 0xEA, 0x4B])
        #expect(empty.number == nil && empty.station == nil)
    }
}

@Suite struct SourceTableTests {
    private let table = SourceTable(
        Array(
            """
            CAS;x;2101\r
            STR;KOLN;Köln;RTCM 3.2;;2;GPS;N;DEU;50.94;6.96;1;1\r
            STR;PERTH;Perth;RTCM3;;2;GPS;N;AUS;-31.95;115.86\r
            STR;FIJI;Suva;RTCM 3;;2;GPS;N;FJI;-18.1;181.5;\r
            STR;RAW0;Köln;RAW;;2;GPS;N;DEU;50.94;6.96\r
            STR;;nameless;RTCM 3;;;;;;1;2\r
            STR;ODD;nowhere;RTCM 3.3;;;;;;abc;99999;\r
            ENDSOURCETABLE\r

            """.utf8))

    @Test func `lines are read, others left out`() {
        #expect(table.entries.map(\.name) == ["KOLN", "PERTH", "FIJI", "RAW0", "ODD"])
        #expect(table.entries[0].place == "Köln" && table.entries[0].format == "RTCM 3.2")
        #expect(table.entries[2].longitude == 181.5 - 360)
        #expect(table.entries[4].latitude == nil)
    }

    @Test func `the nearest with RTCM 3 come first, across the date line too`() {
        #expect(table.alternatives(to: "X", near: (50, 8)).map(\.name) == ["KOLN", "PERTH", "FIJI"])
        #expect(table.alternatives(to: "X", near: (-18, 179), most: 1).map(\.name) == ["FIJI"])
    }

    @Test func `the same name in other letters comes first, and names that are like it where no place is known`() {
        #expect(table.alternatives(to: "perth", near: (50, 8)).map(\.name) == ["PERTH"])
        #expect(table.alternatives(to: "KÖLN", near: nil, most: 1).map(\.name) == ["KOLN"])
        #expect(table.alternatives(to: "PERTH2", near: nil, most: 1).map(\.name) == ["PERTH"])
        #expect(SourceTable([]).alternatives(to: "X", near: nil).isEmpty)
    }
}
