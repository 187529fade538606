// SPDX-License-Identifier: Apache-2.0

import ConfigurationFile
import ControlModel
import Settings
import Testing
import Translations

/// Settings that are described by one sentence.
private struct OneText: SettingsControl {
    func settingsSchema(_ text: (String) -> String) -> String { #"{"description":"\#(text("Enables photos."))"}"# }
    func settings() async -> SettingsReport { SettingsReport(version: "1", settings: []) }
    func changeSettings(_ patch: SettingsPatch, of version: String?) async throws(ControlError) -> SettingsReport {
        await settings()
    }
}

/// The explanations of settings in the languages that there are.
struct SettingTextsTests {
    /// The English explanations of all settings that people may change, and of their sections.
    private static let english: Set<String> = {
        func texts(_ schema: ValueSchema) -> [String] {
            [schema.text] + schema.properties.flatMap { texts($0.schema) }
        }
        return Set(GatewayConfiguration.settings.schema.changeablePart.map(texts) ?? [])
    }()

    @Test(arguments: [MessageLanguage.german, .french])
    func `each explanation is translated from exactly its present English text`(_ language: MessageLanguage) {
        let translated = Set(MessageCatalogue.settingTexts(language).keys)
        #expect(Self.english.count > 25 && !Self.english.contains(""))
        let missing = Self.english.subtracting(translated).sorted()
        #expect(missing == [], "new or changed: translate them in MessageCatalogue+…Settings.swift")
        let unused = translated.subtracting(Self.english).sorted()
        #expect(unused == [], "no setting has this text any more in \(language.rawValue)")
    }

    @Test(arguments: [MessageLanguage.german, .french])
    func `a translation is a sentence of its own with the same numbers, names and values`(_ language: MessageLanguage) {
        for (english, text) in MessageCatalogue.settingTexts(language) {
            #expect(text != english && text.hasSuffix(".") && !text.contains("  "), "\(language.rawValue) \(english)")
            for name in english.matches(of: /\d+|[a-z]+\.[a-z]+|\((?:any|verified|policy)\)|OSNMA|HDOP|QA/) {
                #expect(text.contains(String(name.output)), "\(language.rawValue) \(english)")
            }
        }
    }

    @Test func `an explanation without a translation stays English`() {
        #expect(MessageCatalogue.settingText("Enables photos.", in: .german) == "Schaltet Fotos ein.")
        #expect(MessageCatalogue.settingText("Enables photos.", in: .english) == "Enables photos.")
        #expect(MessageCatalogue.settingText("Enables pictures.", in: .french) == "Enables pictures.")
    }

    @Test(arguments: [
        ("", "en", "Enables photos."), ("de-AT", "de", "Schaltet Fotos ein."),
        ("de;q=0.3, fr;q=0.7", "fr", "Active les photos."), ("cs", "en", "Enables photos."),
    ])
    func `the schema is in the language that the client asks for, and says so`(
        header: String, language: String, text: String
    ) async throws {
        try await withDaemon(settings: OneText()) { daemon in
            let headers = header.isEmpty ? [:] : ["Accept-Language": header]
            let answer = try await RawClient.request(
                "GET", "/v1/settings/schema", headers: headers, from: daemon.socketPath)
            let head = answer.lowercased()
            #expect(head.contains("content-language: \(language)\r\n") && head.contains("vary: accept-language\r\n"))
            // It is not stored, and has no tag that two languages could share.
            #expect(head.contains("cache-control: no-store\r\n") && !head.contains("etag:"))
            #expect(answer.contains(#"{"description":"\#(text)"}"#), "\(answer)")
        }
    }
}
