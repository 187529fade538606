// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A page of another site in the browser of a signed-in admin: it changes nothing and learns nothing.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct OtherSiteTests {
    /// Everything that a page can send without asking first, and what it would like to read.
    private static let attack = """
        const own = arguments[0];
        const got = [];
        const later = (name, promise) => Promise.race([promise, new Promise((r) => setTimeout(() => r('silent'), 3000))])
          .then((r) => got.push([name, r]), () => got.push([name, 'refused']));
        const read = async (response) => response.type === 'opaque' ? 'opaque' : `read ${response.status}`;
        const all = [];
        for (const credentials of ['include', 'omit']) {
          for (const [method, path, body] of [['POST', '/v1/reload', ''], ['POST', '/v1/session/invitation', '{"role":"admin"}'],
            ['POST', '/v1/centroid/start', '{}'], ['POST', '/v1/centroid/settings/reset', ''], ['DELETE', '/v1/session', null],
            ['PATCH', '/v1/settings', '{"centroid":{"samples":7}}'], ['PUT', '/v1/users/Eve', '{"role":"admin"}'],
            ['GET', '/v1/status', null], ['GET', '/v1/users', null]]) {
            for (const mode of ['cors', 'no-cors']) {
              all.push(later(`${method} ${path} ${mode} ${credentials}`, fetch(own + path, { method, mode, credentials, body: body ?? undefined }).then(read)));
            }
            all.push(later(`${method} ${path} json`, fetch(own + path, { method, credentials, body: body ?? undefined, headers: { 'Content-Type': 'application/json' } }).then(read)));
          }
        }
        all.push(later('beacon', (async () => { navigator.sendBeacon(own + '/v1/reload', '{}'); return 'sent'; })()));
        for (const path of ['/v1/status', '/console/x/icon.svg', '/']) {
          all.push(later('img ' + path, new Promise((r, e) => { const i = new Image(); i.onload = () => r('read'); i.onerror = e; i.src = own + path; })));
          all.push(later('script ' + path, new Promise((r, e) => { const i = document.createElement('script'); i.onload = () => r('read'); i.onerror = e; i.src = own + path; document.head.append(i); })));
        }
        for (const withCredentials of [true, false]) {
          all.push(later('stream', new Promise((r, e) => { const s = new EventSource(own + '/v1/live?topics=fix', { withCredentials }); s.onerror = e; s.addEventListener('hello', () => r('read')); })));
        }
        for (const path of ['/', '/plain', '/v1/status']) {
          all.push(later('frame ' + path, new Promise((r) => { const f = document.createElement('iframe'); f.onload = () => { let text = 'refused'; try { text = f.contentDocument ? 'empty' : 'refused'; } catch {} r(text); }; f.src = own + path; document.body.append(f); })));
        }
        for (const path of ['/v1/reload', '/v1/session/invitation', '/v1/centroid/start']) {
          const target = document.createElement('iframe'); target.name = path; document.body.append(target);
          const form = document.createElement('form');
          [form.method, form.action, form.target, form.enctype] = ['POST', own + path, path, 'text/plain'];
          const field = document.createElement('input'); [field.name, field.value] = ['{"x":"', '"}']; form.append(field);
          document.body.append(form); form.submit();
        }
        await Promise.all(all);
        return got.map(([name, r]) => `${name}: ${r}`);
        """

    @Test(.timeLimit(.minutes(2)), arguments: ["localhost", "127.0.0.1"])
    func `a page of another origin changes nothing and reads nothing`(host: String) throws {
        let bench = try ConsoleBench()
        let folder = try TemporaryFolder()
        try Data("<!doctype html><title>other</title><body>another site".utf8).write(
            to: URL(filePath: folder.path + "/index.html"))
        let port = try Program.freePort()
        let site = try RunningProgram(
            "/usr/bin/python3", ["-m", "http.server", "\(port)", "--bind", "127.0.0.1", "--directory", folder.path])
        let browser = try Browser()
        try browser.signIn(socket: bench.daemon.socket, address: bench.address)
        #expect(try bench.ask("PATCH", "/v1/settings", body: #"{"centroid":{"samples":30}}"#).status == 200)
        func state() throws -> [String: String] {
            var state = try bench.state()
            for path in ["/v1/settings", "/v1/users"] { state[path] = try bench.ask("GET", path).text }
            let sessions = try bench.ask("GET", "/v1/sessions").json["sessions"] as? [Any]
            state["/v1/sessions"] = "\(sessions?.count ?? 0)"
            return state
        }
        let before = try state()
        let reloads = bench.daemon.messages.components(separatedBy: "reload:").count
        try #require(
            until(20) { (try? PlainHTTP.request("GET", "/", port: UInt16(port)).status) == 200 }, "\(site.messages)")
        try browser.open("http://\(host):\(port)/")
        let result = try browser.evaluate(waitingFor: Self.attack, bench.address)
        let got = try #require(result as? [String], "\(String(describing: result))")
        #expect(got.count > 50)
        let harmless = ["refused", "silent", "opaque", "sent"]
        #expect(got.filter { line in !harmless.contains { line.hasSuffix(": \($0)") } } == [])
        #expect(try state() == before)
        #expect(bench.daemon.messages.components(separatedBy: "reload:").count == reloads)
        // The admin is still signed in, and can do what the other page could not.
        try browser.open(bench.address + "/#/settings")
        try browser.waitForLive()
        let own = try browser.evaluate(
            waitingFor:
                "return (await fetch('/v1/settings', {method: 'PATCH', headers: {'Content-Type': 'application/json'},"
                + "body: '{\"centroid\":{\"samples\":7}}'})).status")
        #expect(own as? Int == 200)
        #expect(try state() != before)
    }
}
