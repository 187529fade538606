// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import MessageTexts
import NamesPage
import Testing
import Translations

@testable import WebAPI

/// The sentences with codes in the languages that there are.
struct MessageCatalogueTests {
    /// Sentences that consist of other sentences.
    private static let same = [
        "alert.mqtt", "alert.mqtt-not-stored", "alert.osnma-lost", "alert.traccar", "alert.uplink-clock",
        "alert.uplink-reonboard",
        "connection.adapter_problem",
        "alert.server-certificate", "doctor.certificate_finding", "onboarding.failed",
        "provision.number", "value.other",
    ]

    @Test(arguments: MessageLanguage.allCases)
    func `each message is there in each language, and none that nobody uses`(_ language: MessageLanguage) {
        guard language != .english else { return }
        let keys = Set(MessageCatalogue.translations(language).keys)
        let english = Set(MessageCatalogue.english.keys)
        #expect(english.subtracting(keys).isEmpty, "missing in \(language.rawValue)")
        #expect(keys.subtracting(english).isEmpty, "used by nobody in \(language.rawValue)")
    }

    @Test(arguments: [MessageLanguage.german, .french])
    func `a translation has the parameters of the English sentence, or fewer`(_ language: MessageLanguage) {
        func places(_ text: String) -> Set<String> { Set(text.matches(of: /\{\w+(:\d)?\}/).map { String($0.0) }) }
        for (key, text) in MessageCatalogue.texts(in: language) {
            let english = places(MessageCatalogue.english[key] ?? "")
            #expect(places(text).isSubset(of: english), "\(language.rawValue) \(key)")
            #expect(!text.contains("'{") && !text.isEmpty, "\(language.rawValue) \(key)")
        }
    }

    @Test func `each alert and refusal that the program can name has a sentence`() {
        let keys = MessageCatalogue.english.keys
        for code in Alert.Code.allCases {
            #expect(keys.contains { $0.hasPrefix("alert.\(code.rawValue)") }, "\(code)")
        }
        for code in ControlError.Code.allCases { #expect(keys.contains("problem.\(code.rawValue)"), "\(code)") }
    }

    @Test func `each code of the page of names has a sentence in three languages`() throws {
        let codes = try PublicNames.page("Codes of refused requests").map { $0.filter { $0 != "`" } }
        #expect(codes.count > 50)
        // A refusal about photos or the back office has the sentence of its reason.
        let photos = Set(CaptureText.refusals.map(\.refusalCode))
        let office = Set(BackOfficeText.refusals.map(\.refusalCode))
        for code in codes {
            let keys = [
                photos.contains(code) ? "capture.\(code)" : nil, office.contains(code) ? "back_office.\(code)" : nil,
            ].compactMap { $0 }
            for key in keys.isEmpty ? ["problem.\(code)"] : keys {
                #expect(MessageCatalogue.english[key] != nil, "\(code)")
            }
        }
    }

    @Test func `each code has a message, and a translation keeps the names of settings and messages`() {
        #expect(MessageCatalogue.english.count > 230)
        for language in [MessageLanguage.german, .french] {
            for (key, text) in MessageCatalogue.texts(in: language) {
                let english = MessageCatalogue.english[key] ?? ""
                #expect(text != english || Self.same.contains(key), "\(key)")
                for name in ["osnma.enabled", "osnma.time_source", "UBX-RXM-SFRBX", "UBX-NAV-TIMEGAL", "NTP"] {
                    #expect(text.contains(name) == english.contains(name), "\(language.rawValue) \(key)")
                }
            }
        }
    }

    @Test func `a message that a language lacks is English, and a key that is none is itself`() {
        #expect(MessageCatalogue.text("osnma.reason.stale", in: .english).hasPrefix("no valid tag"))
        #expect(MessageCatalogue.text("osnma.reason.stale", in: .german).hasPrefix("seit einer Weile"))
        #expect(MessageCatalogue.text("osnma.reason.nonsense", in: .german) == "osnma.reason.nonsense")
    }

    @Test(arguments: [
        ("", "en"), ("de", "de"), ("de-AT,en;q=0.5", "de"), ("en;q=0.3, fr;q=0.7, de;q=0.2", "fr"),
        ("cs, *;q=0.1", "en"),
        ("cs,fr-CH;q=0.8", "fr"), ("de;q=0", "en"), (";;,q=,,de;q=x", "en"), ("DE", "de"),
    ])
    func `the language that a client likes best is taken`(_ header: String, _ language: String) {
        #expect(MessageLanguage(acceptLanguage: header).rawValue == language)
    }

    @Test func `a sentence in a sentence is in the same language, and numbers keep their decimals`() {
        let cause = CodedText(ReceiverText.notPluggedIn, ["device": "usb:1546:01a9"])
        let text = CodedText(ReceiverText.retrying, ["cause": .sentence(cause), "seconds": .number(4)])
        #expect(text.text == "usb:1546:01a9 is not plugged in; trying again in 4.0 s")
        #expect(
            MessageLanguage.german.text(text, "")
                == "usb:1546:01a9 ist nicht angeschlossen; nächster Versuch in 4.0 s")
        #expect(MessageLanguage.english.text(text, "as it came") == "as it came")
        #expect(MessageLanguage.french.text(nil, "as it came") == "as it came")
        #expect(MessageLanguage.french.text(CodedText(code: "x.y"), "as it came") == "x.y")
    }

    @Test func `an event of an alert is in the reader's language, and one without a code as it came`() throws {
        func event(_ alert: Alert) throws -> ControlEvent {
            try #require(
                ControlEvent(
                    Observation(
                        source: .gateway, sequence: 1,
                        hostTime: HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0), payload: .alert(alert))))
        }
        let disk = try event(
            Alert(code: .lowDisk, severity: .warning, .lowDisk, ["free": .count(7), "folder": "/state"]))
        #expect(disk.text == "only 7 MiB are free in the state directory (/state); free some space")
        #expect(disk.translated(to: .german).text.hasPrefix("im Zustandsordner (/state) sind nur noch 7 MiB frei"))
        #expect(disk.translated(to: .english) == disk)
        let other = try event(Alert(code: "x", severity: .warning, text: "x"))
        #expect(other.translated(to: .french).text == "x")
    }
}
