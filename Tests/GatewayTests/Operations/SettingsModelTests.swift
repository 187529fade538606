// SPDX-License-Identifier: Apache-2.0

import ConfigurationFile
import ControlModel
import Foundation
import Logging
import RuntimeSettings
import Settings
import Storage
import Synchronization
import Testing

/// Restarts, new files and people's changes in random order, compared with a model: for each setting a person's value
/// holds, else the file's, otherwise the default.
struct SettingsModelTests {
    /// Some settings with values that are allowed, the default first, and one that is not.
    private static let keys: [(name: String, allowed: [ConfigurationValue], wrong: ConfigurationValue)] = [
        ("centroid.samples", [.integer(20), .integer(1), .integer(50), .integer(33)], .integer(51)),
        ("centroid.method", [.text("robust"), .text("compatible")], .text("best")),
        ("osnma.require", [.boolean(false), .boolean(true)], .text("yes")),
        ("agrirouter.send_interval_s", [.integer(10), .integer(5), .integer(20)], .integer(7)),
    ]

    private struct Model: CustomStringConvertible {
        var file: [String: ConfigurationValue] = [:]
        var person: [String: ConfigurationValue] = [:]

        func expected(_ name: String, _ standard: ConfigurationValue) -> (ConfigurationValue, SettingOrigin) {
            if let own = person[name] { return (own, .person) }
            if let given = file[name], given != standard { return (given, .file) }
            return (standard, .standard)
        }

        var configuration: String {
            let sections = Dictionary(grouping: file.keys.sorted()) { $0.split(separator: ".")[0] }
            let lines = sections.map { section, names in
                let values = names.map { "\($0.split(separator: ".")[1]): \(JSONWriter.text(file[$0] ?? .null))" }
                return "\(section): { \(values.joined(separator: ", ")) }"
            }
            return lines.isEmpty ? "{}" : lines.joined(separator: "\n")
        }

        var description: String { "file \(file), person \(person)" }
    }

    private final class Followed: Sendable { let value = Mutex<GatewayConfiguration?>(nil) }

    private struct Dice: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    private static func configuration(_ yaml: String) throws -> GatewayConfiguration {
        try ConfigurationDocument(yaml: yaml, name: "test").configuration()
    }

    private static func started(_ model: Model, _ store: Store, _ followed: Followed) async throws
        -> SettingsCoordinator
    {
        let configuration = try configuration(model.configuration)
        followed.value.withLock { $0 = configuration }
        let coordinator = SettingsCoordinator(
            configuration, store: store, now: { 0 }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        coordinator.connect(locks: { [:] }, follow: { new in followed.value.withLock { $0 = new } })
        await coordinator.recall()
        return coordinator
    }

    private static func patch(_ values: [(String, ConfigurationValue)]) -> SettingsPatch {
        SettingsPatch(values.map { (name: $0.0, value: $0.1) })
    }

    @Test(arguments: 1...6) func `in every order what the model says holds, and nothing else`(seed: UInt64) async throws
    {
        var dice = Dice(state: seed &* 0x9E37_79B9_7F4A_7C15)
        let (store, followed) = (try Store(), Followed())
        var model = Model()
        var coordinator = try await Self.started(model, store, followed)
        var versions: [String: String] = [:]
        for step in 0..<80 {
            let key = Self.keys[Int.random(in: 0..<Self.keys.count, using: &dice)]
            let other = Self.keys[Int.random(in: 0..<Self.keys.count, using: &dice)]
            let value = key.allowed[Int.random(in: 0..<key.allowed.count, using: &dice)]
            let action = Int.random(in: 0..<9, using: &dice)
            switch action {
            case 0, 1:
                _ = try await coordinator.changeSettings(Self.patch([(key.name, value)]), of: nil)
                model.person[key.name] = value
            case 2:
                _ = try await coordinator.changeSettings(Self.patch([(key.name, .null)]), of: nil)
                model.person[key.name] = nil
            case 3:
                // One of two values is not allowed: neither is taken.
                let both = [(key.name, value), (other.name, other.wrong)].filter {
                    $0.0 != other.name || $0.1 == other.wrong
                }
                await #expect(throws: ControlError.self) {
                    try await coordinator.changeSettings(Self.patch(both), of: nil)
                }
            case 4:
                await #expect(throws: ControlError.self) {
                    try await coordinator.changeSettings(Self.patch([(key.name, value)]), of: "an old version")
                }
            case 5, 6:
                // A new file: a key with a different value (perhaps the person's), or without the key.
                model.file[key.name] = action == 5 ? value : nil
                if Bool.random(using: &dice), let own = model.person[other.name] { model.file[other.name] = own }
                coordinator.reload(try Self.configuration(model.configuration)) { new in
                    followed.value.withLock { $0 = new }
                }
            case 7:
                var wrong = model
                wrong.file[key.name] = key.wrong
                #expect(throws: ConfigurationErrors.self) { try Self.configuration(wrong.configuration) }
            default:
                if Bool.random(using: &dice), model.person[key.name] != nil {
                    // Another version stored a value that this one does not allow.
                    var stored = model.person
                    stored[key.name] = key.wrong
                    try await store.set(
                        "settings",
                        to: ConfigurationValue(nested: stored.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }),
                        at: 0)
                    model.person[key.name] = nil
                }
                coordinator = try await Self.started(model, store, followed)
            }
            let report = coordinator.report
            let holding = try #require(followed.value.withLock { $0 })
            for key in Self.keys {
                let entry = try #require(report.settings.first { $0.name == key.name })
                let (value, origin) = model.expected(key.name, key.allowed[0])
                #expect(
                    entry.value == value && entry.origin == origin, "\(seed) \(step) \(action) \(key.name): \(model)")
                #expect(entry.file == model.file[key.name] ?? key.allowed[0], "\(seed) \(step) \(action) \(key.name)")
                let followed = GatewayConfiguration.settings.leaves.first { $0.name == key.name }?.value(holding)
                #expect(followed == value, "followed: \(seed) \(step) \(action) \(key.name): \(model)")
            }
            // The same values of the same origin have the same version, also after a restart, and others another one.
            let state = Self.keys.map { "\(model.expected($0.name, $0.allowed[0]))" }.joined()
            #expect(versions.updateValue(report.version, forKey: state) ?? report.version == report.version)
            #expect(versions.count { $0.value == report.version } == 1, "\(seed) \(step)")
        }
        #expect(versions.count > 10)
    }
}
