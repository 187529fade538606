// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import Testing

@testable import WebAPI

/// The messages of OSNMA in the languages that there are.
struct MessageCatalogueTests {
    @Test(arguments: MessageLanguage.allCases)
    func `each message is there in each language, and none that nobody uses`(_ language: MessageLanguage) {
        guard language != .english else { return }
        let keys = Set(MessageCatalogue.translations(language).keys)
        let english = Set(MessageCatalogue.english.keys)
        #expect(english.subtracting(keys).isEmpty, "missing in \(language.rawValue)")
        #expect(keys.subtracting(english).isEmpty, "used by nobody in \(language.rawValue)")
    }

    @Test func `each code has a message, and a translation keeps the names of settings and messages`() {
        #expect(MessageCatalogue.english.count == 3 + 20 + 8 + 3 + 5 + 4)
        for language in [MessageLanguage.german, .french] {
            for (key, text) in MessageCatalogue.texts(in: language) {
                let english = MessageCatalogue.english[key] ?? ""
                #expect(text != english, "\(key)")
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

    @Test func `an alert that is over bears the words of the return`() throws {
        let alert = Alert(code: "osnma-lost", severity: .information, text: "x", isOver: true)
        let observation = Observation(
            source: .gateway, sequence: 1, hostTime: HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0),
            payload: .alert(alert))
        let event = try #require(ControlEvent(observation))
        #expect(event.translated(to: .german).text.hasSuffix("wieder"))
        #expect(event.translated(to: .english).text == "x")
        var other = alert
        other.code = "low-disk"
        let disk = Observation(
            source: .gateway, sequence: 2, hostTime: observation.hostTime, payload: .alert(other))
        #expect(try #require(ControlEvent(disk)).translated(to: .french).text == "x")
    }
}
