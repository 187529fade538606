// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A gateway beside the simulated agrirouter, and browsers before its page on agrirouter.
final class ConsoleUplink {
    let bench: AgrirouterBench
    let address: String
    private let ownRound: AgrirouterRound?
    /// The receiver's drive; it has to stay while the daemon runs.
    private var drive: TemporaryFile?

    /// A gateway whose receiver stands still.
    ///
    /// - Parameters:
    ///   - speed: how many times real time the gateway's clock goes.
    ///   - more: further keys of the configuration.
    ///   - launcher: a program that runs the daemon, and what stands in front of the daemon's own path.
    init(speed: Int = 4, more: String = "", launcher: [String] = []) throws {
        let address = "http://127.0.0.1:\(try Program.freePort())"
        self.address = address
        let manner = AgrirouterBench.Manner(launcher: launcher, http: String(address.dropFirst("http://".count)))
        let round = try AgrirouterRound(speed: speed, more: more, manner: manner)
        (ownRound, bench) = (round, round.bench)
    }

    /// A gateway whose receiver drives, and goes on behind where it was after a sudden end.
    init(drivingAt speed: Int) throws {
        let address = "http://127.0.0.1:\(try Program.freePort())"
        self.address = address
        let drive = try AgrirouterDrive.file()
        (self.drive, ownRound) = (drive, nil)
        bench = try AgrirouterBench(
            receiver: "{ file: \(drive.path), speed: SPEED, seek_s: SEEK }", speed: speed,
            manner: AgrirouterBench.Manner(http: String(address.dropFirst("http://".count))))
    }

    /// What must hold of a gateway whose receiver stands still.
    var round: AgrirouterRound { get throws { try #require(ownRound) } }

    /// Opens the page.
    ///
    /// - Parameter role: what the browser may do; nil: it is not signed in.
    func browser(
        _ size: Browser.Size = .desk, role: String? = "admin", language: String = "en"
    ) throws -> Browser {
        let browser = try Browser(size, language: language)
        if let role {
            try signIn(browser, role)
            try browser.evaluate("location.hash = '#/agrirouter'")
        } else {
            try browser.open(address + "/#/agrirouter")
        }
        try waitForPage(browser)
        return browser
    }

    /// Signs a browser in with a code of the command line.
    func signIn(_ browser: Browser, _ role: String) throws {
        let invited = try RunningProgram(
            try Program.gateway, ["console", "invite", "--role", role],
            environment: ["GNSS_GATEWAY_SOCKET": bench.daemon.socket]
        ).waitForEnd()
        let code = try #require(invited.lines.first?.split(separator: " ").last, "\(invited)")
        try browser.open("\(address)/?as-\(role)#code=\(code)")
        try browser.wait("it to be signed in", for: "return document.querySelector('#toasts .toast') !== null")
        // The first words may be those of an alert.
        try eventually("it is never signed in as \(role)", within: 30) {
            try browser.evaluate(
                waitingFor: "return (await (await fetch('/v1/session')).json()).role") as? String == role
        }
    }

    /// Waits until the page shows how things stand.
    func waitForPage(_ browser: Browser) throws {
        try browser.wait(
            "the page",
            for: "return document.querySelector('#agrirouter-state .indicator') !== null"
                + " && document.querySelectorAll('#agrirouter-settings .setting').length === 3")
    }

    /// Enters a code in place of what is there, and presses Enter.
    func enter(_ code: String, _ browser: Browser) throws {
        bench.note(code)
        try browser.evaluate("const e = document.getElementById('agrirouter-code'); e.focus(); e.select()")
        try browser.press(Browser.Key.back + code + Browser.Key.enter)
    }

    /// The stored endpoint with its secrets; nil if none exists.
    var secret: String? {
        try? String(contentsOfFile: bench.state + "/credentials/agrirouter.endpoint", encoding: .utf8)
    }

    func state() throws -> String { bench.state(try bench.uplink()) }
}
