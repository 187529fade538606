// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A real browser without a window, driven by W3C WebDriver.
///
/// What no page of ours may ever do is collected in the browser and asked for by `faults`: errors and warnings on the console,
/// violations of the content security policy, promises that nobody catches, and requests to another host.
final class Browser {
    struct Failure: Error, CustomStringConvertible {
        var description: String
        /// The driver's name of an error; nil if the failure is not the driver's. Source: W3C WebDriver, section 6.6.
        var code: String?
    }

    /// A size of the window, in CSS pixels.
    struct Size: Hashable, CustomStringConvertible {
        var width: Int
        var height: Int
        static let phone = Size(width: 360, height: 740)
        static let lying = Size(width: 844, height: 390)
        static let tablet = Size(width: 820, height: 1180)
        static let desk = Size(width: 1280, height: 800)
        var description: String { "\(width)x\(height)" }
    }

    /// What shows the pages.
    enum Engine: String, CaseIterable {
        /// Chrome's and Edge's; it runs all cases.
        case chromium
        /// Safari's, as WebKitGTK has it.
        case webKit

        /// What it puts before the names of its pictures.
        var prefix: String { self == .chromium ? "" : "webkit-" }
    }

    let engine: Engine
    private let driver: RunningProgram
    private let port: UInt16
    private var session = ""
    private let profile: URL
    /// What a WebKit has around it.
    private let surroundings: WebKitSurroundings?

    /// Where Chromium and its driver are; nil where they are not installed.
    static var programs: (driver: String, browser: String)? {
        guard let driver = Program.installed("chromedriver"), let browser = Program.installed("chromium") else {
            return nil
        }
        return (driver, browser)
    }

    /// Starts a browser.
    ///
    /// - Parameters:
    ///   - language: what it prefers: `en`.
    ///   - scripting: whether it runs scripts; only Chromium can be without.
    ///   - authority: a file with a certificate authority that it trusts; only Chromium's certificates can be set.
    ///   - host: another address of this machine that it may reach.
    ///   - mayUseCamera: whether its person allowed the camera, or denied it; only Chromium can be told so.
    init(
        _ size: Size = .desk, language: String = "en", scripting: Bool = true, engine: Engine = .chromium,
        authority: String? = nil, host: String? = nil, mayUseCamera: Bool = true
    ) throws {
        self.engine = engine
        let port = try Program.freePort()
        self.port = UInt16(port)
        profile = FileManager.default.temporaryDirectory.appendingPathComponent("gnss-browser-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
        let capabilities: [String: Any]
        switch engine {
        case .chromium:
            let programs = try #require(
                Self.programs, "chromium and chromium-driver are missing: run script/bootstrap --test")
            surroundings = nil
            if let authority { try Self.trust(authority, profile) }
            driver = try RunningProgram(
                programs.driver, ["--port=\(port)", "--allowed-ips=127.0.0.1"], environment: ["HOME": profile.path])
            capabilities = Self.chromium(
                programs.browser, profile, size, language, scripting, host, mayUseCamera)
        case .webKit:
            try #require(
                WebKitSurroundings.isThere,
                "webkit2gtk-driver, gir1.2-webkit2-4.1, python3-gi or xvfb is missing: run script/bootstrap --test")
            try #require(scripting, "WebKit always runs scripts here")
            let surroundings = try WebKitSurroundings(
                port: port, folder: profile, language: language, host: host ?? "127.0.0.1")
            self.surroundings = surroundings
            driver = surroundings.driver
            capabilities = surroundings.capabilities
        }
        try waitForDriver()
        let answer = try command("POST", "/session", ["capabilities": ["alwaysMatch": capabilities]])
        session = try #require((answer as? [String: Any])?["sessionId"] as? String)
        try setSize(size)
    }

    /// Adds an authority to the certificates of the browser's own user.
    private static func trust(_ authority: String, _ profile: URL) throws {
        let program = try #require(
            Program.installed("certutil"), "libnss3-tools is missing: run script/bootstrap --test")
        let folder = profile.appendingPathComponent(".pki/nssdb")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let database = "sql:" + folder.path
        for arguments in [
            ["-N", "--empty-password"], ["-A", "-t", "C,,", "-n", "gateway", "-i", authority],
        ] {
            let result = try Program.run(program, ["-d", database] + arguments)
            try #require(result.status == 0, "\(result)")
        }
    }

    /// What a session of Chromium asks for.
    private static func chromium(
        _ program: String, _ profile: URL, _ size: Size, _ language: String, _ scripting: Bool,
        _ host: String?, _ mayUseCamera: Bool
    ) -> [String: Any] {
        var preferences: [String: Any] = ["intl.accept_languages": language]
        if !scripting { preferences["profile.managed_default_content_settings.javascript"] = 2 }
        if !mayUseCamera { preferences["profile.default_content_setting_values.media_stream_camera"] = 2 }
        let options: [String: Any] = [
            "binary": program,
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--user-data-dir=\(profile.path)/chromium", "--window-size=\(size.width),\(size.height)",
                "--lang=\(language)", "--hide-scrollbars", "--disable-background-networking",
                // A camera that shows a moving figure, and, unless it is denied, the permission to use it.
                "--use-fake-device-for-media-stream", mayUseCamera ? "--use-fake-ui-for-media-stream" : "",
                // No name but those of this machine can be found, so no page can reach another host.
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
                    + (host.map { ", EXCLUDE \($0)" } ?? ""),
            ].filter { !$0.isEmpty },
            "prefs": preferences,
        ]
        return ["browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": ["browser": "ALL"]]
    }

    deinit {
        if !session.isEmpty { _ = try? PlainHTTP.request("DELETE", "/session/\(session)", port: port) }
        // Chromium's does not heed SIGTERM here.
        driver.signal(SIGKILL)
        _ = driver.waitForEnd()
        try? FileManager.default.removeItem(at: profile)
    }

    // MARK: What a person does

    func open(_ address: String) throws { _ = try ask("POST", "/url", ["url": address]) }

    /// A size of what the page can use.
    func setSize(_ size: Size) throws {
        switch engine {
        case .chromium:
            try devTools(
                "Emulation.setDeviceMetricsOverride",
                ["width": size.width, "height": size.height, "deviceScaleFactor": 1, "mobile": false])
        case .webKit:
            // The window has no border and no bars.
            _ = try ask("POST", "/window/rect", ["x": 0, "y": 0, "width": size.width, "height": size.height])
            try wait(
                "a page of \(size)", for: "return innerWidth === arguments[0] && innerHeight === arguments[1]",
                size.width, size.height)
        }
    }

    func reload() throws { _ = try ask("POST", "/refresh", [:]) }

    /// Clicks an element as soon as it is there and nothing covers it, as a person would.
    func click(_ selector: String) throws {
        try onceReady { _ = try ask("POST", "/element/\(try element(selector))/click", [:]) }
    }

    /// Types into a field as soon as it is there, or names the file of a field for files.
    func enter(_ text: String, in selector: String) throws {
        try onceReady { _ = try ask("POST", "/element/\(try element(selector))/value", ["text": text]) }
    }

    /// Does something to an element; where the page has not drawn the element yet, or just draws it again, a moment later.
    ///
    /// - Throws: What the driver said last, if the element was not ready within 10 s.
    func onceReady<Value>(_ action: () throws -> Value) throws -> Value {
        let passing: Set = [
            "no such element", "stale element reference", "element not interactable", "element click intercepted",
        ]
        let deadline = Date(timeIntervalSinceNow: 10)
        while true {
            do {
                return try action()
            } catch let failure as Failure where Date() < deadline && passing.contains(failure.code ?? "") {
                usleep(50_000)
            }
        }
    }

    /// Presses keys wherever the focus is.
    func press(_ keys: String) throws {
        let actions = keys.flatMap { key in
            [["type": "keyDown", "value": String(key)], ["type": "keyUp", "value": String(key)]]
        }
        _ = try ask("POST", "/actions", ["actions": [["type": "key", "id": "keys", "actions": actions]]])
    }

    /// What has the focus: its name as assistive programs say it; nil where the focus is lost.
    func focusedName() throws -> String? {
        guard try evaluate("return document.activeElement !== document.body") as? Bool == true else { return nil }
        let active = try #require(try ask("GET", "/element/active", nil) as? [String: String])
        return try ask("GET", "/element/\(try #require(active.values.first))/computedlabel", nil) as? String ?? ""
    }

    /// Opens another tab and looks at it.
    func openTab(_ address: String) throws {
        let tab = try ask("POST", "/window/new", ["type": "tab"]) as? [String: Any]
        _ = try ask("POST", "/window", ["handle": try #require(tab?["handle"] as? String)])
        try open(address)
    }

    var tabs: [String] { get throws { try ask("GET", "/window/handles", nil) as? [String] ?? [] } }

    func look(atTab tab: String) throws { _ = try ask("POST", "/window", ["handle": tab]) }

    func closeTab() throws { _ = try ask("DELETE", "/window", nil) }

    // MARK: What a person sees

    /// The text of an element as it is shown; nil where there is no such element.
    func text(_ selector: String) throws -> String? {
        try evaluate("const e = document.querySelector(arguments[0]); return e ? e.innerText : null", selector)
            as? String
    }

    /// Runs a script in the page and returns what it returns.
    @discardableResult
    func evaluate(_ script: String, _ arguments: Any...) throws -> Any? {
        try ask("POST", "/execute/sync", ["script": script, "args": arguments])
    }

    /// Runs a script whose promise is waited for.
    func evaluate(waitingFor script: String, _ arguments: Any...) throws -> Any? {
        try ask(
            "POST", "/execute/async",
            [
                "script": "const done = arguments[arguments.length - 1]; (async () => {\(script)})()"
                    + ".then(done, (e) => done('failed: ' + e))", "args": arguments,
            ])
    }

    /// Waits until a script returns true.
    ///
    /// A script that fails has not returned true: while a page is loaded or drawn anew, what the script looks for may be missing.
    func wait(_ what: String, within seconds: Double = 30, for script: String, _ arguments: Any...) throws {
        let deadline = Date(timeIntervalSinceNow: seconds)
        let pause = PollPause(least: 50)
        while true {
            var fault: String?
            do {
                if try ask("POST", "/execute/sync", ["script": script, "args": arguments]) as? Bool == true { return }
            } catch let failure as Failure where failure.code == "javascript error" {
                fault = failure.description
            }
            if Date() > deadline {
                let page = try text("body") ?? ""
                throw Failure(
                    description: "never seen: \(what); \(fault.map { "the script: \($0); " } ?? "")the page shows: "
                        + page.prefix(1500))
            }
            pause.wait()
        }
    }

    /// Waits until an element shows a text.
    func wait(for words: String, in selector: String, within seconds: Double = 30) throws {
        try wait(
            "'\(words)' in \(selector)", within: seconds,
            for: "const e = document.querySelector(arguments[0]); return !!e && e.innerText.includes(arguments[1])",
            selector, words)
    }

    /// Whether the page is wider than the window.
    func isTooWide() throws -> Bool { try !tooWide().isEmpty }

    /// What makes the page wider than the window; empty if it is not.
    func tooWide() throws -> [String] {
        let script = """
            if (document.documentElement.scrollWidth <= innerWidth) return [];
            return ['page'].concat([...document.querySelectorAll('body *')]
              .filter((e) => e.getBoundingClientRect().right > innerWidth + 0.5).slice(0, 5).map((e) => e.outerHTML.slice(0, 200)))
            """
        return try #require(try evaluate(script) as? [String])
    }

    /// Whether the page is higher than the window.
    func isTooHigh() throws -> Bool {
        try evaluate("return document.documentElement.scrollHeight <= innerHeight") as? Bool != true
    }

    /// A key of the catalogue that is seen instead of its text; nil if all texts are there.
    func visibleKey() throws -> String? {
        // The descriptions of settings name other settings.
        try evaluate(
            "const notes = [...document.querySelectorAll('.setting .note')].map((e) => e.innerText);"
                + "return notes.reduce((text, note) => text.replace(note, ''), document.body.innerText).match(/\\b(nav|fleet|osnma|status|sky|position|map|link|settings|people|login|session|role|uplink|member|setting|record|sampling|import|paths?|photos?|tasks?|camera|receivers?|add|bluetooth|pairing|device|verdict|form|kind|key)\\.[a-z-]+/)?.[0]"
                + " ?? null") as? String
    }

    /// A picture of what is seen, as PNG.
    func picture() throws -> Data {
        let picture = try #require(try ask("GET", "/screenshot", nil) as? String)
        return try #require(Data(base64Encoded: picture))
    }

    /// A picture of what is seen, in the folder that `GNSS_TEST_SHOTS` names.
    func takePicture(_ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["GNSS_TEST_SHOTS"] else { return }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try picture().write(to: URL(fileURLWithPath: "\(folder)/\(engine.prefix)\(name).png"))
    }

    // MARK: What no page may do

    /// What went wrong since it was asked last.
    func faults() throws -> [String] {
        // WebKitGTK installs no applications, and complains of the directive for their manifests.
        if let surroundings { return surroundings.faults().filter { !$0.hasSuffix(" directive 'manifest-src'.") } }
        let entries = try ask("POST", "/se/log", ["type": "browser"]) as? [[String: Any]] ?? []
        return entries.compactMap { entry in
            guard let level = entry["level"] as? String, level != "DEBUG", level != "INFO" else { return nil }
            return "\(level): \(entry["message"] as? String ?? "")"
        }
    }

    /// What axe-core finds of accessibility: rule and element.
    func violations() throws -> [String] {
        let script = try String(contentsOf: Self.axe, encoding: .utf8)
        try evaluate(script + "; return true")
        let found = try evaluate(
            // What is still fading in has no contrast yet.
            waitingFor: "await Promise.all(document.getAnimations().filter((each) =>"
                + " each.effect.getComputedTiming().endTime < Infinity).map((each) => each.finished.catch(() => {})));"
                + "const r = await axe.run(document, {resultTypes: ['violations']});"
                + "return r.violations.flatMap(v => v.nodes.map(n => v.id + ': ' + n.html.slice(0, 200)))")
        return try #require(found as? [String], "\(String(describing: found))")
    }

    /// axe-core, which `script/bootstrap --test` fetches.
    private static var axe: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
                "Console/vendor/axe/axe.min.js")
    }

    // MARK: The driver

    /// A command of Chromium's own protocol; WebKit has nothing like it.
    @discardableResult
    func devTools(_ command: String, _ parameters: [String: Any] = [:]) throws -> Any? {
        try ask("POST", "/goog/cdp/execute", ["cmd": command, "params": parameters])
    }

    private func element(_ selector: String) throws -> String {
        let found = try ask("POST", "/element", ["using": "css selector", "value": selector]) as? [String: String]
        return try #require(found?.values.first)
    }

    func ask(_ method: String, _ path: String, _ body: [String: Any]?) throws -> Any? {
        try command(method, "/session/\(session)\(path)", body)
    }

    private func command(_ method: String, _ path: String, _ body: [String: Any]?) throws -> Any? {
        let data = try body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data()
        let answer = try PlainHTTP.request(
            method, path, headers: ["Host": "127.0.0.1:\(port)"], body: String(decoding: data, as: UTF8.self),
            port: port)
        let value = answer.json["value"]
        guard answer.status == 200 else {
            let error = value as? [String: Any]
            throw Failure(
                description: "\(path): \(error?["message"] as? String ?? answer.text)", code: error?["error"] as? String
            )
        }
        return value is NSNull ? nil : value
    }

    private func waitForDriver() throws {
        let deadline = Date(timeIntervalSinceNow: 60)
        while (try? PlainHTTP.request("GET", "/status", headers: ["Host": "127.0.0.1:\(port)"], port: port).status)
            != 200
        {
            guard Date() < deadline else {
                throw Failure(description: "the driver does not answer: \(driver.output) \(driver.messages)")
            }
            usleep(50_000)
        }
    }
}
