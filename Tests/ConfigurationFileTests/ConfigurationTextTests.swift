// SPDX-License-Identifier: Apache-2.0

import Settings
import Testing

@testable import ConfigurationFile

struct ConfigurationTextTests {
    static let files = [
        "",
        "receivers: [{id: a, driver: bare, isolation: in-process, priority: 3}]",
        "receivers: [{id: a, driver: bare, isolation: process, limits: {memory_mib: 64, observations_per_s: 5}}]",
        "listen: { gpsd: ['a:1'] }\nplugin_path: ['/a b', /c, \"/no\", \"/\\n#x: y\"]",
        receiver(config: "{path: 'no', speed: 2.5e-1, baud: 38400, filter: [ubx, nmea], clock: {mode: '12'}}"),
        receiver(config: "{path: \"# é: \\\"\\\\ \\u2028 \\t-\"}"),
        """
        receivers:
          - { id: a, driver: replay, config: { path: "- x", loop: true } }
          - { id: 7b, driver: replay, config: { path: "1e3", skip: 0x10, clock: { offset_s: -3 } } }
        listen: { gpsd: ["[::]:0", "localhost:2947"] }
        """,
    ]

    @Test(
        "The effective configuration is a valid file that means the same, and is shown the same again", arguments: files
    )
    func roundTrip(_ yaml: String) throws {
        let drivers = try drivers()
        let first = try configuration(yaml)
        let shown = try first.yaml(drivers: drivers)
        let second = try configuration(shown)
        #expect(try second.value(drivers: drivers) == first.value(drivers: drivers))
        #expect(try second.yaml(drivers: drivers) == shown)
        for (a, b) in zip(first.receivers, second.receivers) {
            let schema = try #require(drivers[a.driver])
            #expect(try a.section.json(schema) == b.section.json(schema))
            #expect((a.id, a.driver, a.priority) == (b.id, b.driver, b.priority))
            #expect(a.isolation == b.isolation)
            #expect(a.limits == b.limits)
        }
        #expect(first.receivers.count == second.receivers.count)
        #expect(first.listen == second.listen)
        #expect(first.pluginPath == second.pluginPath)
    }

    @Test("Without the drivers' schemas their keys are shown as they stand in the file", arguments: files)
    func withoutDrivers(_ yaml: String) throws {
        let first = try ConfigurationDocument(yaml: yaml, name: "x").configuration()
        let second = try ConfigurationDocument(yaml: try first.yaml(), name: "x").configuration()
        #expect(try second.value(drivers: [:]) == first.value(drivers: [:]))
    }

    @Test("Each key is shown with its description, range and default")
    func comments() throws {
        let shown = try configuration(receiver(config: "{path: a.nmea}")).yaml(drivers: try drivers())
        let blocks = [
            """
            # The receivers; each is run by one driver.
            receivers:
              -
                # The receiver's id, unique in the file. Its observations carry this id. (1...64 letters,
                # digits, dots, hyphens and underscores, a letter or digit first; required)
                id: rover
                # Name of the driver, as shown by 'gnss-gateway drivers list'. (text of 1...64 characters;
                # required)
                driver: replay
            """,
            """
                # The driver's own keys; see 'gnss-gateway drivers info'.
                config:
                  # The file. (text of 1...20 characters; required)
                  path: a.nmea
                  # Times real time. (0.1...1000; default 1)
                  speed: 1
                  # (true or false; default false)
                  loop: false
                  # (auto | 4800 | 38400; default auto)
                  baud: auto
                  # (nmea | ubx; default [])
                  filter: []
                  clock:
                    # (a whole number; default 0)
                    offset_s: 0
            """,
            """
            # Addresses on which the gateway's servers listen.
            listen:
              # Addresses of the gpsd server. On any address other than loopback, everyone on the network can
              # read the position. (address:port, like 127.0.0.1:2947, [::1]:2947 or a host name with a port
              # of 0...65535; default ["127.0.0.1:2947", "[::1]:2947"])
              gpsd: ["127.0.0.1:2947", "[::1]:2947"]
            """,
            """
            # Additional plugin directories, searched after the built-in one and the user's. (an absolute
            # path; default [])
            plugin_path: []
            """,
        ]
        for block in blocks { #expect(shown.contains(block), "\(shown)") }
    }

    @Test("Keys that the file omits are shown as comments", arguments: ["corrections", "mqtt", "traccar", "webhook"])
    func omitted(_ name: String) throws {
        let schema = try #require(GatewayKeys.file[name])
        let example = try #require(schema.example)
        var writer = ConfigurationWriter()
        writer.write(example, schema, indent: 2)
        for property in schema.properties {
            // The keys of the example, and the others in comments.
            let forms = ["  \(property.key): ", "  # \(property.key):"]
            let count = writer.lines.count { line in forms.contains { line.hasPrefix($0) } }
            #expect(count == 1, "\(property.key): \(writer.lines)")
        }
        #expect(try configuration("").yaml().contains("\n# \(name):\n#   # "))
        let key = try #require(schema.properties.last?.key)
        #expect(GatewayConfiguration.sample.contains("\n#   # \(key):"))
    }

    @Test("The sample is valid and means the defaults")
    func sample() throws {
        let sample = try configuration(GatewayConfiguration.sample)
        #expect(try sample.value(drivers: [:]) == GatewayConfiguration().value(drivers: [:]))
        for key in ["receivers:", "listen:", "  gpsd:", "plugin_path:"] {
            #expect(GatewayConfiguration.sample.contains("\n\(key)"), "\(key)")
        }
    }

    @Test("The examples of the sample are valid once their comment marks are taken away")
    func examples() throws {
        var lines: [Substring] = []
        var isExample = false
        for line in GatewayConfiguration.sample.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty { isExample = false }
            if isExample { lines.append(line.dropFirst(2)) }
            if line == "# For example:" { isExample = true }
        }
        let text = lines.joined(separator: "\n")
        let configuration = try ConfigurationDocument(yaml: text, name: "sample").configuration()
        #expect(configuration.receivers.map(\.id) == ["rover"])
        #expect(configuration.receivers.map(\.isolation) == [.process])
        #expect(configuration.receivers.map(\.limits) == [ChildLimits(observationsPerSecond: 10_000)], "the defaults")
        #expect(configuration.pluginPath == ["/opt/gnss-gateway/plugins"])
    }

    @Test("The configuration of an empty file is that of the initialiser")
    func defaults() throws {
        let empty = try configuration("")
        #expect(try empty.value(drivers: [:]) == GatewayConfiguration().value(drivers: [:]))
        let receiver = try configuration("receivers: [{id: a, driver: bare}]").receivers.first
        #expect(receiver?.priority == ReceiverConfiguration(id: "a", driver: "bare").priority)
    }

    @Test("The drivers' directories can be read though the rest of the file is wrong")
    func pluginPath() throws {
        let document = try ConfigurationDocument(yaml: "plugin_path: [/a, /b]\nreceivers: 5\n", name: "x")
        #expect(document.pluginPath == ["/a", "/b"])
        #expect(try ConfigurationDocument(yaml: "plugin_path: [a]", name: "x").pluginPath.isEmpty)
    }

    @Test("A driver's keys may be checked later, and their errors still name the file's line")
    func later() throws {
        let document = try ConfigurationDocument(yaml: receiver(config: "{path: x, loop: 3}"), name: "g.yaml")
        let section = try #require(try document.configuration().receivers.first).section
        let schema = try #require(try drivers()["replay"])
        let error = #expect(throws: ConfigurationErrors.self) { try section.json(schema) }
        #expect(
            error?.description == "g.yaml:4:29: receivers[0].config.loop: \"3\" is a number (allowed: true or false)")
    }
}
