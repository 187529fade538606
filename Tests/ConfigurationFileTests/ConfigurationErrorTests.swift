// SPDX-License-Identifier: Apache-2.0

import Foundation
import Settings
import SystemSupport
import Testing

@testable import ConfigurationFile

/// A text with the one error that it has.
struct Mistake: Sendable, CustomTestStringConvertible {
    var yaml: String
    var cause: ConfigurationError.Cause
    var line: String

    init(_ yaml: String, _ cause: ConfigurationError.Cause, _ line: String) {
        (self.yaml, self.cause, self.line) = (yaml, cause, line)
    }

    var testDescription: String { "\(cause): \(line)" }
}

struct ConfigurationErrorTests {
    /// The keys of the file.
    static let keys = GatewayKeys.file.properties.map(\.key).joined(separator: ", ")

    static let structure = [
        Mistake(
            "receiver: []", .unknownKey,
            "1:1: receiver: unknown key, did you mean \"receivers\"? (allowed: \(keys))"),
        Mistake(
            "\nweather: {}", .unknownKey, "2:1: weather: unknown key (allowed: \(keys))"),
        Mistake(
            "plugin-path: []", .unknownKey,
            "1:1: plugin-path: unknown key, did you mean \"plugin_path\"? "
                + "(allowed: \(keys))"),
        Mistake(
            "listen: { nema: [] }", .unknownKey,
            "1:11: listen.nema: unknown key, did you mean \"nmea\"? (allowed: gpsd, nmea, http, https, names)"),
        Mistake("[]", .wrongType, "1:1: is a list (allowed: a section of keys)"),
        Mistake("rover", .wrongType, "1:1: \"rover\" is text (allowed: a section of keys)"),
        Mistake("receivers: { id: x }", .wrongType, "1:12: receivers: is a section of keys (allowed: a list)"),
        Mistake("receivers: [x]", .wrongType, "1:13: receivers[0]: \"x\" is text (allowed: a section of keys)"),
        Mistake("listen: []", .wrongType, "1:9: listen: is a list (allowed: a section of keys)"),
        Mistake(
            "receivers:\n  - driver: bare", .missingKey,
            "2:5: receivers[0].id: is missing (allowed: "
                + "1...64 letters, digits, dots, hyphens and underscores, a letter or digit first)"),
        Mistake(
            "receivers:\n  - id: a", .missingKey,
            "2:5: receivers[0].driver: is missing (allowed: text of 1...64 characters)"),
        Mistake(
            "receivers: [{id: a, driver: bare, config: 3}]", .wrongType,
            "1:43: receivers[0].config: \"3\" is a number (allowed: a section of keys)"),
        Mistake(
            "plugin_path: [lib]", .badForm,
            "1:15: plugin_path[0]: \"lib\" is not an absolute path (allowed: an absolute path)"),
        Mistake(
            "captures: { legacy_secret_file: legacy.secret }", .badForm,
            "1:33: captures.legacy_secret_file: \"legacy.secret\" is not an absolute path (allowed: an absolute path)"),
        Mistake(
            "access:\n  proxies: [\"::1\", localhost]", .badForm,
            "2:20: access.proxies[1]: \"localhost\" is not an IP address (allowed: an IP address)"),
    ]

    /// Addresses of a map server, whose scheme, host and port become part of the console's content security policy.
    static let tileURLs = [
        ("ftp://a/{z}/{x}/{y}", "is neither an https nor an http address"),
        ("javascript:{z}{x}{y}", "is neither an https nor an http address"),
        ("https:///{z}/{x}/{y}", "is not an address"), ("https://:80/{z}/{x}/{y}", "is not an address"),
        ("https://a b/{z}/{x}/{y}", "is not an address"), ("https://a;script-src *;/{z}/{x}/{y}", "is not an address"),
        ("https://a,b/{z}/{x}/{y}", "has a host's name that is not valid"),
        ("https://*/{z}/{x}/{y}", "has a host's name that is not valid"),
        ("https://me:secret@a/{z}/{x}/{y}", "has a host's name that is not valid"),
        ("https://{s}.a/{z}/{x}/{y}", "has a placeholder in the host's name"),
        ("https://a/{z}/{x}", "lacks {z}, {x} or {y}"), ("https://a/", "lacks {z}, {x} or {y}"),
        ("https://a/{z}/{x}/{y}{r}", "has the placeholder {r}, which is unknown"),
        ("https://a/{z}/{x}/{y}#", "is not an address"),
        ("https://a:0/{z}/{x}/{y}", "has no port (1...65535) after its host"),
        ("https://[::1]:99999/{z}/{x}/{y}", "has no port (1...65535) after its host"),
    ].map { url, problem in
        // A user and a password are not repeated.
        let shown = url.contains("@") ? "…@a/{z}/{x}/{y}" : url
        return Mistake(
            "map: { tile_url: \"\(url)\" }", .badForm,
            "1:18: map.tile_url: \"\(shown)\" \(problem) (allowed: https://host/path or http://host/path, with {z}, {x} "
                + "and {y})")
    }

    /// Ports that a server on the web cannot have.
    static let ports: [Mistake] = [
        ("https://a:0/", "has no port (1...65535) after its host"),
        ("https://a:99999/", "has no port (1...65535) after its host"),
        ("https://a:+80/", "has no port (1...65535) after its host"),
        ("http://a:/", "has no port (1...65535) after its host"),
        ("https://2001:db8::1/", "has no port (1...65535) after its host"),
        ("https://[::1/", "has an IPv6 address without its closing bracket"), ("https://[::1]80/", "is not an address"),
    ].flatMap { url, problem in
        [
            Mistake(
                "webhook: { url: \"\(url)\", secret_file: /a }", .badForm,
                "1:17: webhook.url: \"\(url)\" \(problem) (allowed: https://host/path, or http://host/path)"),
            Mistake(
                "traccar: { url: \"\(url)\" }", .badForm,
                "1:17: traccar.url: \"\(url)\" \(problem) (allowed: http://host:5055, or https://host/path)"),
        ]
    }

    @Test("A valid port of a server on the web is accepted")
    func validPorts() throws {
        for url in ["https://a/", "https://a:1", "https://[2001:db8::1]:65535/x:y", "http://[::1]"] {
            #expect(try errors("traccar: { url: \"\(url)\" }").isEmpty, "\(url)")
        }
    }

    static let receivers = [
        Mistake(
            "receivers: [{id: -a, driver: bare}]", .badForm,
            "1:18: receivers[0].id: \"-a\" is not a name (allowed: "
                + "1...64 letters, digits, dots, hyphens and underscores, a letter or digit first)"),
        // Browsers would remove it from an address.
        Mistake(
            "receivers: [{id: \"..\", driver: bare}]", .badForm,
            "1:18: receivers[0].id: \"..\" is not a name (allowed: "
                + "1...64 letters, digits, dots, hyphens and underscores, a letter or digit first)"),
        Mistake(
            "receivers: [{id: a, driver: bare}, {id: a, driver: bare}]", .notUnique,
            "1:41: receivers[1].id: \"a\" is already the id of receivers[0]"),
        Mistake(
            "receivers: [{id: a, driver: replya, config: {path: x}}]", .unknownDriver,
            "1:29: receivers[0].driver: no driver \"replya\" was found, did you mean \"replay\"? (allowed: "
                + "bare, replay)"
        ),
        Mistake(
            "receivers: [{id: a, driver: ''}]", .badLength,
            "1:29: receivers[0].driver: \"\" has 0 characters (allowed: text of 1...64 characters)"),
        Mistake(
            "receivers: [{id: a, driver: bare, isolation: none}]", .notListed,
            "1:46: receivers[0].isolation: \"none\" is not one of the allowed values (allowed: in-process | process)"),
        Mistake(
            "receivers: [{id: a, driver: bare, limits: {}}]", .conflict,
            "1:43: receivers[0].limits: limits need a driver in a separate process: add \"isolation: "
                + "process\", or remove the limits"),
        Mistake(
            "receivers: [{id: a, driver: bare, isolation: process, limits: {memory_mib: 8}}]", .outOfRange,
            "1:76: receivers[0].limits.memory_mib: 8 is below the minimum 64 (allowed: 64...65536 MiB)"),
        Mistake(
            "receivers: [{id: a, driver: bare, priority: 101}]", .outOfRange,
            "1:45: receivers[0].priority: 101 is above the maximum 100 (allowed: 0...100)"),
        Mistake(
            "receivers: [{id: a, driver: bare, priority: -1}]", .outOfRange,
            "1:45: receivers[0].priority: -1 is below the minimum 0 (allowed: 0...100)"),
        Mistake(
            "receivers: [{id: a, driver: bare, priority: high}]", .wrongType,
            "1:45: receivers[0].priority: \"high\" is text (allowed: 0...100)"),
        Mistake(
            "receivers: [{id: a, driver: bare, priority: 1.5}]", .wrongType,
            "1:45: receivers[0].priority: \"1.5\" is not a whole number (allowed: 0...100)"),
        Mistake(
            "receivers: [{id: a, driver: bare, config: {speed: 1}}]", .unknownKey,
            "1:44: receivers[0].config.speed: unknown key (allowed: none)"),
    ]

    static let driverKeys = [
        Mistake(
            receiver(config: "{path: x, speed: 0}"), .outOfRange,
            "4:30: receivers[0].config.speed: 0 is below the minimum 0.1 (allowed: 0.1...1000)"),
        Mistake(
            receiver(config: "{path: x, sped: 2}"), .unknownKey,
            "4:23: receivers[0].config.sped: unknown key, did you mean \"speed\"? "
                + "(allowed: path, speed, loop, baud, skip, filter, clock)"),
        Mistake(
            receiver(config: "{}"), .missingKey,
            "4:13: receivers[0].config.path: is missing (allowed: text of 1...20 characters)"),
        Mistake(
            receiver(config: ""), .missingKey,
            "4:5: receivers[0].config.path: is missing (allowed: text of 1...20 characters)"),
        Mistake(
            receiver(config: "{path: 123456789012345678901}"), .outOfRange,
            "4:20: receivers[0].config.path: \"123456789012345678901\" does not fit into 64 bits "
                + "(allowed: text of 1...20 characters)"),
        Mistake(
            receiver(config: "{path: a23456789012345678901}"), .badLength,
            "4:20: receivers[0].config.path: \"a23456789012345678901\" has 21 characters "
                + "(allowed: text of 1...20 characters)"),
        Mistake(
            receiver(config: "{path: x, baud: 9600}"), .notListed,
            "4:29: receivers[0].config.baud: 9600 is not one of the allowed values (allowed: auto | 4800 | 38400)"),
        Mistake(
            receiver(config: "{path: x, filter: [nmea, rtcm]}"), .notListed,
            "4:38: receivers[0].config.filter[1]: \"rtcm\" is not one of the allowed values (allowed: nmea | ubx)"),
        Mistake(
            receiver(config: "{path: x, clock: {mode: 5}}"), .wrongType,
            "4:37: receivers[0].config.clock.mode: \"5\" is a number, not text: put it in quotes, \"5\" (allowed: text)"
        ),
        Mistake(
            receiver(config: "{path: x, skip: -1}"), .outOfRange,
            "4:29: receivers[0].config.skip: -1 is below the minimum 0 (allowed: 0 or more)"),
        Mistake(
            receiver(config: "{path: \"a\\0b\"}"), .badForm,
            "4:20: receivers[0].config.path: \"a\\0b\" contains a zero character (allowed: text of 1...20 characters)"),
    ]

    static let places = [
        Mistake(
            "receivers:\n  - id: a\n    driver: replay\n    speed: 2\n    config: {path: x}", .unknownKey,
            "4:5: receivers[0].speed: unknown key: it belongs under \"config\" "
                + "(allowed: id, driver, isolation, limits, priority, silence_s, config)"),
        Mistake(
            receiver(config: "{path: x, priority: 3}"), .unknownKey,
            "4:23: receivers[0].config.priority: unknown key: it belongs next to 'config', not in it "
                + "(allowed: path, speed, loop, baud, skip, filter, clock)"),
        Mistake("gpsd: []", .unknownKey, "1:1: gpsd: unknown key: it belongs under \"listen\" (allowed: \(keys))"),
        Mistake(
            receiver(config: "{path: x, speedfactor: 3}"), .unknownKey,
            "4:23: receivers[0].config.speedfactor: unknown key, did you mean \"speed\"? "
                + "(allowed: path, speed, loop, baud, skip, filter, clock)"),
        Mistake(
            "receivers: [{id: a, driver: bare, priority: '5'}]", .wrongType,
            "1:45: receivers[0].priority: \"5\" is text: remove the quotes for a number, 5 (allowed: 0...100)"),
    ]

    static let addresses = [
        Mistake(
            "listen: { gpsd: [] }", .badLength,
            "1:17: listen.gpsd: is an empty list: give at least one address, or omit the key for 127.0.0.1:2947 "
                + "and [::1]:2947 (allowed: \(ListenAddress.formText))"),
        Mistake(
            "listen: { gpsd: 127.0.0.1:2947 }", .wrongType,
            "1:17: listen.gpsd: \"127.0.0.1:2947\" is text (allowed: a list)"),
        Mistake(
            "listen: { gpsd: [2947] }", .wrongType,
            "1:18: listen.gpsd[0]: \"2947\" is a number, not text: "
                + "put it in quotes, \"2947\" (allowed: \(ListenAddress.formText))"),
        Mistake(
            "listen: { gpsd: ['localhost'] }", .badForm,
            "1:18: listen.gpsd[0]: \"localhost\" has no port (allowed: \(ListenAddress.formText))"),
        Mistake(
            "listen: { gpsd: ['a:1', 'b:2', 'a:1'] }", .notUnique,
            "1:32: listen.gpsd[2]: \"a:1\" is listed twice"),
        Mistake(
            "listen: { http: ['a:1', 'a:1'] }", .notUnique, "1:25: listen.http[1]: \"a:1\" is listed twice"),
        Mistake(
            "listen: { nmea: ['udp://a:1', 'tcp://a:1'], http: 'a:1' }", .notUnique,
            "1:51: listen.http: \"a:1\" is already an address of listen.nmea"),
        overlap("gpsd: ['0.0.0.0:1', '127.0.0.1:1']", "1:31: listen.gpsd[1]: \"127.0.0.1:1\"", "0.0.0.0:1", "gpsd"),
        overlap(
            "gpsd: ['127.0.0.1:1'], nmea: ['0.0.0.0:1']", "1:41: listen.nmea[0]: \"0.0.0.0:1\"", "127.0.0.1:1", "gpsd"),
        overlap("nmea: ['[::1]:1', '[::]:1']", "1:29: listen.nmea[1]: \"[::]:1\"", "[::1]:1", "nmea"),
        overlap("nmea: ['[::1]:1', '[0:0::1]:1']", "1:29: listen.nmea[1]: \"[0:0::1]:1\"", "[::1]:1", "nmea"),
        overlap("http: ['[::]:1'], https: ['10.0.0.1:1']", "1:37: listen.https[0]: \"10.0.0.1:1\"", "[::]:1", "http"),
        Mistake(
            "listen: { nmea: ['0.0.0.0:2947'] }", .notUnique,
            "1:18: listen.nmea[0]: \"0.0.0.0:2947\" includes, or is part of, \"127.0.0.1:2947\" of listen.gpsd, the "
                + "default: remove one of them, or change a port"),
    ]

    private static func overlap(_ keys: String, _ place: String, _ other: String, _ key: String) -> Mistake {
        Mistake(
            "listen: { \(keys) }", .notUnique,
            "\(place) includes, or is part of, \"\(other)\" of listen.\(key) in line 1: remove one of them, or change a port"
        )
    }

    @Test("Addresses that the gateway can serve at the same time are accepted")
    func separateAddresses() throws {
        for keys in [
            "gpsd: ['0.0.0.0:1', '[::]:1']", "gpsd: ['0.0.0.0:1'], nmea: ['[::]:1']", "nmea: ['[::]:1', '127.0.0.1:1']",
            "gpsd: ['0.0.0.0:0', '127.0.0.1:0']", "gpsd: ['127.0.0.1:1', '127.0.0.2:1']",
            "nmea: ['0.0.0.0:1', 'udp://127.0.0.1:1']", "http: ['[::1]:1', '127.0.0.1:1', '0.0.0.0:2']",
            "gpsd: ['127.0.0.1:3'], nmea: ['0.0.0.0:2947']",
        ] {
            #expect(try errors("listen: { \(keys) }").isEmpty, "\(keys)")
        }
    }

    @Test(
        "A mistake is told with file, line, column, key and what is allowed",
        arguments: [structure, receivers, driverKeys, places, addresses, tileURLs, ports].joined())
    func mistake(_ mistake: Mistake) throws {
        let errors = try errors(mistake.yaml)
        #expect(errors.map(\.description) == ["gateway.yaml:" + mistake.line])
        #expect(errors.map(\.cause) == [mistake.cause])
        #expect(errors.map(\.exitCode) == [78])
    }

    /// Two receivers, each with a value of `device` or `address`, and more.
    private func problems(
        _ key: String, _ first: String, _ second: String, driver: String = "ubx", more: (String, String) = ("", "")
    ) throws -> [String] {
        let yaml = """
            receivers:
              - { id: a, driver: \(driver), config: { \(key): "\(first)"\(more.0) } }
              - { id: b, driver: \(driver), config: { \(key): "\(second)"\(more.1) } }
            """
        let schema = """
            {"type":"object","properties":{"device":{"type":"string"},"address":{"type":"string"},"channel":
             {"type":["string","integer"]}}}
            """
        do {
            _ = try ConfigurationDocument(yaml: yaml, name: "gateway.yaml")
                .configuration(drivers: [driver: try DriverSchema(json: schema, driver: driver)])
            return []
        } catch let error as ConfigurationErrors {
            return error.errors.map(\.description)
        }
    }

    @Test("A word that abbreviates another, or that another abbreviates, is near")
    func related() {
        let drivers = ["bluetooth-rfcomm", "file-simulator", "nmea-serial", "ubx"]
        for (word, near) in [
            ("ublox", "ubx"), ("u-blox", "ubx"), ("nmea", "nmea-serial"), ("nmea0183", "nmea-serial"),
            ("simulator", "file-simulator"), ("bluetooth", "bluetooth-rfcomm"), ("sbf", nil), ("gps", nil),
        ] {
            #expect(NearMiss.of(word, in: drivers) == near, "\(word)")
        }
        #expect(NearMiss.of("baudrate", in: ["device", "baud"]) == "baud")
        #expect(NearMiss.of("rate", in: ["rate_hz", "rate_limit"]) == nil, "two are as near")
    }

    @Test("A device that two receivers name in whatever way is told with both lines")
    func oneDeviceTwice() throws {
        let pairs = [
            ("device", "/dev/ttyUSB77", "/dev/ttyUSB77"),
            ("device", "/dev//./ttyUSB77", "/dev/ttyUSB77"),
            ("device", "usb:1546:01a9:A1", "USB:1546:01A9:A1"),
            ("address", "00:1d:43:5f:a0:2c", "00:1D:43:5F:A0:2C"),
        ]
        for (key, first, second) in pairs {
            let spelled = first == second ? "" : " (\"\(first)\")"
            let column = key == "device" ? 45 : 46
            #expect(
                try problems(key, first, second) == [
                    "gateway.yaml:3:\(column): receivers[1].config.\(key): \"\(second)\" is already the device of "
                        + "receivers[0] in line 2\(spelled)"
                ])
        }
        #expect(try problems("device", "/dev/ttyUSB77", "/dev/ttyUSB78").isEmpty)
        // What a name leads to today says nothing of the next start.
        let link = "/tmp/gnss-link-\(getpid())-\(UInt16.random(in: 0 ... .max))"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/null")
        defer { try? FileManager.default.removeItem(atPath: link) }
        #expect(try problems("device", "/dev/null", link).isEmpty)
        // What another driver does with a device is not known.
        #expect(try problems("device", "/dev/i2c-1", "/dev/i2c-1", driver: "line").isEmpty)
        // One device may have several channels.
        let address = "00:1D:43:5F:A0:2C"
        for (first, second, count) in [("1", "2", 0), ("2", "2", 1), ("auto", "2", 1)] {
            let found = try problems(
                "address", address, address, driver: "bluetooth-rfcomm",
                more: (", channel: \(first)", ", channel: \(second)"))
            #expect(found.count == count, "\(first), \(second): \(found)")
        }
        // A server on the network may have several clients.
        #expect(try problems("device", "tcp://gw:2000", "tcp://gw:2000").isEmpty)
    }

    @Test("A driver that did not come with the gateway is not taken into it")
    func alwaysIsolated() throws {
        func document(_ more: String) throws -> ConfigurationDocument {
            try ConfigurationDocument(yaml: "receivers: [{id: a, driver: bare\(more)}]", name: "gateway.yaml")
        }
        let schemas = ["bare": try DriverSchema(json: "{\"type\": \"object\"}", driver: "bare")]
        for more in ["", ", isolation: process", ", limits: {cpu_percent: 10}"] {
            _ = try document(more).configuration(drivers: schemas, alwaysIsolated: ["bare"])
        }
        do {
            _ = try document(", isolation: in-process").configuration(drivers: schemas, alwaysIsolated: ["bare"])
            Issue.record("it was taken")
        } catch let error as ConfigurationErrors {
            #expect(error.errors.map(\.cause) == [ConfigurationError.Cause.conflict])
            #expect(
                error.description
                    == "gateway.yaml:1:46: receivers[0].isolation: the driver \"bare\" is not built in, and "
                    + "runs in a separate process only (allowed: process)")
        }
    }

    @Test("All mistakes of a file are told at once, in the order of the file")
    func allAtOnce() throws {
        let yaml = """
            receivers:
              - id: a
                driver: replay
                priority: 1000
                config: { speed: 0, sped: 1 }
              - id: a
                driver: none
            listen: { http: x, gpsd: [nowhere] }
            plugin_pat: []
            """
        let keys = try errors(yaml).map { "\($0.position?.line ?? 0) \($0.key ?? "")" }
        #expect(
            keys == [
                "4 receivers[0].priority", "5 receivers[0].config.path", "5 receivers[0].config.speed",
                "5 receivers[0].config.sped", "6 receivers[1].id", "7 receivers[1].driver", "8 listen.http",
                "8 listen.gpsd[0]", "9 plugin_pat",
            ])
    }

    @Test("No more than a hundred mistakes are gathered")
    func bounded() throws {
        let yaml = (0..<5000).map { "key\($0): 1\n" }.joined()
        #expect(try errors(yaml).count == ConfigurationErrors.maximumCount)
    }

    @Test("Control characters of the file do not reach the terminal")
    func escaped() throws {
        let text = try errors("\"re\\e[2Jd\\u202E\": 1").map(\.description).joined()
        #expect(text.contains("re\\u{1B}[2Jd\\u{202E}: unknown key"))
    }
}
