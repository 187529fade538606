// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import Testing
import Translations
import WebConsole

@testable import WebAPI

struct ConsoleRoutesTests {
    private func network(_ host: String = "127.0.0.1") -> NetworkAccess {
        NetworkAccess(addresses: [NetworkAddress(host: host, port: 0)], isRequired: true, token: "0123456789abcdef")
    }

    private func get(_ target: String, _ headers: [String: String] = [:], _ daemon: Daemon) async throws -> String {
        let port = try #require(daemon.addresses.first?.port)
        return try await RawClient.request("GET", target, headers: headers, body: "", fromPort: port)
    }

    @Test func `the page, its files and their addresses`() async throws {
        let files = ConsoleFiles()
        try await withDaemon(control: FalseControl(), network: network(), console: files) { daemon in
            let page = try await get("/", [:], daemon)
            #expect(page.hasPrefix("HTTP/1.1 200 "))
            let head = page.components(separatedBy: "\r\n\r\n").first?.lowercased() ?? ""
            for part in [
                "content-type: text/html; charset=utf-8", "cache-control: no-cache", "x-content-type-options: nosniff",
                "content-security-policy: default-src 'none'", "frame-ancestors 'none'",
                "require-trusted-types-for 'script'", "referrer-policy: strict-origin-when-cross-origin",
                "cross-origin-resource-policy: same-origin", "etag: \"\(files.fingerprint)\"",
            ] {
                #expect(head.contains(part), "\(part)")
            }
            #expect(!head.contains("openstreetmap") && !head.contains("unsafe"))
            let known = try await get("/", ["If-None-Match": "\"\(files.fingerprint)\""], daemon)
            #expect(known.hasPrefix("HTTP/1.1 304 "))
            for part in [page, known].map({ $0.lowercased() }) {
                #expect(part.components(separatedBy: "content-security-policy: ").count == 2)
                #expect(part.contains("content-security-policy: default-src 'none'; script-src 'self';"))
                #expect(part.contains("cache-control: no-cache"))
            }
            let script = try await get("/console/\(files.fingerprint)/app.js", [:], daemon)
            #expect(script.hasPrefix("HTTP/1.1 200 "))
            #expect(script.lowercased().contains("content-type: text/javascript"))
            #expect(script.lowercased().contains("immutable"))
            let small = try await get(
                "/console/\(files.fingerprint)/app.js", ["Accept-Encoding": "br, gzip;q=0.5"], daemon)
            #expect(small.lowercased().contains("content-encoding: gzip"))
            for path in [
                "/console/0000000000000000/app.js", "/console/\(files.fingerprint)/none.js",
                "/console/\(files.fingerprint)/../../etc/passwd", "/console/\(files.fingerprint)/%2e%2e/app.js",
                "/console/\(files.fingerprint)/tests.html", "/console/\(files.fingerprint)/", "/console/",
            ] {
                #expect(try await get(path, [:], daemon).hasPrefix("HTTP/1.1 404 "), "\(path)")
            }
        }
    }

    @Test func `map tiles are loaded from one host, for those who have agreed`() async throws {
        try await withDaemon(control: FalseControl(), network: network(), console: ConsoleFiles()) { daemon in
            let agreed = try await get("/", ["Cookie": "gnss_tiles=osm"], daemon)
            #expect(agreed.contains("img-src 'self' data: blob: https://tile.openstreetmap.org;"))
            for cookie in ["gnss_tiles=", "gnss_tiles=https://evil.example", "gnss_tiles=osm; script-src *", "x=osm"] {
                let page = try await get("/", ["Cookie": cookie], daemon)
                #expect(page.contains("script-src 'self';") && !page.contains("evil"), "\(cookie)")
            }
        }
    }

    @Test func `on an address that others can reach the page is there, and its values only on this machine`()
        async throws
    {
        let files = ConsoleFiles()
        try await withDaemon(control: FalseControl(), network: network("0.0.0.0"), console: files) { daemon in
            for path in ["/", "/console/\(files.fingerprint)/app.js"] {
                let answer = try await get(path, ["X-Forwarded-For": "192.0.2.7"], daemon)
                #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(path)")
            }
            for path in ["/plain", "/v1/version"] {
                let remote = try await get(path, ["X-Forwarded-For": "192.0.2.7"], daemon)
                let own = try await get(path, [:], daemon)
                #expect(remote.hasPrefix("HTTP/1.1 401 ") && own.hasPrefix("HTTP/1.1 200 "), "\(path)")
            }
        }
    }

    @Test func `the plain page shows position and receivers without script, in the browser's language`() async throws {
        try await withDaemon(control: FalseControl(), network: network(), console: ConsoleFiles()) { daemon in
            let page = try await get("/plain", ["Accept-Language": "de"], daemon)
            #expect(page.hasPrefix("HTTP/1.1 200 ") && page.lowercased().contains("refresh: 5"))
            for part in [
                "52.5000000°, 13.2500000°", "3D · RTK, Mehrdeutigkeiten gelöst", "Empfänger rover", "Läuft: ",
                "lang=\"de\"",
            ] {
                #expect(page.contains(part), "\(part)")
            }
            #expect(!page.contains("<script"))
        }
    }

    @Test(arguments: MessageLanguage.allCases)
    func `the plain page shows the console's words for all codes, and no code`(language: MessageLanguage) {
        let words = ConsoleWords(ConsoleFiles(), language: language.rawValue)
        var report = report(of: "rover")
        report.receivers[0].fixAge = 1
        for quality in FixQuality.allCases {
            for kind in FixKind.allCases {
                report.receivers[0].fix?.kind = ReportCode(kind)
                report.receivers[0].fix?.quality = ReportCode(quality)
                let page = PlainPage.html(report, words, language)
                let word = words["quality.\(quality.code)"]
                #expect(word != "quality.\(quality.code)", "\(quality)")
                let expected = kind == FixKind.none ? word : "\(kind.code.uppercased()) · \(word)"
                #expect(page.contains("<td>\(PlainPage.escaped(expected))</td>"), "\(page)")
            }
        }
        for state in ReceiverState.allCases {
            report.receivers[0].state = ReportCode(state)
            let word = words["receiver-state.\(state.code)"]
            #expect(word != "receiver-state.\(state.code)", "\(state)")
            #expect(PlainPage.html(report, words, language).contains("<td>\(PlainPage.escaped(word)): "), "\(state)")
        }
        for isAuthentic in [true, false] {
            var verdict = Authentication(receiver: SourceID(rawValue: "rover"))
            if isAuthentic { (verdict.state, verdict.reason) = (.authenticated, .authenticated) }
            report.osnma = [OSNMASummary(verdict)]
            let word = words[isAuthentic ? "osnma.enabled" : "osnma.unverified"]
            #expect(!word.hasPrefix("osnma.") && PlainPage.html(report, words, language).contains("<td>\(word): "))
        }
        // The names of the rows have words too.
        for page in [PlainPage.html(nil, words, language), PlainPage.html(report, words, language)] {
            #expect(page.firstMatch(of: /<th scope="row">[a-z-]+\./) == nil, "\(page)")
        }
    }

    private func report(of receiver: String) -> GatewayReport {
        GatewayReport(
            gateway: HostReport(
                name: "gnss-gateway", version: "1", system: "Linux", process: 1, started: FalseControl.time, uptime: 1,
                time: FalseControl.time),
            active: ActiveReceiverReport(receiver: nil), indicators: [],
            receivers: [FalseControl.receiver(receiver)], alerts: [],
            bus: BusReport(published: 0, retained: 0, retainedBytes: 0, consumers: []), servers: [],
            store: StoreReport(folder: nil))
    }

    @Test func `an old fix is not the position any more on the plain page, even while data arrive`() {
        var report = report(of: "rover")
        (report.receivers[0].lastDataAge, report.receivers[0].fixAge) = (0.3, 29.9)
        let fresh = PlainPage.html(report, ConsoleWords(ConsoleFiles(), language: "en"), .english)
        #expect(fresh.contains("52.5000000°, 13.2500000°") && fresh.contains("29.9 s"))
        report.receivers[0].fixAge = 30.1
        let old = PlainPage.html(report, ConsoleWords(ConsoleFiles(), language: "en"), .english)
        #expect(!old.contains("52.5000000°") && !old.contains("RTK") && !old.contains(" m<"), "\(old)")
        #expect(old.contains("<td>No position.</td>") && old.contains("30.1 s"))
    }

    @Test func `names from outside are text on the plain page`() throws {
        var report = report(of: "<img src=x onerror=alert(1)>\"'&")
        report.receivers[0].reason = "</td><script>"
        report.receivers[0].fix?.latitude = -0.00000001
        let html = PlainPage.html(report, ConsoleWords(ConsoleFiles(), language: "en"), .english)
        #expect(html.contains("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;"))
        #expect(!html.contains("<img") && !html.contains("<script"))
        #expect(html.contains("0.0000000°, 13.2500000°"))
    }
}
