// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The QR code of an invitation in the control interface, in a terminal and on the page, read by another program.
@Suite(.serialized, .enabled(if: Program.installed("zbarimg") != nil && PeopleTests.ownAddress != nil))
struct QRCodeTests {
    /// What zbarimg reads in a picture.
    private func read(_ picture: Data, _ suffix: String) throws -> String {
        let path = NSTemporaryDirectory() + "gnss-qr-\(UUID().uuidString).\(suffix)"
        try picture.write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let result = try Program.run(try #require(Program.installed("zbarimg")), ["--quiet", "--raw", path])
        return result.output.trimmingCharacters(in: .newlines)
    }

    /// A picture (PGM) of rows of modules, each of eight by eight points; true is dark.
    private func picture(_ rows: [[Bool]]) -> Data {
        let width = (rows.map(\.count).max() ?? 0) * 8
        var data = Data("P5\n\(width) \(rows.count * 8)\n255\n".utf8)
        for row in rows {
            let line = Data(row.flatMap { Array(repeating: $0 ? UInt8(0) : 255, count: 8) })
            for _ in 0..<8 { data += line }
        }
        return data
    }

    /// The modules that blocks of a terminal show: what is drawn is light.
    private func modules(_ lines: [Substring]) -> [[Bool]] {
        lines.flatMap { line in
            [
                line.map { $0 == " " || $0 == "▄" },
                line.map { $0 == " " || $0 == "▀" },
            ]
        }
    }

    private func console(_ bench: ConsoleBench, _ arguments: [String], launcher: [String] = []) throws -> Program.Result
    {
        let command = launcher + [try Program.gateway, "console"] + arguments
        return try RunningProgram(
            command[0], Array(command.dropFirst()), environment: ["GNSS_GATEWAY_SOCKET": bench.daemon.socket]
        ).waitForEnd()
    }

    @Test func `the modules in the answer and those in a terminal say the address with the code`() throws {
        let bench = try ConsoleBench(listen: "0.0.0.0")
        let answer = try bench.ask("POST", "/v1/session/invitation", body: #"{"role":"viewer"}"#).json
        let code = try #require(answer["qr_code"] as? [String: Any], "\(answer)")
        let (url, rows) = (try #require(code["url"] as? String), try #require(code["rows"] as? [String]))
        #expect(url.hasSuffix("#code=\(answer["code"] as? String ?? "?")") && !url.contains("//127."), "\(url)")
        let margin = Array(repeating: Array(repeating: false, count: rows.count + 8), count: 4)
        let side = Array(repeating: false, count: 4)
        #expect(try read(picture(margin + rows.map { side + $0.map { $0 == "1" } + side } + margin), "pgm") == url)

        let shown = try console(bench, ["invite", "--role", "operator"])
        let address = try #require(
            shown.lines.dropFirst().first { !$0.contains("//127.") }.map(String.init), "\(shown)")
        let drawn = shown.lines.filter { $0.allSatisfy { "█▀▄ ".contains($0) } }
        #expect(drawn.count > 14 && Set(drawn.map(\.count)).count == 1 && drawn[0].count <= 80, "\(shown.output)")
        #expect(try read(picture(modules(drawn)), "pgm") == address)
        // It signs in, once.
        _ = try bench.signIn(String(address.suffix(10)))
    }

    @Test(.enabled(if: Program.installed("script") != nil))
    func `in a terminal the code is black and white, whatever the terminal's colours are`() throws {
        let bench = try ConsoleBench(listen: "0.0.0.0")
        let gateway = try Program.gateway
        let shown = try RunningProgram(
            try #require(Program.installed("script")),
            ["-qec", "'\(gateway)' console invite --role viewer", "/dev/null"],
            environment: ["GNSS_GATEWAY_SOCKET": bench.daemon.socket]
        ).waitForEnd()
        let begin = "\u{1B}[40;97m"
        let lines = shown.lines.filter { $0.hasPrefix(begin) }
        #expect(lines.count > 14 && lines.allSatisfy { $0.contains("\u{1B}[0m") }, "\(shown.output)")
        let drawn = lines.map { line in line.dropFirst(begin.count).prefix { $0 != "\u{1B}" } }
        let url = try read(picture(modules(drawn)), "pgm")
        #expect(!url.isEmpty && shown.output.contains(url), "\(url)")
    }

    @Test func `where no other device reaches the gateway there is no code`() throws {
        let bench = try ConsoleBench()
        #expect(try bench.ask("POST", "/v1/session/invitation", body: #"{"role":"viewer"}"#).json["qr_code"] == nil)
        let shown = try console(bench, ["invite", "--role", "viewer"])
        #expect(shown.status == 0 && !shown.output.contains("█") && !shown.messages.contains("libqrencode"), "\(shown)")
    }

    @Test(.enabled(if: StoreBench.mayMount, "hiding a library needs root"))
    func `without the library there is no code, and the command says how to get one`() throws {
        let folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
        let library = try #require(
            folders.map { $0 + "/libqrencode.so.4" }.first { FileManager.default.fileExists(atPath: $0) })
        let bench = try ConsoleBench(listen: "0.0.0.0", without: library)
        let answer = try bench.ask("POST", "/v1/session/invitation", body: #"{"role":"viewer"}"#)
        #expect(answer.status == 201 && answer.json["qr_code"] == nil && answer.json["code"] != nil, "\(answer)")
        let shown = try console(bench, ["invite", "--role", "viewer"])
        #expect(shown.status == 0 && shown.output.contains("#code="), "\(shown)")
        #expect(shown.messages.contains("install libqrencode4"), "\(shown)")
        #expect(bench.daemon.isRunning)
    }

    @Test(.enabled(if: Browser.isAvailable), .timeLimit(.minutes(2)))
    func `the page People shows a code that a camera reads, in each theme`() throws {
        let bench = try ConsoleBench(listen: "0.0.0.0")
        let browser = try Browser(.phone)
        try browser.signIn(socket: bench.daemon.socket, address: bench.address)
        for theme in ["light", "dark", "night"] {
            try browser.evaluate("localStorage.setItem('gnss.theme', arguments[0])", theme)
            try browser.open(bench.address + "/?\(theme)#/people")
            try browser.wait(
                "the button", for: "return (document.querySelector('#make-code')?.offsetParent ?? null) !== null")
            try browser.evaluate("document.querySelector('#make-code').click()")
            try browser.wait("a code", for: "return document.querySelector('#invitation svg') !== null")
            try browser.evaluate("document.querySelector('#invitation svg').scrollIntoView({block: 'center'})")
            let code = try #require(try browser.text("#invitation .code"))
            let url = try read(try browser.picture(), "png")
            #expect(url.hasSuffix("#code=\(code)") && !url.contains("//127."), "\(theme): \(url)")
            let label = try browser.evaluate(
                "return document.querySelector('#invitation svg').getAttribute('aria-label')")
            #expect((label as? String)?.contains(url) == true)
            #expect(try browser.tooWide() == [])
            try browser.takePicture("qr-\(theme)")
            try browser.expectClean(theme)
        }
    }
}
