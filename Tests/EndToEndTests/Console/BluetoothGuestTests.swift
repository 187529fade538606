// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A browser on this machine and a daemon in the virtual machine, whose kernel has Bluetooth and a simulated receiver in range:
/// from the search to a position, over HTTPS and with a finger alone. It runs if `GNSS_TEST_GUEST` is set, because it needs
/// QEMU and minutes: `script/test` sets it.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["GNSS_TEST_GUEST"] != nil))
struct BluetoothGuestTests {
    private static let device = "[data-address='00:AA:01:01:00:01']"

    /// The running virtual machine.
    private final class Guest {
        let port: Int
        private let folder: TemporaryFolder
        private let program: RunningProgram

        init() throws {
            folder = try TemporaryFolder()
            port = try Program.freePort()
            let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
            program = try RunningProgram(
                root.path + "/script/guest", ["run", "/usr/bin/python3", root.path + "/Tests/Guest/console.py"],
                environment: [
                    "GNSS_GUEST_OUT": folder.path, "GNSS_GUEST_PORT": "\(port)",
                    // Its own daemon, not the one that another test may name.
                    "GNSS_GATEWAY": try Program.gateway,
                ])
        }

        deinit {
            guard program.isRunning else { return }
            // The case failed: the guest ends by itself.
            try? Data("stop".utf8).write(to: URL(fileURLWithPath: folder.path + "/end"))
            _ = program.waitForEnd()
        }

        var authority: String { folder.path + "/ca.crt" }

        /// The code with which an admin signs in, once the console answers.
        func code() throws -> String {
            try #require(
                until(300) { !program.isRunning || FileManager.default.fileExists(atPath: folder.path + "/code") })
            try #require(program.isRunning, "\(program.messages)\n\(read("log"))\n\(read("console"))")
            return read("code")
        }

        /// The number on the receiver's display; empty before it shows one.
        func shownNumber() -> String {
            read("receiver").split(separator: "\n").last { $0.hasPrefix("display: ") }.map { String($0.dropFirst(9)) }
                ?? ""
        }

        /// Ends the case; returns the guest's exit status and what it said.
        func end() throws -> (status: Int32, words: String) {
            try Data().write(to: URL(fileURLWithPath: folder.path + "/end"))
            let result = program.waitForEnd()
            return (result.status, "\(result.messages)\n\(read("log"))")
        }

        func read(_ name: String) -> String {
            (try? String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)) ?? ""
        }
    }

    @Test(.timeLimit(.minutes(15)))
    func `a receiver is found, compared, paired, tested, used, and its position is on the map`() throws {
        let guest = try Guest()
        let code = try guest.code()
        let browser = try Browser(.phone, authority: guest.authority)
        let address = "https://127.0.0.1:\(guest.port)/"
        try browser.open("\(address)?sign-in#code=\(code)")
        try browser.wait(for: "signed in", in: "#toasts", within: 120)
        try browser.wait("live", for: "return document.documentElement.dataset.link === 'live'")
        // Without a receiver, the page leads to adding one.
        try browser.open("\(address)?add#/receivers/add/bluetooth")
        try browser.wait(
            "the page", within: 60, for: "return document.querySelector('#bluetooth-search')?.disabled === false")
        try browser.tap("#bluetooth-search")
        try browser.wait(
            "the receiver", within: 120, for: "return document.querySelector(arguments[0]) !== null",
            "\(Self.device) button")
        #expect(try browser.text(Self.device)?.contains("BT-GPS-01A2B3") == true)
        try browser.expectClean("found")
        try browser.takePicture("guest-found")
        try browser.tap("\(Self.device) button")
        try browser.wait(
            "the question", within: 120, for: "return document.querySelector('#pairing-number') !== null")
        // The same number on both sides.
        let number = try #require(try browser.text("#pairing-number")).filter(\.isNumber)
        #expect(number.count == 6 && number == guest.shownNumber())
        try browser.takePicture("guest-number")
        try browser.tap("#pairing-yes")
        try browser.wait(
            "the test", within: 120, for: "return document.querySelector('#bluetooth-test') !== null")
        try browser.tap("#bluetooth-test")
        try browser.wait(
            "the verdict", within: 180, for: "return !!document.querySelector('#test-verdict')?.dataset.verdict")
        let verdict = try browser.evaluate("return document.querySelector('#test-verdict').dataset.verdict") as? String
        let words = try browser.text("main") ?? ""
        #expect(verdict == "compatible_without_osnma", "\(words)")
        try browser.expectClean("tested")
        try browser.takePicture("guest-test")
        try browser.tap("#bluetooth-use")
        try browser.wait("the form", for: "return document.querySelector('#form-submit') !== null")
        try browser.tap("#form-submit")
        try browser.wait("its page", within: 60, for: "return location.hash.startsWith('#/receivers/bluetooth-')")
        try browser.wait(for: "Running", in: "main", within: 120)
        try browser.expectClean("its page")
        // On the map, near the place that the receiver states.
        try browser.open("\(address)?map#/")
        try browser.wait(
            "the position", within: 120, for: "return document.querySelector('.map-frame')?.dataset.fix === 'yes'")
        try browser.takePicture("guest-map")
        let (status, log) = try guest.end()
        #expect(status == 0, "\(log)")
    }
}
