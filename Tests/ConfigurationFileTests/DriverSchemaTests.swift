// SPDX-License-Identifier: Apache-2.0

import Foundation
import Settings
import Testing

@testable import ConfigurationFile

struct DriverSchemaTests {
    static let refused: [(String, String, String)] = [
        (
            #"{"type":"object","properties":{"a":{"type":"string","pattern":"x"}}}"#, "properties.a",
            "unknown keyword \"pattern\""
        ),
        (#"{"type":"object","$schema":"x"}"#, "", "unknown keyword \"$schema\""),
        (#"{"type":"object","properties":{"a":{"oneOf":[]}}}"#, "properties.a", "unknown keyword \"oneOf\""),
        (#"{"type":"object","additionalProperties":true}"#, "additionalProperties", "must be false"),
        (#"{"type":"object","additionalProperties":{}}"#, "additionalProperties", "must be false"),
        (#"{"type":"string"}"#, "type", "must be of type object"),
        (#"{}"#, "type", "must be of type object"),
        (#"[]"#, "", "a schema must be an object"),
        (#"{"type":"objekt"}"#, "type", "unknown type"),
        (
            #"{"type":"object","properties":{"a":{"type":"integer","minimum":"1"}}}"#, "properties.a.minimum",
            "must be a number"
        ),
        (#"{"type":"object","properties":{"a":{"minimum":2,"maximum":1}}}"#, "properties.a.minimum", "above maximum"),
        (
            #"{"type":"object","properties":{"a":{"minLength":2,"maxLength":1}}}"#, "properties.a.minLength",
            "above maxLength"
        ),
        (#"{"type":"object","properties":{"a":{"minLength":-1}}}"#, "properties.a.minLength", "0 or more"),
        (#"{"type":"object","properties":{"a":{"type":"string","maximum":1}}}"#, "properties.a.maximum", "no effect"),
        (
            #"{"type":"object","required":["b"],"properties":{"a":{}}}"#, "required",
            "\"b\" is not one of the properties"
        ),
        (#"{"type":"object","required":[1]}"#, "required", "must be a list of distinct strings"),
        (
            #"{"type":"object","properties":{"a":{"type":"integer","default":"x"}}}"#, "properties.a.default",
            "\"x\" is text"
        ),
        (
            #"{"type":"object","properties":{"a":{"type":"integer","enum":["x"]}}}"#, "properties.a.enum",
            "\"x\" is text"
        ),
        (#"{"type":"object","properties":{"a":{"enum":[1],"default":2}}}"#, "properties.a.default", "2 is not one of"),
        (#"{"type":"object","properties":{"a":{"enum":[]}}}"#, "properties.a.enum", "must be a list of values"),
        (#"{"type":"object","properties":[]}"#, "properties", "must be an object of schemas"),
        (#"{"type":"object","properties":{"a":{"type":"array","items":{"not":{}}}}}"#, "properties.a.items", "\"not\""),
        (#"{"type":"object","description":1}"#, "description", "must be text"),
        (#"{"type":"#, "", "is not valid YAML"),
        (#"{"type":"object","type":"object"}"#, "", "twice"),
    ]

    @Test("What is outside the subset is refused with the keyword and its place", arguments: refused)
    func refusal(_ json: String, _ place: String, _ problem: String) {
        let error = #expect(throws: SchemaError.self) { try DriverSchema(json: json, driver: "x") }
        #expect(error?.place == place)
        #expect(error?.problem.contains(problem) == true, "\(error?.description ?? "")")
        #expect(error?.position != nil)
    }

    @Test("A refusal is one line that names driver, line and keyword")
    func line() {
        let json = "{\n  \"type\": \"object\",\n  \"format\": \"x\"\n}"
        let error = #expect(throws: SchemaError.self) { try DriverSchema(json: json, driver: "x") }
        let keywords =
            "type, properties, required, additionalProperties, enum, minimum, maximum, minLength, maxLength, "
            + "items, default, description"
        #expect(error?.description == "schema of driver \"x\": 3:3: unknown keyword \"format\" (allowed: \(keywords))")
    }

    @Test("A schema that is too large is refused")
    func tooLarge() {
        let json = #"{"type":"object"}"# + String(repeating: " ", count: ConfigurationDocument.maximumSize)
        #expect(throws: SchemaError.self) { try DriverSchema(json: json, driver: "x") }
    }

    @Test("A section becomes compact JSON with the defaults filled in, in the order of the schema")
    func defaults() throws {
        let schema = try DriverSchema(json: replaySchema, driver: "replay")
        let section = try DriverSection(yaml: "{clock: {mode: gps}, path: a.ubx, skip: 2}", name: "x")
        let expected =
            #"{"path":"a.ubx","speed":1,"loop":false,"baud":"auto","skip":2,"filter":[],"#
            + #""clock":{"offset_s":0,"mode":"gps"}}"#
        #expect(try section.json(schema) == expected)
    }

    @Test("A section without a closed schema keeps its other keys")
    func open() throws {
        let schema = try DriverSchema(json: #"{"type":"object","properties":{"a":{"default":1}}}"#, driver: "x")
        let section = try DriverSection(yaml: "{z: [1, 2.5, null, {q: true}], b: text}", name: "x")
        #expect(try section.json(schema) == #"{"a":1,"z":[1,2.5,null,{"q":true}],"b":"text"}"#)
    }

    @Test(
        "JSON of any text is read back the same by another reader",
        arguments: [
            "", "plain", "quote\" back\\slash / tab\t line\n\r", "\u{1}\u{1F}\u{7F}\u{85}\u{A0}", "grün 東京 🛰️ e\u{301}",
            "\u{2028}\u{2029}\u{FEFF}\u{FFFE}\u{FFFF}\u{10FFFF}",
        ])
    func texts(_ text: String) throws {
        let json = JSONWriter.text(.section([ConfigurationValue.Member(key: text, value: .text(text))]))
        let read = try JSONDecoder().decode([String: String].self, from: Data(json.utf8))
        #expect(read.map { Array($0.value.unicodeScalars) } == [Array(text.unicodeScalars)])
        #expect(read.map { Array($0.key.unicodeScalars) } == [Array(text.unicodeScalars)])
        let node = try YAMLReader.read(json, file: "x")
        #expect(node.entry(text)?.value.content.scalarText == text)
    }

    @Test(
        "JSON of any number is read back the same",
        arguments: [0, -0.5, 1e-5, 1e300, .leastNonzeroMagnitude, 0.1, .greatestFiniteMagnitude])
    func numbers(_ number: Double) throws {
        let json = JSONWriter.text(.list([.number(number), .integer(.min), .integer(.max)]))
        let read = try JSONDecoder().decode([Double].self, from: Data(json.utf8))
        #expect(read.first == number)
        var validator = SchemaValidator(file: "x")
        let value = validator.check(try YAMLReader.read(json, file: "x"), ValueSchema(), path: "")
        #expect(value?.elements.first?.means(.number(number)) == true)
        #expect(value?.elements.dropFirst() == [.integer(.min), .integer(.max)])
    }

    @Test("What is not finite becomes null, never text that is no JSON")
    func notFinite() {
        #expect(JSONWriter.text(.list([.number(.infinity), .number(.nan)])) == "[null,null]")
    }
}

extension ConfigurationNode.Content {
    var scalarText: String? {
        guard case .scalar(let text, _) = self else { return nil }
        return text
    }
}
