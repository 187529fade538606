// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The console over HTTPS in a real browser that trusts the gateway's authority.
@Suite(
    .serialized,
    .enabled(if: Browser.isAvailable && PeopleTests.ownAddress != nil && Program.installed("certutil") != nil))
struct HTTPSBrowserTests {
    @Test(.timeLimit(.minutes(3)))
    func `a browser that trusts the authority opens the page without a warning, as a secure context, live`() throws {
        let bench = try HTTPSBench()
        let host = try #require(PeopleTests.ownAddress)
        let browser = try Browser(authority: try bench.authority(), host: host)
        let address = "https://\(host):\(bench.port)/"
        try browser.open("\(address)?sign-in#code=\(try bench.code(["--role", "admin"]))")
        try browser.wait(for: "signed in", in: "#toasts")
        try browser.waitForLive()
        #expect(try browser.evaluate("return window.isSecureContext") as? Bool == true)
        #expect(try browser.evaluate("return document.cookie") as? String == "")
        try browser.open("\(address)?about#/about")
        try browser.wait(for: "change everything", in: "main")
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(3)))
    func `a browser that does not trust it shows its warning and none of ours`() throws {
        let bench = try HTTPSBench()
        let host = try #require(PeopleTests.ownAddress)
        let browser = try Browser(host: host)
        try browser.open("https://\(host):\(bench.port)/")
        try browser.wait(for: "ERR_CERT_AUTHORITY_INVALID", in: "body")
        #expect(try browser.text("#link-status") == nil)
    }
}
