// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Several people before the page agrirouter, each of whom may do something else.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsoleUplinkRoleTests {
    private let controls = """
        return ['agrirouter-code', 'agrirouter-disconnect', 'setting-agrirouter-environment', 'setting-agrirouter-send_interval_s',
          'pause-sending'].map((id) => document.getElementById(id)).map((e) => !e || !e.checkVisibility() || e.disabled ? 0 : 1)
        """

    @Test(.timeLimit(.minutes(5)))
    func `a viewer looks, an operator pauses, an admin does the rest, and each sees at once what the others do`() throws
    {
        let uplink = try ConsoleUplink()
        try uplink.round.onboard()
        let viewer = try uplink.browser(role: "viewer")
        let oper = try uplink.browser(.phone, role: "operator")
        let admin = try uplink.browser(role: "admin")
        for (browser, may) in [(viewer, [0, 0, 0, 0, 0]), (oper, [0, 0, 0, 0, 1]), (admin, [1, 1, 0, 1, 1])] {
            try browser.wait(
                "what it may do", for: "return (() => { \(controls) })().join() === arguments[0]",
                may.map(String.init).joined(separator: ","))
        }
        #expect(try viewer.text("#agrirouter-notice")?.contains("invite --role operator") == true)
        #expect(try oper.text("#agrirouter-notice")?.contains("ask an admin") == true)
        #expect(try admin.evaluate("return document.getElementById('agrirouter-notice').hidden") as? Bool == true)
        try oper.tap("#pause-sending")
        for browser in [viewer, admin] {
            try browser.wait(for: "sending paused", in: "#agrirouter-state")
            try browser.wait(for: "sending paused", in: "#sending-status")
        }
        // Onboarded again while it is paused: it stays paused, and that is said.
        try uplink.enter(try uplink.bench.code(), admin)
        try admin.wait(for: "Onboarded again", in: "dialog h2")
        #expect(try admin.text("dialog")?.contains("still paused") == true)
        try admin.leaveDialog(focusing: "agrirouter-code")
        #expect(try uplink.state() == "paused")
        // In this time positions would go out; what the operator does on the map ends it.
        let count = try uplink.bench.received(uplink.round.software).positions.count
        usleep(6_000_000)
        #expect(try uplink.bench.received(uplink.round.software).positions.count == count)
        try oper.evaluate("location.hash = '#/'")
        try oper.wait(
            "the button",
            for: "return document.querySelector('.map-actions #pause-sending')?.checkVisibility() === true")
        try oper.tap("#pause-sending")
        try admin.wait(for: "sending", in: "#sending-status")
        try uplink.bench.wait("positions") { try uplink.bench.received(uplink.round.software).positions.count > count }
        // The admin disconnects: the operator's button goes.
        try admin.tap("#agrirouter-disconnect")
        try admin.wait("the question", for: "return document.querySelector('dialog')?.open === true")
        try admin.tap("dialog .danger")
        try admin.wait(for: "Disconnected", in: "dialog h2")
        try oper.wait("no button", for: "return !document.getElementById('pause-sending').checkVisibility()")
        try viewer.wait(for: "There is no endpoint", in: "#agrirouter-state")
        for browser in [viewer, oper, admin] { try browser.expectClean() }
    }
}
