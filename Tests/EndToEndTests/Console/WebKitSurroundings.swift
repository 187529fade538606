// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What a WebKit needs around it, and what it lets see of its pages: a display that is on no screen, its driver, and a proxy
/// that leads nowhere.
///
/// WebDriver itself shows nothing of a page's console in WebKit. `webkit.py` therefore writes it to the driver's output.
final class WebKitSurroundings {
    /// Whether what it needs is installed (Debian: webkit2gtk-driver, gir1.2-webkit2-4.1, python3-gi, xvfb).
    static let isThere: Bool = {
        guard Program.installed("WebKitWebDriver") != nil, Program.installed("Xvfb") != nil else { return false }
        let check = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"
        return (try? Program.run("/usr/bin/python3", ["-c", check]))?.status == 0
    }()

    let driver: RunningProgram
    /// What a session asks for.
    let capabilities: [String: Any]
    private let display: RunningProgram
    private let proxy: ClosedProxy
    private var read = 0

    /// - Parameters:
    ///   - port: where the driver listens.
    ///   - folder: where the browser stores what it stores.
    ///   - language: what the browser prefers.
    ///   - host: A further address that pages may reach.
    init(port: Int, folder: URL, language: String, host: String) throws {
        let proxy = try ClosedProxy()
        self.proxy = proxy
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("webkit.py")
        capabilities = [
            "webkitgtk:browserOptions": [
                "binary": "/usr/bin/python3",
                "args": [script.path, folder.path, language, "http://127.0.0.1:\(proxy.port)", host],
            ]
        ]
        let server = try #require(Program.installed("Xvfb"))
        let options = ["-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
        display = try RunningProgram(server, options)
        do {
            let number = try Self.number(of: display)
            driver = try RunningProgram(
                try #require(Program.installed("WebKitWebDriver")), ["--port=\(port)"],
                environment: [
                    "DISPLAY": ":\(number)", "HOME": folder.path, "GDK_BACKEND": "x11",
                    // It shall start no helpers that outlive it.
                    "DBUS_SESSION_BUS_ADDRESS": "disabled:", "NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "memory",
                    "GIO_USE_VFS": "local",
                ])
        } catch {
            display.end()
            throw error
        }
    }

    deinit {
        driver.end()
        display.end()
    }

    /// What went wrong since it was asked last: errors and warnings on the console, of which violations of the policy and
    /// promises that nothing catches are a part, and requests that would have left this machine.
    func faults() -> [String] {
        // What a page shows a person of a failed load is not written there, but the proxy was asked.
        let foreign = proxy.take().map { "request to another host: \($0.prefix { !$0.isNewline })" }
        let messages = driver.messages
        // Only whole lines.
        let new = messages.utf8.dropFirst(read)
        guard let end = new.lastIndex(of: UInt8(ascii: "\n")) else { return foreign }
        let text = String(decoding: new[...end], as: UTF8.self)
        read += text.utf8.count
        return foreign + text.split(whereSeparator: \.isNewline).map(String.init).filter(Self.isFault)
    }

    /// "http://127.0.0.1/app.js:1:45: CONSOLE JS ERROR Error: …": address, source and level of a message.
    static func isFault(_ line: String) -> Bool {
        line.contains(/(^|: )CONSOLE ([A-Z]+ )?(WARN|ERROR)/)
    }

    /// The number of the display that the server found free.
    private static func number(of display: RunningProgram) throws -> Int {
        let deadline = Date(timeIntervalSinceNow: 30)
        while true {
            let output = display.output
            if output.hasSuffix("\n"), let number = Int(output.dropLast()) { return number }
            try #require(display.isRunning && Date() < deadline, "Xvfb names no display: \(display.messages)")
            // It gives no other sign than the number.
            usleep(20_000)
        }
    }
}

extension RunningProgram {
    /// Ends a program that keeps nothing, at once, if it still runs.
    fileprivate func end() {
        guard isRunning else { return }
        signal(SIGKILL)
        _ = waitForEnd()
    }
}
