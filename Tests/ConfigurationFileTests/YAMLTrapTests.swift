// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConfigurationFile

struct YAMLTrapTests {
    static let syntax = [
        Mistake(
            "receivers: [", .syntax,
            "2:1: is not valid YAML: did not find expected node content, "
                + "while parsing a flow node of line 2"),
        Mistake(
            "receivers:\n\t- id: a", .syntax,
            "2:1: this line is indented with a tab: use spaces"),
        Mistake(
            "a: 'b", .syntax,
            "1:6: is not valid YAML: found unexpected end of stream, while scanning a quoted "
                + "scalar of line 1"),
        Mistake("a: \u{1}", .syntax, "1:4: is not valid YAML: control characters are not allowed"),
        Mistake("a: 1\n---\nb: 2\n", .multipleDocuments, "3:1: a second document begins here; only one is allowed"),
        Mistake(
            "listen: {}\nlisten: {}", .duplicateKey,
            "2:1: \"listen\" is given twice: it already appears in line 1"),
        Mistake(
            "receivers:\n  - id: a\n    driver: bare\n    # the name\n    \"id\": b", .duplicateKey,
            "5:5: \"id\" is given twice: it already appears in line 2"),
        Mistake(
            "a:b c : 1\n'a:b c': 2", .duplicateKey,
            "2:1: \"a:b c\" is given twice: it already appears in line 1"),
        Mistake(
            "log: { level: info, level: debug }", .duplicateKey,
            "1:8: \"level\" appears twice in the section that begins here"),
        Mistake(
            "receivers:\n  - id: a\n  \tdriver: bare", .syntax,
            "3:3: this line is indented with a tab: use spaces"),
        Mistake("? [a, b]\n: 1", .syntax, "1:3: a key must be a word, not a list or a section"),
    ]

    static let refused = [
        Mistake("receivers: &all []", .notSupported, "1:12: YAML anchors (&all) are not supported"),
        Mistake("a: &x 1\nb: *x", .notSupported, "1:4: YAML anchors (&x) are not supported"),
        Mistake("a: *x", .notSupported, "1:4: is not valid YAML: found undefined alias"),
        Mistake(
            "&k receivers: []", .notSupported,
            "1:1: YAML anchors (&name) and tags (!name) are not supported"),
        Mistake(
            "plugin_path: !!set {}", .notSupported,
            "1:14: YAML tags (tag:yaml.org,2002:set) are not supported"),
        Mistake("plugin_path: [!env HOME]", .notSupported, "1:15: YAML tags (!env) are not supported"),
    ]

    static let scalars = [
        Mistake(
            receiver(config: "{path: x, loop: no}"), .wrongType,
            "4:29: receivers[0].config.loop: \"no\" is text, write false (allowed: true or false)"),
        Mistake(
            receiver(config: "{path: x, loop: On}"), .wrongType,
            "4:29: receivers[0].config.loop: \"On\" is text, write true (allowed: true or false)"),
        Mistake(
            receiver(config: "{path: x, loop: 'true'}"), .wrongType,
            "4:29: receivers[0].config.loop: \"true\" is text (allowed: true or false)"),
        Mistake(
            receiver(config: "{path: x, loop: 1}"), .wrongType,
            "4:29: receivers[0].config.loop: \"1\" is a number (allowed: true or false)"),
        Mistake(
            receiver(config: "{path: true}"), .wrongType,
            "4:20: receivers[0].config.path: \"true\" is true or "
                + "false, not text: put it in quotes, \"true\" (allowed: text of 1...20 characters)"),
        Mistake(
            receiver(config: "{path: x, skip: 0123}"), .badForm,
            "4:29: receivers[0].config.skip: \"0123\" is ambiguous "
                + "(octal or decimal): remove the leading zero, or quote it (allowed: 0 or more)"),
        Mistake(
            receiver(config: "{path: x, skip: 1_000}"), .wrongType,
            "4:29: receivers[0].config.skip: \"1_000\" is text (allowed: 0 or more)"),
        Mistake(
            receiver(config: "{path: x, skip: 99999999999999999999}"), .outOfRange,
            "4:29: receivers[0].config.skip: \"99999999999999999999\" does not fit into 64 bits (allowed: 0 or more)"),
        Mistake(
            receiver(config: "{path: x, speed: .nan}"), .outOfRange,
            "4:30: receivers[0].config.speed: \".nan\" is not a finite number (allowed: 0.1...1000)"),
        Mistake(
            receiver(config: "{path: x, speed: -.inf}"), .outOfRange,
            "4:30: receivers[0].config.speed: \"-.inf\" is not a finite number (allowed: 0.1...1000)"),
        Mistake(
            receiver(config: "{path: x, speed: 1e999}"), .outOfRange,
            "4:30: receivers[0].config.speed: \"1e999\" is too large (allowed: 0.1...1000)"),
        Mistake(
            receiver(config: "{path: x, speed: ~}"), .wrongType,
            "4:30: receivers[0].config.speed: has no value: omit the key for its default (allowed: 0.1...1000)"),
    ]

    @Test(
        "What YAML allows but a person is caught by is refused with its place",
        arguments: [syntax, refused, scalars].joined())
    func trap(_ mistake: Mistake) throws {
        let errors = try errors(mistake.yaml)
        #expect(errors.map(\.description) == ["gateway.yaml:" + mistake.line])
        #expect(errors.map(\.cause) == [mistake.cause])
    }

    @Test(
        "A whole number may have an exponent, a fraction of zero, or be hexadecimal",
        arguments: ["1e3", "1000.0", "0x3e8", "0o1750", "+1000"])
    func wholeNumbers(_ text: String) throws {
        let json = try section("{path: x, skip: \(text)}")
        #expect(json.contains(#""skip":1000"#))
    }

    @Test(
        "Words that older YAML takes for booleans are text where text is due",
        arguments: ["no", "on", "y", "12:30", "2026-01-01", "1.2.3"])
    func words(_ text: String) throws {
        #expect(try section("{path: \(text)}").hasPrefix(#"{"path":"\#(text)""#))
    }

    @Test("A file that begins with a byte-order mark is read as without it")
    func byteOrderMark() throws {
        let yaml = "log: { level: info }\ntls: auto\n"
        #expect(try errors("\u{FEFF}" + yaml) == errors(yaml))
        #expect(try errors("\u{FEFF}" + yaml).contains { $0.cause == .syntax } == false)
        #expect(try errors("\u{FEFF}lag: 1\n").first?.description == errors("lag: 1\n").first?.description)
    }

    @Test("A file of nested aliases that would expand without bound is refused at once")
    func billionLaughs() throws {
        var yaml = "a0: &a0 [x, x]\n"
        for level in 1...40 { yaml += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1), *a\(level - 1)]\n" }
        yaml += "? *a40\n: 1\n? *a40\n: 2\n"
        #expect(try errors(yaml).first?.description == "gateway.yaml:2:10: YAML aliases (*name) are not supported")
        // A quoted text may contain what looks like the beginning of a comment before aliases.
        for text in ["\" # \"", "\"\n # \"", "'\n # x'"] {
            var hidden = "a0: &a0 [x, x]\n"
            for level in 1...40 {
                let alias = "*a\(level - 1)"
                hidden += "a\(level): &a\(level) [\(text), \(alias), \(alias), \(alias)]\n"
            }
            #expect(try errors(hidden + "? *a40\n: 1\n? *a40\n: 2\n").first?.cause == .notSupported, "\(text)")
        }
        // A byte-order mark may stand at the beginning of each line.
        var marked = "a0: &a0 [x, x]\n"
        for level in 1...40 {
            marked += "a\(level): &a\(level) [\n"
            marked += String(repeating: "\u{FEFF}*a\(level - 1),\n", count: 3) + "]\n"
        }
        #expect(try errors(marked + "? *a40\n: 1\n? *a40\n: 2\n").first?.cause == .notSupported)
    }

    @Test("Stars and ampersands in a comment are no aliases", arguments: ["\n", "\r\n"])
    func starsInComment(_ end: String) throws {
        let yaml = [
            "# see &anchors: *a* *b* *c* *d* *e* *f* *g* *h*", "log: { level: info } # *bold* &c *d *e",
            "tls: \"auto\" # *x",
        ].map { $0 + end }.joined()
        #expect(try errors(yaml).isEmpty)
    }

    @Test("Deep nesting is refused, however deep", arguments: [33, 200, 5000, 100_000])
    func deepNesting(_ depth: Int) throws {
        let flow = "receivers: " + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(try errors(flow).map(\.cause) == [.tooDeep])
        let block = String(repeating: "- ", count: depth) + "x"
        #expect(try errors(block).first?.cause == .tooDeep)
        let open = String(repeating: "{a: ", count: depth)
        #expect(try errors(open).isEmpty == false)
    }

    @Test("Thousands of keys that are given twice are reported at once", .timeLimit(.minutes(1)))
    func manyDuplicates() throws {
        let keys = (0..<5000).map { "k\($0): 1\n" }.joined()
        let errors = try errors(keys + keys)
        #expect(errors.count == ConfigurationErrors.maximumCount)
        #expect(errors.first?.description == "gateway.yaml:5001:1: \"k0\" is given twice: it already appears in line 1")
    }

    @Test("Stars and ampersands in text are no aliases")
    func starsInText() throws {
        let yaml = "plugin_path: [\"/a *b &c *d *e *f *g *h *i\"] # **bold** *x*\n"
        #expect(try errors("plugin_path: [\"/a & b * c\", /x*y]").isEmpty)
        #expect(try errors(yaml.replacing("&c", with: "c")).isEmpty)
    }

    @Test(
        "An empty file, one of comments, and a null are a configuration of defaults",
        arguments: ["", "# nothing\n", "---\n", "~", "receivers:\nlisten:\n  # gpsd: []\n", "{}", "\u{FEFF}"])
    func empty(_ yaml: String) throws {
        let configuration = try configuration(yaml)
        #expect(configuration.receivers.isEmpty)
        #expect(configuration.listen.gpsd.map(\.description) == ["127.0.0.1:2947", "[::1]:2947"])
        #expect(configuration.pluginPath.isEmpty)
    }

    @Test("Another fault in a line that begins with a tab keeps its own words")
    func faultBesideTab() throws {
        let text = try #require(try errors("receivers: [\n\tb: }\n]").first?.description)
        #expect(text.contains("is not valid YAML: did not find expected node content"), "\(text)")
        #expect(text.hasSuffix("; line 2 is indented with a tab: use spaces"), "\(text)")
    }

    @Test(
        "A number in quotes is a mistake, but not where such a text is allowed",
        arguments: [
            (#"{"type":["string","integer"]}"#, true), (#"{"type":["string","number"],"maxLength":1}"#, true),
            (#"{"type":["string","integer"],"enum":["5","a"]}"#, true), (#"{"type":"integer"}"#, false),
            (#"{"type":["string","integer"],"minLength":2}"#, false),
            (#"{"type":["string","integer"],"enum":[5,"a"]}"#, false),
            (#"{"type":["string","integer"],"minLength":1,"maxLength":1,"default":"x"}"#, false),
        ])
    func quotedNumber(_ schema: String, isText: Bool) throws {
        let json = "{\"type\":\"object\",\"properties\":{\"key\":\(schema)}}"
        let yaml = "receivers: [{id: a, driver: own, config: {key: '5'}}]"
        var causes: [ConfigurationError.Cause] = []
        do {
            _ = try ConfigurationDocument(yaml: yaml, name: "gateway.yaml")
                .configuration(drivers: ["own": try DriverSchema(json: json, driver: "own")])
        } catch let error as ConfigurationErrors {
            causes = error.errors.map(\.cause)
        }
        #expect(causes == (isText ? [] : [.wrongType]))
    }

    private func section(_ config: String) throws -> String {
        let receiver = try #require(try configuration(receiver(config: config)).receivers.first)
        return try receiver.section.json(try #require(try drivers()["replay"]))
    }
}
