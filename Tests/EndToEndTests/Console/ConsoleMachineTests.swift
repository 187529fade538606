// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What the console shows when the machine runs short of something, or a part of the daemon stands still.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsoleMachineTests {
    /// Whether a thread of the daemon can be held: by root, where Python is.
    private static let mayHold = geteuid() == 0 && Program.installed("python3") != nil

    /// Holds the threads of a process that have a name until it is ended, and says how many they are.
    private static let holder = """
        import ctypes, os, sys, time
        ptrace = ctypes.CDLL(None, use_errno=True).ptrace
        ptrace.argtypes, ptrace.restype = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p], ctypes.c_long
        folder, held = "/proc/%s/task/" % sys.argv[1], 0
        for thread in os.listdir(folder):
            if open(folder + thread + "/comm").read().strip() != sys.argv[2]: continue
            for request in (0x4206, 0x4207):  # PTRACE_SEIZE, PTRACE_INTERRUPT
                if ptrace(request, int(thread), None, None): sys.exit(os.strerror(ctypes.get_errno()))
            held += 1
        print("held", held, file=sys.stderr, flush=True)
        time.sleep(100)  # the test ends it before
        """

    @Test(.timeLimit(.minutes(4)), .enabled(if: mayHold, "a thread is held by ptrace, which needs root and Python"))
    func `a stage that stands still authenticates nothing after ten seconds, and does again when it goes on`() throws {
        let folder = try TemporaryFolder()
        let bench = try ConsoleBench(authenticIn: folder)
        let browser = try Browser()
        try browser.open(bench.address + "/#/position")
        try browser.waitForLive()
        try browser.wait(for: "OSNMA Enabled · Secure GNSS", in: "#osnma-status", within: 90)
        let holder = try RunningProgram(
            "/usr/bin/env", ["python3", "-c", Self.holder, "\(bench.daemon.identifier)", "osnma"])
        defer { holder.signal(SIGKILL) }
        try holder.wait(for: "held 1", within: 10)
        // Grey, with its own shape, and counted as unverified: on the page, in the report and for who asks whether it is allowed.
        try browser.wait(
            "a grey verdict", within: 20,
            for: "return document.querySelector('#osnma-status.osnma-unknown.indicator-grey') !== null")
        #expect(try browser.text("#osnma-status")?.contains("Unverified GNSS") == true)
        #expect(try browser.evaluate("return document.documentElement.dataset.link") as? String == "live")
        #expect(try browser.text("#fix-badge") != "—", "positions go on")
        let report = try bench.ask("GET", "/v1/osnma").json
        let receiver = try #require((report["receivers"] as? [[String: Any]])?.first, "\(report)")
        #expect(receiver["state"] as? String == "unknown", "\(receiver)")
        try browser.evaluate("location.hash = '#/osnma'")
        try browser.wait("the reason", for: "return document.querySelector('main h1') !== null")
        #expect(try browser.evaluate("return document.querySelector('.osnma-authenticated') === null") as? Bool == true)
        try browser.takePicture("osnma-frozen")
        holder.signal(SIGKILL)
        _ = holder.waitForEnd()
        try browser.wait(for: "OSNMA Enabled · Secure GNSS", in: "#osnma-status", within: 90)
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(3)), .enabled(if: StoreBench.mayMount, "a small disk is a mount, which needs root"))
    func `a machine that is short of memory and disk is said within two seconds, with what is left`() throws {
        let memory = try TemporaryFile("MemTotal:       1000000 kB\nMemFree:   9000 kB\nMemAvailable:    20000 kB\n")
        let disk = try StoreBench()
        try disk.mount(kilobytes: 40 << 10)
        // The machine's server for alerts does not answer either.
        let secret = try TemporaryFile("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n")
        try #require(chmod(secret.path, 0o600) == 0)
        let bench = try ConsoleBench(
            more: "webhook: { url: \"http://127.0.0.1:1/hook\", secret_file: \(secret.path) }",
            environment: ["STATE_DIRECTORY": disk.folder], memory: memory.path)
        let browser = try Browser(.phone)
        try browser.open(bench.address + "/#/alerts")
        try browser.waitForLive()
        for (code, words) in [("low-memory", "only 19 MiB of 976 MiB"), ("low-disk", "MiB are free")] {
            let alerts = try #require(try bench.ask("GET", "/v1/alerts").json["alerts"] as? [[String: Any]])
            #expect(alerts.contains { $0["code"] as? String == code }, "\(alerts)")
            try browser.wait(for: words, in: "#alerts-open", within: 2)
            try browser.wait(for: words, in: "#alerts-log", within: 2)
        }
        try browser.wait(for: "127.0.0.1:1 cannot be reached", in: "#alerts-webhook .indicator-yellow", within: 30)
        try browser.wait(for: "delivered: 0, waiting: ", in: "#alerts-webhook", within: 5)
        #expect(try browser.evaluate("return document.querySelector('.bell').ariaLabel") as? String != nil)
        #expect(try browser.tooWide() == [])
        #expect(try browser.violations() == [])
        try browser.takePicture("alerts-machine")
        // What is needed is kept, and positions go on.
        #expect(try bench.ask("GET", "/v1/settings").status == 200)
        try browser.evaluate("location.hash = '#/'")
        try browser.wait("the dot", for: "return document.querySelector('.own-dot') !== null")
        try browser.expectClean()
    }
}
