// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Settings

/// A made-up section with a setting of every kind.
private struct Radio: ChangeableSettings {
    enum Band: String, SettingValue, CaseIterable { case long, medium }

    var volume = 3
    var isOn = false
    var band = Band.medium
    var gain = 1.5
    var pause = Duration.milliseconds(500)
    var name: String?
    var folder: String?
    var stations = ["one"]

    init() {}

    static let settings = SettingsDescription(
        "A radio.", prototype: Radio(), groups: ["tuner": "What it receives."],
        [
            Setting("volume", \.volume, "How loud it is.", in: 0...10, changeable: true),
            Setting("enabled", \.isOn, "Whether it plays."),
            Setting("tuner.band", \.band, "Where it listens.", changeable: true),
            Setting("tuner.gain_db", \.gain, "How much it amplifies.", in: 0...20, unit: "dB", changeable: true),
            Setting("pause_s", \.pause, "How long it waits.", in: 0...5, unit: "s"),
            Setting("name", \.name, "What it is called.", lengths: 1...4),
            Setting(
                "folder", orEmpty: \.folder, "Where it records.", form: { $0.hasPrefix("/") ? nil : "is no path" },
                formText: "a path", example: nil),
            Setting("stations", \.stations, "What it knows.", items: ValueSchema(types: [.string])),
        ])
}

/// A section with a section in it.
private struct Car: DescribedSettings {
    var radio = Radio()
    var isLocked = true

    init() {}

    static let settings = SettingsDescription(
        "A car.", prototype: Car(),
        [Setting("radio", \.radio), Setting("locked", \.isLocked, "Whether it is locked.", changeable: true)])
}

struct SettingTests {
    @Test("A merge patch changes values and takes changes back, at any depth, all of it or nothing")
    func merging() throws {
        func value(_ json: String) throws -> ConfigurationValue {
            try JSONDecoder().decode(ConfigurationValue.self, from: Data(json.utf8))
        }
        var change = SettingsChange<Car>()
        #expect(
            SettingsChange<Car>.allNames == ["radio.volume", "radio.tuner.band", "radio.tuner.gain_db", "locked"])
        #expect(
            try change.merge(try value(#"{"locked":false,"radio":{"volume":7,"tuner":{"gain_db":2}}}"#)).sorted()
                == ["locked", "radio.tuner.gain_db", "radio.volume"])
        var car = try Car().applying(change)
        #expect(!car.isLocked && car.radio.volume == 7 && car.radio.gain == 2 && car.radio.band == .medium)
        #expect(try JSONDecoder().decode(SettingsChange<Car>.self, from: try JSONEncoder().encode(change)) == change)
        // Dots and levels mean the same.
        _ = try change.merge(try value(#"{"radio.tuner.band":"long","radio.tuner":{"gain_db":null}}"#))
        car = try Car().applying(change)
        #expect(car.radio.band == .long && car.radio.gain == 1.5 && car.radio.volume == 7)
        _ = try change.merge(try value(#"{"radio":null}"#))
        #expect(change.names == ["locked"])
        for wrong in [
            #"{"locked":true,"radio":{"enabled":true}}"#, #"{"radio":{"volume":"7"},"locked":true}"#, #"{"radio":7}"#,
            #"{"radio":{"tuner":[]}}"#, #"{"nothing":null}"#, #"{"radio":{"volume":{"x":1}}}"#,
            #"{"":null}"#, #"{"":{"locked":true}}"#, #"{"radio":{"":null}}"#,
        ] {
            let before = change
            #expect(throws: SettingError.self, "\(wrong)") { try change.merge(try value(wrong)) }
            #expect(change == before)
        }
        // The members of an object have no order, so neither of two that concern the same setting is the later one.
        for (twice, name) in [
            (#"{"radio":null,"radio.volume":4}"#, "radio.volume"),
            (#"{"radio":{"volume":4},"radio.volume":null}"#, "radio.volume"),
            (#"{"radio":{"volume":4},"radio.volume":4}"#, "radio.volume"),
            (#"{"radio":{"tuner":null,"volume":4},"radio.tuner":{"gain_db":3}}"#, "radio.tuner.gain_db"),
            (#"{"radio":null,"radio.tuner":null}"#, "radio.tuner.band"),
        ] {
            let before = change
            #expect(throws: SettingError.repeated(name), "\(twice)") { try change.merge(try value(twice)) }
            #expect(change == before)
        }
        #expect(throws: SettingError.self) {
            _ = try change.merge(try value(#"{"radio":{"volume":11}}"#))
            _ = try Car().applying(change)
        }
        var restored = SettingsChange<Car>()
        let left = restored.restore(try value(#"{"radio":{"volume":11,"tuner":{"band":"long"}},"wheels":{"count":3}}"#))
        #expect(left.sorted() == ["radio.volume", "wheels.count"] && restored.names == ["radio.tuner.band"])
        let part = try #require(Car.settings.schema.changeablePart)
        #expect(part.leaves.map(\.path) == ["radio.volume", "radio.tuner.band", "radio.tuner.gain_db", "locked"])
    }

    @Test("The schema, the defaults and the values of a section follow from the descriptions")
    func schema() throws {
        let schema = Radio.settings.schema
        #expect(
            schema.leaves.map(\.path) == [
                "volume", "enabled", "tuner.band", "tuner.gain_db", "pause_s", "name", "folder", "stations",
            ])
        #expect(schema["volume"]?.defaultValue == .integer(3) && schema["volume"]?.allowed == "0...10")
        #expect(schema["name"]?.defaultValue == nil && schema["folder"]?.defaultValue == .text(""))
        #expect(schema["tuner"]?["band"]?.allowed == "long | medium" && schema["tuner"]?.text == "What it receives.")
        #expect(schema["tuner"]?["gain_db"]?.unit == "dB" && schema["pause_s"]?.defaultValue == .number(0.5))
        #expect(
            JSONWriter.text(Radio().value)
                == #"{"volume":3,"enabled":false,"tuner":{"band":"medium","gain_db":1.5},"pause_s":0.5,"folder":"","#
                + #""stations":["one"]}"#)
        let json = JSONWriter.text(try #require(schema["tuner"]).jsonSchema)
        #expect(json.contains(#""gain_db":{"type":"number","description":"How much it amplifies.","unit":"dB","#))
    }

    @Test("The texts of a schema are replaced at each level, and nothing else is")
    func texts() throws {
        let schema = Car.settings.schema
        let other = schema.withTexts { "<\($0)>" }
        #expect(other.text == "<A car.>" && other["locked"]?.text == "<Whether it is locked.>")
        let tuner = try #require(other["radio"]?["tuner"])
        #expect(tuner.text == "<What it receives.>" && tuner["gain_db"]?.text == "<How much it amplifies.>")
        let stations = try #require(other["radio"]?["stations"])
        #expect(stations.text == "<What it knows.>" && stations.items.map(\.text) == [""])
        let json = JSONWriter.text(other.jsonSchema)
        #expect(json.filter { $0 != "<" && $0 != ">" } == JSONWriter.text(schema.jsonSchema))
    }

    @Test("What is read is what was shown, and keys that are left out have their defaults")
    func reading() {
        var radio = Radio()
        (radio.volume, radio.isOn, radio.band, radio.gain, radio.name) = (7, true, .long, 2, "abc")
        (radio.pause, radio.folder, radio.stations) = (.seconds(2), "/tmp", [])
        #expect(Radio(radio.value) == radio)
        #expect(Radio(.section([])) == Radio() && Radio(nil as ConfigurationValue?) == Radio())
        #expect(
            Radio.settings[\.gain]?.name == "tuner.gain_db" && Radio.settings[\.band]?.help.contains("medium") == true)
        #expect(Radio.settings["volume"]?.help == "How loud it is (0...10).")
    }

    @Test("A person's change has the ranges and the words of the file")
    func change() throws {
        var change = SettingsChange<Radio>()
        #expect(SettingsChange<Radio>.allNames == ["volume", "tuner.band", "tuner.gain_db"])
        change[\.volume] = 10
        change[\.gain] = 2.5
        #expect(change.names == ["volume", "tuner.gain_db"] && change[\.volume] == 10 && change[\.band] == nil)
        let new = try Radio().applying(change)
        #expect(new.volume == 10 && new.gain == 2.5 && new.band == .medium)
        change[\.volume] = 11
        #expect(throws: SettingError(name: "volume", "11 is above the maximum 10 (allowed: 0...10)")) {
            try Radio().applying(change)
        }
        for (name, text) in [("volume", "-1"), ("tuner.band", "x")] {
            var wrong = SettingsChange<Radio>()
            try wrong.set(name, to: text)
            #expect(throws: SettingError.self, "\(name)=\(text)") { try Radio().applying(wrong) }
        }
        let refused = [
            ("volume", "loud"), ("volume", "1.5"), ("tuner.gain_db", "nan"), ("tuner.gain_db", "inf"),
            ("enabled", "true"), ("band", "long"),
        ]
        for (name, text) in refused {
            let error = #expect(throws: SettingError.self, "\(name)=\(text)") { try change.set(name, to: text) }
            let isUnknown = error?.description.contains("unknown setting") == true
            #expect(isUnknown == (name == "enabled" || name == "band"))
            #expect(isUnknown || error?.description.contains("allowed") == true, "\(String(describing: error))")
        }
        change[\.isOn] = true
        #expect(change.names == ["volume", "tuner.gain_db"], "a setting that only the file has")
        #expect(new.text("tuner.gain_db") == "2.5" && new.text("volume") == "10")
    }

    @Test("A change goes through JSON; a key that does not exist, or of another type, is refused")
    func json() throws {
        let text = #"{"tuner":{"band":"long","gain_db":2},"volume":5}"#
        let change = try JSONDecoder().decode(SettingsChange<Radio>.self, from: Data(text.utf8))
        var same = SettingsChange<Radio>()
        (same[\.band], same[\.gain], same[\.volume]) = (.long, 2, 5)
        #expect(change == same)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(change), as: UTF8.self) == text)
        #expect(String(decoding: try encoder.encode(SettingsChange<Radio>()), as: UTF8.self) == "{}")
        let radio = try JSONDecoder().decode(Radio.self, from: try encoder.encode(try Radio().applying(change)))
        #expect(radio.band == .long && radio.volume == 5 && radio.stations == ["one"])
        for wrong in [
            #"{"volum":5}"#, #"{"volume":"5"}"#, #"{"volume":1.5}"#, #"{"tuner":{"gain":2}}"#, #"{"enabled":true}"#,
            #"{"tuner":5}"#, "[]", "5",
        ] {
            #expect(throws: DecodingError.self, "\(wrong)") {
                try JSONDecoder().decode(SettingsChange<Radio>.self, from: Data(wrong.utf8))
            }
        }
        let twice = #"{"tuner":{"band":"long","gain_db":2},"tuner.band":"medium"}"#
        #expect(throws: SettingError.repeated("tuner.band")) {
            try JSONDecoder().decode(SettingsChange<Radio>.self, from: Data(twice.utf8))
        }
        let none = try JSONDecoder().decode(SettingsChange<Radio>.self, from: Data(#"{"volume":null}"#.utf8))
        #expect(none.names.isEmpty)
    }

    @Test("Changes add up, and are taken back by name or by group")
    func sum() {
        var first = SettingsChange<Radio>()
        (first[\.volume], first[\.gain]) = (5, 1)
        var second = SettingsChange<Radio>()
        (second[\.gain], second[\.band]) = (3, .long)
        var sum = first.followed(by: second)
        #expect(sum.names == ["volume", "tuner.band", "tuner.gain_db"] && sum[\.gain] == 3)
        #expect(sum.remove("tuner") && sum.names == ["volume"])
        #expect(!sum.remove("volum") && sum.remove("volume") && sum == SettingsChange<Radio>())
    }
}
