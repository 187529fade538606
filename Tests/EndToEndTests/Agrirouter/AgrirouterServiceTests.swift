// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

/// Sending goes on in the background, whoever leaves, and the service manager is told how it goes.
struct AgrirouterServiceTests {
    @Test func `the status line and the log tell how sending goes, and it goes on when the terminal is closed`() throws
    {
        let told = try ToldStatus()
        let round = try AgrirouterRound(
            speed: 60,
            manner: AgrirouterBench.Manner(
                // A sign of life is wanted twice a second, and the line is renewed with it.
                environment: ["NOTIFY_SOCKET": told.name, "WATCHDOG_USEC": "1000000"], launcher: Login.launcher))
        let login = try Login(round.bench)
        try round.onboard()
        try tellsHowItGoes(round, told)

        // The user logs out: nobody is left but the daemon, and none of its interfaces is asked from here on.
        let before = try round.bench.received(round.software).positions.count
        told.forget()
        try login.end()
        #expect(told.wait { $0.hasPrefix("RELOADING=1") }, "\(told.all)")
        #expect(told.wait { $0.contains("READY=1") && $0.contains("; agrirouter: sending, ") }, "\(told.all)")
        try eventually("no position has come since the terminal was closed") {
            try round.bench.received(round.software).positions.count > before + 30
        }
        told.forget()
        #expect(told.wait(for: Self.isSending), "\(told.all)")
        #expect(!told.all.contains { $0.contains("STOPPING=1") })

        // Only who may end the service ends it.
        try login.endDaemon()
        #expect(told.wait { $0.hasPrefix("STOPPING=1") }, "\(told.all)")
        let violations = try round.bench.violations()
        #expect(violations.isEmpty, "\(violations)")
    }

    private static func isSending(_ line: String) -> Bool {
        line.contains(/; agrirouter: sending, \d+ waiting, last success 2026-08-\d\d \d\d:\d\d:\d\d UTC$/)
    }

    private func tellsHowItGoes(_ round: AgrirouterRound, _ told: ToldStatus) throws {
        let bench = round.bench
        #expect(told.wait(for: Self.isSending), "\(told.all)")
        try bench.daemon.wait(for: "agrirouter: ready to send positions")

        // Agrirouter is not reached: the line says so, and how many wait; they become more.
        try bench.arm(#"{"kind":"offline","listener":"gateway"}"#)
        #expect(told.wait { waiting($0, "offline") != nil }, "\(told.all)")
        let first = told.all.compactMap { waiting($0, "offline") }.first ?? 0
        #expect(told.wait { (waiting($0, "offline") ?? 0) > first + 20 }, "more than \(first): \(told.all)")
        try bench.daemon.wait(for: "warning agrirouter: ")
        #expect(told.all.last { $0.contains("offline") }?.contains(", last success 2026-08-") == true)
        try bench.clearFaults()
        told.forget()
        #expect(told.wait { (waiting($0, "sending") ?? 1000) < 12 }, "\(told.all)")
        try bench.daemon.wait(for: "notice agrirouter: reachable again; ")

        // A person pauses it.
        try bench.request("POST", "/v1/agrirouter/pause")
        #expect(told.wait { waiting($0, "paused") != nil }, "\(told.all)")
        try bench.daemon.wait(for: "notice agrirouter: paused; nothing is collected or sent; ")
        told.forget()
        try bench.request("POST", "/v1/agrirouter/resume")
        #expect(told.wait(for: Self.isSending), "\(told.all)")
        try bench.daemon.wait(for: "notice agrirouter: resumed; positions are collected and sent; ")
    }

    /// How many positions wait, where a line says that the uplink is in a state.
    private func waiting(_ line: String, _ state: String) -> Int? {
        guard let start = line.firstRange(of: "; agrirouter: \(state), ") else { return nil }
        return Int(line[start.upperBound...].prefix { $0.isNumber })
    }

    @Test func `the unit allows devices whose drivers are loaded after it has started`() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("packaging/gnss-gateway.service")
        let unit = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let allowed = unit.filter { $0.hasPrefix("DeviceAllow=") }.map { $0.dropFirst(12) }
        for number in [166, 188, 4, 204, 216] { #expect(allowed.contains("char-\(number) rw"), "\(number)") }
        #expect(allowed.contains("char-input r"))
        // A name works only if its driver is loaded before, or is part of every kernel, such as input.
        for name in allowed where !name.dropFirst(5).allSatisfy({ $0.isNumber || $0 == " " || "rw".contains($0) }) {
            let module = name.dropFirst(5).prefix { $0 != " " }
            let isLoaded = unit.contains { $0.hasPrefix("Wants=") && $0.contains("modprobe@\(module).service") }
            #expect(module == "input" || isLoaded, "\(name)")
        }
    }

    @Test func `the unit is one of the system, bound to no session, and started again after a failure`() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("packaging/gnss-gateway.service")
        var settings: [String: String] = [:]
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { settings[String(parts[0])] = String(parts[1]) }
        }
        #expect(settings["Type"] == "notify" && settings["User"] == "gnss-gateway")
        #expect(settings["WantedBy"] == "multi-user.target")
        #expect(settings["Restart"] == "on-failure" && settings["RestartSec"] != nil)
        #expect(settings["ExecReload"] == "/bin/kill -HUP $MAINPID")
        for session in ["PartOf", "BindsTo", "PAMName", "Slice", "TTYPath", "StandardInput"] {
            #expect(settings[session] == nil, "\(session)")
        }
    }
}

/// A login on a terminal with the daemon in the foreground, and its end: the terminal hangs up, the shell dies of it, and the
/// kernel tells all that stood in the foreground.
private final class Login {
    /// In front of the daemon's command.
    static let launcher = ["/usr/bin/python3", "-c", script]
    private let bench: AgrirouterBench
    private let daemon: Int32
    private var isOver = false

    private static let script = """
        import os, pty, signal, sys
        # Those who start it may have blocked or ignored some.
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        shell, terminal = pty.fork()
        if shell == 0:
            # Whoever started the terminal waits for the end of all that holds what it gave along.
            os.closerange(3, 1024)
            job = os.fork()
            if job == 0:
                os.setpgid(0, 0)
                signal.signal(signal.SIGTTOU, signal.SIG_IGN)
                os.tcsetpgrp(0, os.getpid())
                signal.signal(signal.SIGTTOU, signal.SIG_DFL)
                os.write(1, b"daemon %d.\\n" % os.getpid())
                os.execv(sys.argv[1], sys.argv[1:])
            os.waitpid(job, 0)
            os._exit(0)
        def leave(*_):
            os.close(terminal)
            os.waitpid(shell, 0)
            os._exit(0)
        def give_up(*_):
            os.killpg(os.tcgetpgrp(terminal), signal.SIGKILL)
            os._exit(1)
        signal.signal(signal.SIGUSR1, leave)
        signal.signal(signal.SIGTERM, give_up)
        while True:
            os.write(1, os.read(terminal, 4096))
        """

    init(_ bench: AgrirouterBench) throws {
        self.bench = bench
        let line = try #require(bench.daemon.output.firstMatch(of: /daemon (\d+)\./), "\(bench.daemon.output)")
        daemon = try #require(Int32(line.1))
    }

    deinit { if !isOver { kill(daemon, SIGKILL) } }

    /// Closes the terminal; the shell and who had opened it are gone afterwards.
    func end() throws {
        bench.daemon.signal(SIGUSR1)
        try eventually("the terminal was not closed") { kill(bench.daemon.identifier, 0) != 0 }
        let result = bench.daemon.waitForEnd()
        try #require(result.status == 0, "\(result.messages)")
    }

    func endDaemon() throws {
        kill(daemon, SIGTERM)
        try eventually("the daemon has not ended") {
            // Whoever it was left to may not have asked for its end yet.
            let status = try? String(contentsOfFile: "/proc/\(daemon)/stat", encoding: .utf8)
            return status?.contains(") Z ") ?? true
        }
        isOver = true
    }
}

/// What the service manager is told, read all the time: the daemon waits for nobody who does not read.
private final class ToldStatus: Sendable {
    let name: String
    private let lines = Mutex<[String]>([])

    init() throws {
        let receiver = try NotifyReceiver()
        name = receiver.name
        Thread.detachNewThread { [weak self] in
            while let self {
                if let line = receiver.next(within: 0.2) { self.lines.withLock { $0.append(line) } }
            }
        }
    }

    var all: [String] { lines.withLock { $0.filter { $0 != "WATCHDOG=1" } } }

    /// What has been told so far counts no more.
    func forget() { lines.withLock { $0 = [] } }

    /// Whether such a line has come or comes.
    func wait(for isWanted: (String) -> Bool) -> Bool { until(120) { all.contains(where: isWanted) } }
}
