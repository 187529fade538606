// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import GatewayClient
import ObservationBus
import Synchronization
import SystemSupport
import Testing
import Translations
import WebAPI

/// The routes over a real UNIX socket.
struct ControlRoutesTests {
    private func request(
        _ daemon: Daemon, _ method: String, _ target: String, _ body: String = ""
    ) async throws -> String {
        try await RawClient.request(method, target, body: body, from: daemon.socketPath)
    }

    @Test func `what is told comes out the same at the client`() async throws {
        let control = FalseControl()
        try await withDaemon(control: control) { daemon in
            let client = daemon.client
            let (status, receivers) = (await control.status(), await control.receivers())
            let (indicators, devices) = (try await control.indicators(of: nil), try await control.devices())
            let capabilities = try await control.capabilities(of: "rover")
            #expect(try await client.status() == status)
            #expect(try await client.receivers() == receivers)
            #expect(try await client.indicators() == indicators)
            #expect(try await client.devices() == devices)
            #expect(try await client.capabilities(of: "rover") == capabilities)
        }
    }

    @Test func `JSON has the names that are documented, and leaves out what is unknown`() async throws {
        try await withDaemon(control: FalseControl()) { daemon in
            let receiver = try await request(daemon, "GET", "/v1/receivers/rover")
            for part in [
                #""since":"2026-05-04T12:30:05.250Z""#, #""last_data_age_s":0.25"#, #""fix_age_s":4.125"#,
                #""rate_hz":10"#,
                #""latitude_deg":52.5"#, #""quality":"rtk_fixed""#, #""kind":"3d""#, #""satellites_in_view":30"#,
                #""active":false"#, #""identity":"path:/dev/rover""#, "content-type: application/json\r\n",
            ] {
                #expect(receiver.contains(part) || receiver.lowercased().contains(part), "\(part) in \(receiver)")
            }
            #expect(!receiver.contains("null") && !receiver.contains("firmware"))
            #expect(receiver.hasSuffix("}\n"))
            let device = try await request(daemon, "GET", "/v1/status/device")
            #expect(device.contains(#""uptime_s":12.5"#) && device.contains(#""os":"Linux""#))
            let indicators = try await request(daemon, "GET", "/v1/status/indicators?receiver=base")
            #expect(indicators.contains(#""colour":"yellow""#) && indicators.contains(#""receiver":"base""#))
        }
    }

    @Test func `satellites have the names that are documented, and leave out what is unknown`() async throws {
        try await withDaemon(control: FalseControl()) { daemon in
            let answer = try await request(daemon, "GET", "/v1/satellites")
            let body = try #require(answer.split(separator: "\r\n\r\n").last)
            let expected = [
                #"{"azimuth_deg":100,"cn0_dbhz":44.5,"elevation_deg":41,"id":"E24","signals":"#,
                #"[{"cn0_dbhz":44.5,"name":"E1 C","rinex":"1C","used":true},{"name":"E5b I","rinex":"7I"}],"#,
                #""svid":24,"system":"galileo","used":true},{"id":"R255","system":"glonass","used":false}"#,
            ].joined()
            #expect(body.contains(expected), "\(body)")
            #expect(body.contains(#""receiver":"rover""#) && body.contains(#""time":"2026-05-04T12:30:05.250Z""#))
            #expect(try await request(daemon, "GET", "/v1/satellites?receiver=base").contains(#""receiver":"base""#))
            #expect(try await request(daemon, "GET", "/v1/satellites?receivers=base").hasPrefix("HTTP/1.1 400"))
        }
    }

    @Test func `commands arrive with their names decoded`() async throws {
        let control = FalseControl()
        try await withDaemon(control: control) { daemon in
            let client = daemon.client
            #expect(try await client.use(receiver: "base").selected == "base")
            #expect(try await client.useAutomatically().selected == nil)
            try await client.forget("path:/dev/ttyS0 é%")
            for command in ReceiverCommand.allCases {
                #expect(try await client.perform(command, on: "rover").id == "rover")
            }
            try await client.reload()
        }
        #expect(
            control.noted == [
                "use base", "use automatically", "forget path:/dev/ttyS0 é%", "start rover", "stop rover",
                "restart rover", "reload",
            ])
    }

    @Test func `what is not there and what is wrong is told as a problem in JSON`() async throws {
        let control = FalseControl()
        try await withDaemon(control: control) { daemon in
            let wrong: [(String, String, String, String, String)] = [
                ("GET", "/v1/nothing", "", "404", "there is no GET /v1/nothing"),
                ("GET", "/v1/receivers/other", "", "404", #"unknown receiver \"other\""#),
                ("GET", "/v1/receivers/other/capabilities", "", "404", #"unknown receiver \"other\""#),
                ("GET", "/v1/receivers/%zz", "", "400", "percent encoding"),
                ("GET", "/v1/status/indicators?reciever=a", "", "400", #"unknown parameter \"reciever\""#),
                ("PUT", "/v1/receivers/active", "{}", "400", "the body does not have the form"),
                ("PUT", "/v1/receivers/active", "not JSON", "400", "the body does not have the form"),
                ("PUT", "/v1/receivers/active", String(repeating: " ", count: 20_000), "413", "larger than 16384"),
                ("POST", "/v1/receivers/rover/explode", "", "404", "there is no POST"),
            ]
            for (method, target, body, status, words) in wrong {
                let answer = try await request(daemon, method, target, body)
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(method) \(target): \(answer)")
                #expect(answer.lowercased().contains("content-type: application/problem+json"), "\(answer)")
                #expect(answer.contains(words) && answer.contains(#""status":"# + status), "\(answer)")
            }
            #expect(control.noted.isEmpty)
        }
    }

    @Test func `a client that asks before it sends a body gets the answer 100, and others do not`() async throws {
        let control = FalseControl()
        try await withDaemon(control: control) { daemon in
            let body = #"{"id":"base"}"#
            let asking = try await RawClient.request(
                "PUT", "/v1/receivers/active", headers: ["Expect": "100-Continue"], body: body,
                from: daemon.socketPath)
            #expect(asking.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 "), "\(asking)")
            let plain = try await request(daemon, "PUT", "/v1/receivers/active", body)
            #expect(plain.hasPrefix("HTTP/1.1 200 "), "\(plain)")
            let without = try await RawClient.request(
                "GET", "/v1/version", headers: ["Expect": "100-continue", "Content-Length": "0"],
                from: daemon.socketPath)
            #expect(without.hasPrefix("HTTP/1.1 200 "), "\(without)")
            #expect(control.noted == ["use base", "use base"])
        }
    }

    @Test func `HEAD of a stream states no length, and the connection serves further requests`() async throws {
        try await withDaemon(control: FalseControl()) { daemon in
            let head = try await RawClient.request("HEAD", "/v1/live", from: daemon.socketPath).lowercased()
            #expect(head.hasPrefix("http/1.1 200 ") && head.hasSuffix("\r\n\r\n"), "\(head)")
            #expect(!head.contains("content-length") && head.split(separator: "\r\n\r\n").count == 1, "\(head)")
            // The second request is part of the body's text, so that both come over one connection.
            let both = try await RawClient.request(
                "HEAD", "/v1/events HTTP/1.1\r\nHost: x\r\n\r\nGET /v1/version", from: daemon.socketPath)
            let answers = both.split(separator: "HTTP/1.1 200 OK")
            #expect(answers.count == 2 && answers.last?.contains(#""version":"#) == true, "\(both)")
            #expect(answers.first?.hasSuffix("\r\n\r\n") == true, "\(both)")
        }
    }

    @Test func `what is no HTTP is refused with the same protective headers as everything else`() async throws {
        try await withDaemon(control: FalseControl()) { daemon in
            let answer = try await RawClient.request("G@RB", "/v1/version", from: daemon.socketPath)
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
            for name in ["content-security-policy", "x-frame-options", "x-content-type-options"] {
                #expect(answer.lowercased().contains(name + ":"), "\(name): \(answer)")
            }
        }
    }

    @Test func `a refusal reaches the person with its words and an exit code`() async throws {
        let control = FalseControl()
        try await withDaemon(control: control) { daemon in
            let kinds: [(ControlError.Kind, Int32)] = [
                (.notFound, 69), (.conflict, 69), (.invalid, 64), (.full, 73), (.unavailable, 69),
            ]
            for (kind, exitCode) in kinds {
                control.refusal.withLock { $0 = ControlError(kind, "words for \(kind)") }
                let error = await #expect(throws: ControlClientError.self) {
                    try await daemon.client.use(receiver: "rover")
                }
                #expect(error?.description == "words for \(kind)")
                #expect(error?.exitCode == exitCode)
            }
        }
    }

    @Test func `events tell changes of state, switches and alerts, and nothing else`() async throws {
        try await withDaemon(control: FalseControl()) { daemon in
            async let text = request(daemon, "GET", "/v1/events")
            try await daemon.waitForStreams(1)
            daemon.hub.publish(oneOfEach(from: "rover"))
            let change = ActiveReceiver(
                current: SourceID(rawValue: "base"), previous: SourceID(rawValue: "rover"), reason: "x")
            let alert = Alert(code: "low-disk", severity: .warning, text: "make room")
            for payload in [Payload.activeReceiver(change), .alert(alert)] {
                daemon.hub.publish([observation(1, from: SourceID.gateway.rawValue, payload)])
            }
            daemon.hub.finish()
            let events = try await text
            #expect(events.lowercased().contains("content-type: text/event-stream"))
            let lines = events.split(whereSeparator: \.isNewline).filter {
                $0.hasPrefix("event:") || $0.hasPrefix("data:")
            }
            #expect(
                lines.filter { $0.hasPrefix("event:") } == [
                    "event: state", "event: authentication", "event: active_receiver", "event: alert",
                ])
            #expect(lines.count == 8)
            #expect(
                events.contains(
                    #""event":"authentication","message":{"code":"osnma.reason.no_data"},"receiver":"rover""#))
            #expect(events.contains(#""receiver":"rover","state":"running","text":"data flows""#))
            #expect(events.contains(#""event":"active_receiver","previous":"rover","receiver":"base""#))
            #expect(events.contains(#""code":"low-disk""#) && events.contains(#""over":false"#))
        }
    }

    @Test func `events have a heartbeat each five seconds with the age of each verdict`() async throws {
        try await withDaemon(control: FalseControl()) { daemon in
            async let text = request(daemon, "GET", "/v1/events")
            try await daemon.waitForStreams(1)
            // The first comes after five seconds; a busy machine may take longer for it.
            try await Task.sleep(for: .seconds(Heartbeat.interval * 2))
            daemon.hub.finish()
            let lines = try await text.split(whereSeparator: \.isNewline)
            let beat = try #require(lines.firstIndex(of: "event: heartbeat"), "\(lines)")
            let data = lines[beat + 1]
            #expect(
                data.contains(
                    #""osnma":[{"age_s":0.5,"fresh":false,"reason":"authenticated","receiver":"rover","#
                        + #""state":"authenticated"}]"#), "\(data)")
        }
    }

    @Test func `what is not judged any more is unknown, and nothing of it is shown`() throws {
        var verdict = Authentication(receiver: SourceID(rawValue: "rover"))
        (verdict.state, verdict.reason) = (.authenticated, .authenticated)
        verdict.satellites = [SatelliteAuthentication(try #require(SatelliteID(.galileo, 5)))]
        var report = OSNMAReceiverReport(verdict, age: 11)
        report.isFresh = true
        report.becomeUnknown()
        #expect(report.state == .unknown && report.reason == "not_judged" && !report.isFresh && report.age == 11)
        #expect(report.satellites.isEmpty && report.fix == nil && report.text.contains("have not been validated"))
        let all = OSNMAReport(
            isEnabled: true, isRequired: false, trustedRoots: 1, trustedKeys: 1, receivers: [report])
        #expect(all.translated(to: .german).receivers.first?.text.contains("nicht geprüft") == true)
        var summary = OSNMASummary(verdict)
        summary.becomeUnknown()
        #expect(summary.state == .unknown && summary.satellites.isEmpty && summary.fix == nil)
    }

    @Test func `a client of events that leaves is gone`() async throws {
        try await withDaemon(control: FalseControl()) { daemon in
            do {
                let client = try RawClient.send("GET /v1/events HTTP/1.1\r\nHost: x\r\n\r\n", to: daemon.socketPath)
                try await daemon.waitForStreams(1)
                _ = consume client
            }
            try await daemon.waitForStreams(0)
        }
    }

    @Test func `the metrics are those of the closure`() async throws {
        try await withDaemon(control: FalseControl(), metrics: { "up 1\n" }) { daemon in
            let answer = try await request(daemon, "GET", "/metrics")
            #expect(answer.contains("text/plain; version=0.0.4") && answer.hasSuffix("up 1\n"))
        }
    }

    @Test func `what OSNMA says comes in the language that is asked for`() async throws {
        try await withDaemon(control: FalseControl()) { daemon in
            let german = try await RawClient.request(
                "GET", "/v1/osnma", headers: ["Accept-Language": "de-AT"], from: daemon.socketPath)
            #expect(german.lowercased().contains("content-language: de"))
            #expect(german.contains("Galileo authentifiziert") && german.contains(#""reason":"authenticated""#))
            let english = try await request(daemon, "GET", "/v1/osnma")
            #expect(english.lowercased().contains("content-language: en") && english.contains("Galileo authenticates"))
            let all = try await RawClient.request(
                "GET", "/v1/messages", headers: ["Accept-Language": "cs, fr;q=0.5"], from: daemon.socketPath)
            #expect(all.contains(#""osnma.state.unverified":"GNSS non vérifié""#))
        }
    }
}
