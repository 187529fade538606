// SPDX-License-Identifier: Apache-2.0

import Foundation
import Settings
import Testing

@testable import ConfigurationFile

/// A made-up section with one made-up key: described here, and nowhere else.
private struct MadeUp: ChangeableSettings {
    var interval = 4.5

    static let settings = SettingsDescription(
        "A made-up section.", prototype: MadeUp(),
        [Setting("interval_s", \.interval, "How often nothing happens.", in: 1...60, unit: "s", changeable: true)])
}

/// A file that has the made-up section beside the sections of the gateway.
private struct MadeUpFile: DescribedSettings {
    var gateway = GatewayConfiguration()
    var madeUp = MadeUp()

    static let settings = SettingsDescription(
        "A file.", prototype: MadeUpFile(),
        GatewayConfiguration.settings.settings.map { $0.within(\.gateway) } + [Setting("made_up", \.madeUp)])
}

struct DescriptionTests {
    private static let file = MadeUpFile.settings.schema

    private func read(_ yaml: String) throws -> MadeUpFile {
        var validator = SchemaValidator(file: "gateway.yaml")
        let value = validator.check(try YAMLReader.read(yaml, file: "gateway.yaml"), Self.file, path: "")
        guard let value else { throw ConfigurationErrors(validator.errors) }
        return MadeUpFile(value)
    }

    @Test("A made-up key is read, shown, and in the sample, the schema, a person's change and the help of an option")
    func madeUp() throws {
        // Read, with its default, its range and a place in the file.
        #expect(try read("").madeUp.interval == 4.5 && read("made_up: { interval_s: 7 }").madeUp.interval == 7)
        let error = #expect(throws: ConfigurationErrors.self) { try read("made_up:\n  interval_s: 61\n") }
        #expect(
            error?.description
                == "gateway.yaml:2:15: made_up.interval_s: 61 is above the maximum 60 (allowed: 1...60 s)")
        #expect(throws: ConfigurationErrors.self) { try read("made_up: { interval: 7 }") }

        // Shown, and what is shown means the same.
        var writer = ConfigurationWriter()
        let changed = try read("made_up: { interval_s: 7 }\nstore: { keep_days: 3 }")
        writer.write(changed.value, Self.file, indent: 0)
        let shown = writer.lines.joined(separator: "\n")
        #expect(shown.contains("  # How often nothing happens. (1...60 s; default 4.5)\n  interval_s: 7"))
        #expect(try read(shown).madeUp == changed.madeUp && read(shown).gateway.store == changed.gateway.store)

        // In the sample and in the schema.
        let sample = ConfigurationWriter.sample(of: Self.file)
        #expect(sample.contains("\n# A made-up section.\nmade_up:\n") && sample.contains("\n  interval_s: 4.5\n"))
        let schema = try DriverSchema(
            json: JSONWriter.text(MadeUp.settings.schema.jsonSchema)
                .replacing(#""unit":"s","#, with: ""), driver: "made-up")
        #expect(schema.schema["interval_s"]?.allowed == "1...60")

        // Changed by a person while the daemon runs, with the same words.
        var change = SettingsChange<MadeUp>()
        try change.set("interval_s", to: "8")
        #expect(SettingsChange<MadeUp>.form == #"{"interval_s":4.5}"#)
        for text in ["nan", "-inf", "1e999", "x", ""] {
            #expect(throws: SettingError.self) { try change.set("interval_s", to: text) }
        }
        #expect(throws: SettingError.self) { try change.set("interval", to: "8") }
        #expect(try MadeUp().applying(change).interval == 8)
        change[\.interval] = 61
        let refusal = #expect(throws: SettingError.self) { try MadeUp().applying(change) }
        #expect(refusal?.description == "interval_s: 61 is above the maximum 60 (allowed: 1...60 s)")
        #expect(MadeUp.settings[\.interval]?.help == "How often nothing happens (1...60 s).")
    }

    private static let units: [String: [String]] = [
        "s": ["_s"], "d": ["_days"], "MiB": ["_mib"], "dB-Hz": ["_dbhz"], "m": ["_m"], "%": ["_percent"],
        "bits": ["_bits"], "°": ["_deg"],
    ]

    private var leaves: [(path: String, schema: ValueSchema)] {
        GatewayKeys.file.leaves + GatewayKeys.receiver.leaves.map { ("receivers[].\($0.path)", $0.schema) }
    }

    @Test("Every key has help, a default that is allowed, and its unit in its name")
    func all() throws {
        #expect(leaves.count > 60)
        for (path, schema) in leaves {
            #expect(schema.text.hasSuffix("."), "\(path)")
            if let value = schema.defaultValue {
                var validator = SchemaValidator(file: "x")
                _ = validator.check(ConfigurationNode(value, at: .start), schema, path: path)
                #expect(validator.errors.isEmpty, "\(path)")
            }
            guard let unit = schema.unit else { continue }
            let endings = try #require(Self.units[unit], "\(path)")
            #expect(endings.contains { path.hasSuffix($0) }, "\(path)")
        }
    }

    @Test("docs/configuration.md lists every key as it is described; GNSS_WRITE_DOCS=1 writes it")
    func document() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let path = root.appending(path: "docs/configuration.md")
        if ProcessInfo.processInfo.environment["GNSS_WRITE_DOCS"] == "1" {
            try text.write(to: path, atomically: true, encoding: .utf8)
        }
        let written = try String(contentsOf: path, encoding: .utf8)
        for (path, _) in leaves { #expect(written.contains("| `\(path)` |"), "\(path)") }
        #expect(written == text)
    }

    private var text: String {
        var lines = [
            "# The keys of the configuration file", "",
            "This page is made from the description of the keys in the source code; a test compares the two and, with",
            "`GNSS_WRITE_DOCS=1`, writes it. `gnss-gateway config show` prints the same as a file to begin with. A key",
            "with a † can also be changed while the daemon runs; that value overrides the file and survives restarts.",
            "", "Keys within `receivers[].config` belong to the driver: `gnss-gateway drivers info DRIVER` shows them.",
        ]
        for property in GatewayKeys.file.properties {
            let name = property.key
            let keys = leaves.filter {
                $0.path == name || $0.path.hasPrefix(name + ".") || $0.path.hasPrefix(name + "[].")
            }
            lines += ["", "## \(name)", "", property.schema.text, ""]
            lines += ["| key | allowed | default | meaning |", "| --- | --- | --- | --- |"]
            for (path, schema) in keys { lines.append(row(path, schema)) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func row(_ path: String, _ schema: ValueSchema) -> String {
        let isOpaque = schema.types == [.object]
        let allowed = isOpaque ? "a section" : (schema.items.first.map { "a list of: \($0.allowed)" } ?? schema.allowed)
        let value = schema.defaultValue.map { "`\(ConfigurationWriter.flow($0))`" } ?? ""
        let cells = [allowed, value, schema.text].map {
            $0.replacing("|", with: "\\|").replacing("<", with: "&lt;").replacing("*", with: "\\*")
        }
        return "| `\(path)` |\(schema.isChangeable ? " †" : "") \(cells.joined(separator: " | ")) |"
    }
}
