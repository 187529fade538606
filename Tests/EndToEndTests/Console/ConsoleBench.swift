// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A daemon with a simulated receiver, whose console answers.
final class ConsoleBench {
    let daemon: RunningProgram
    let address: String
    private let configuration: TemporaryFile

    /// - Parameters:
    ///   - port: where the console is; nil: anywhere.
    ///   - listen: the address that it listens on.
    ///   - driver: of the receiver.
    ///   - receiver: the driver's section; what is nil stands still and sends ten epochs a second.
    ///   - more: further sections.
    ///   - environment: further variables.
    ///   - files: the folder of the console's files; nil: those in the program.
    ///   - memory: a file that the daemon finds in the place of /proc/meminfo; only root may ask for it.
    ///   - without: a library in whose place the daemon finds nothing; only root may ask for it.
    ///   - hasNetwork: false for a machine whose only network interface is the loopback; only root may ask for it.
    init(
        port: Int? = nil, listen: String = "127.0.0.1", driver: String = "file-simulator", receiver: String? = nil,
        more: String = "",
        files: String? = nil,
        environment: [String: String] = [:],
        memory: String? = nil, without: String? = nil, hasNetwork: Bool = true
    ) throws {
        let port = try port ?? Program.freePort()
        address = "http://127.0.0.1:\(port)"
        let section =
            receiver
                ?? """
                simulation:
                  start: now
                  place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 39 }
                  receiver: { rate_hz: 10 }
                  output: { ubx: { generation: 9 } }
                """
        configuration = try TemporaryFile(
            """
            receivers:
              - id: tractor
                driver: \(driver)
                config:
            \(section.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n"))
            listen: { gpsd: ["127.0.0.1:0"], http: ["\(listen):\(port)"] }
            \(more)
            """, suffix: ".yaml")
        let command = [try Program.gateway, "run", "--config", configuration.path]
        let mounted = memory.map { ($0, "/proc/meminfo") } ?? without.map { ("/dev/null", $0) }
        var apart = mounted.map { source, place in
            ["unshare", "-m", "sh", "-c", #"mount --bind "$0" "$1" && shift && exec "$@""#, source, place]
        }
        if !hasNetwork { apart = ["unshare", "--net", "sh", "-c", #"ip link set lo up && exec "$@""#, "sh"] }
        daemon = try RunningProgram(
            apart == nil ? command[0] : "/usr/bin/env", (apart ?? []) + command.dropFirst(apart == nil ? 1 : 0),
            environment: (files.map { ["GNSS_GATEWAY_CONSOLE": $0] } ?? [:]).merging(environment) { $1 })
        _ = daemon.socket
        try #require(daemon.isRunning, "it did not start: \(daemon.messages)")
    }

    /// A receiver whose pages are authentic, ten times as fast as a real one.
    ///
    /// - Parameters:
    ///   - folder: gets the keys that are trusted.
    ///   - events: of the scenario.
    ///   - more: further sections of the configuration.
    ///   - hasNetwork: false for a machine without a network; only root may ask for it.
    convenience init(
        authenticIn folder: TemporaryFolder, events: String = "", more: String = "", hasNetwork: Bool = true
    ) throws {
        let start = "start: \"2026-09-21T10:07:12Z\""
        let place = "place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 39 }"
        let output = "output: { ubx: { generation: 9 } }"
        let scenario = try TemporaryFile("\(start)\nduration_s: 2\n\(place)\n\(output)\nosnma: {}\n", suffix: ".yaml")
        let made = try Program.run(
            "simulate", scenario.path, "--output", folder.path + "/keys.ubx", "--trust", folder.path, "--force")
        try #require(made.status == 0, "\(made.messages)")
        try self.init(
            receiver: """
                speed: 10
                simulation:
                  \(start)
                  duration_s: 100000
                  \(place)
                  \(output)
                  osnma: {}
                  events: [\(events)]
                """,
            more: "osnma: { trust_directory: \(folder.path), stale_s: 60, accept_recordings: true }\n\(more)",
            hasNetwork: hasNetwork)
    }

    /// What the control interface answers.
    func ask(_ method: String, _ path: String, body: String = "") throws -> PlainHTTP.Answer {
        try PlainHTTP.request(method, path, body: body, socket: daemon.socket)
    }

    /// How many live streams are open.
    func streams() throws -> Int? {
        let lines = try ask("GET", "/metrics").text.split(separator: "\n")
        let line = lines.first { $0.hasPrefix("gnss_gateway_clients{server=\"http-streams\"} ") }
        return line?.split(separator: " ").last.flatMap { Int($0) }
    }
}

extension Browser {
    /// Signs in to a gateway by a code of its command line.
    ///
    /// - Parameters:
    ///   - socket: the gateway's.
    ///   - address: where its console is.
    /// - Parameter relay: The address of a relay to the gateway, which the browser uses.
    func signIn(socket: String, address: String, through relay: String? = nil) throws {
        let opened = try RunningProgram(
            try Program.gateway, ["console", "open", "--print"], environment: ["GNSS_GATEWAY_SOCKET": socket]
        ).waitForEnd()
        let link = try #require(opened.lines.first.map(String.init), "\(opened.messages)")
        try open("\(relay ?? address)/?sign-in\(link.dropFirst(address.count + 1))")
        try wait(for: "signed in", in: "#toasts")
    }
}

extension Browser {
    /// Whether there is a browser; where a change is judged there must be one.
    static var isAvailable: Bool {
        programs != nil || ProcessInfo.processInfo.environment["CI"] != nil
    }

    /// The engines that the cases for all of them run with: each that is there; where a change is judged, all.
    static let engines = Engine.allCases.filter {
        $0 == .chromium || WebKitSurroundings.isThere || ProcessInfo.processInfo.environment["CI"] != nil
    }

    /// Nothing went wrong in the browser, and the page can be used by everyone.
    func expectClean(_ what: String = "") throws {
        let (violations, faults) = (try violations(), try faults())
        #expect(violations == [], "\(what)")
        #expect(faults == [], "\(what)")
    }

    func waitForLive() throws {
        try wait(for: "live", in: "#link-status")
        try wait("a page", for: "return document.querySelector('main h1') !== null")
        try wait("a fix", for: "return document.querySelector('#fix-badge')?.innerText.includes('±') === true")
    }
}
