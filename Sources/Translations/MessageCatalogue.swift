// SPDX-License-Identifier: Apache-2.0

public import ControlModel
package import GNSSTypes
internal import MessageTexts

/// The sentences for people, keyed by their codes: `alert.low-disk`, `osnma.reason.no_galileo`. The English sentences come
/// from the tables of codes, and replace missing translations.
public enum MessageCatalogue {
    /// The English texts of all keys.
    public static let english: [String: String] = {
        var texts = CodedTexts.english
        texts.merge(
            [
                "osnma.state.authenticated": "OSNMA enabled", "osnma.state.unverified": "Unverified GNSS",
                "osnma.state.unknown": "OSNMA unknown",
                key(reason: OSNMAReport.unknown.reason): OSNMAReport.unknown.text,
            ]
        ) { $1 }
        for problem in ProblemText.allCases { texts[problem.rawValue] = problem.english }
        return texts
    }()

    /// Returns a message.
    ///
    /// - Returns: The text in the given language, otherwise in English; the key itself if there is no such message.
    public static func text(_ key: String, in language: MessageLanguage) -> String {
        translations(language)[key] ?? english[key] ?? key
    }

    /// The reason of a verdict as text; nil if the code is unknown.
    package static func reason(_ code: String, in language: MessageLanguage) -> String? {
        english[key(reason: code)].map { _ in text(key(reason: code), in: language) }
    }

    /// All messages in a language; missing ones in English.
    public static func texts(in language: MessageLanguage) -> [String: String] {
        english.merging(translations(language).filter { english[$0.key] != nil }) { $1 }
    }

    /// The translated messages of a language.
    package static func translations(_ language: MessageLanguage) -> [String: String] {
        switch language {
        case .english: [:]
        case .german: allGerman
        case .french: allFrench
        }
    }

    /// Returns the explanation of a setting, or of a section of settings.
    ///
    /// - Parameter english: The English explanation. It is the key of its translations, so one that has changed stays
    ///   English until it is translated again.
    package static func settingText(_ english: String, in language: MessageLanguage) -> String {
        settingTexts(language)[english] ?? english
    }

    /// The translated explanations of settings by the English ones.
    package static func settingTexts(_ language: MessageLanguage) -> [String: String] {
        switch language {
        case .english: [:]
        case .german: germanSettings
        case .french: frenchSettings
        }
    }

    private static let allGerman = all(
        german, germanGateway, germanMachine, germanOnboarding, germanProblems, germanTrials, germanCorrections,
        germanMQTT, germanTraccar, germanBackOffice)
    private static let allFrench = all(
        french, frenchGateway, frenchMachine, frenchOnboarding, frenchProblems, frenchTrials, frenchCorrections,
        frenchMQTT, frenchTraccar, frenchBackOffice)

    private static func all(_ parts: [String: String]...) -> [String: String] {
        parts.reduce(into: [:]) { all, part in all.merge(part) { $1 } }
    }

    static func key(reason code: String) -> String { "osnma.reason.\(code)" }
    static func key(failure code: String) -> String { "osnma.failure.\(code)" }
    static func key(refusal code: String) -> String { "osnma.refusal.\(code)" }
    static func key(extent code: String) -> String { "osnma.extent.\(code)" }
}

extension OSNMAReport {
    /// Returns the report with its texts in a language.
    public func translated(to language: MessageLanguage) -> OSNMAReport {
        guard language != .english else { return self }
        var report = self
        report.receivers = receivers.map { receiver in
            var receiver = receiver
            receiver.text = MessageCatalogue.text(MessageCatalogue.key(reason: receiver.reason), in: language)
            if let code = receiver.refusalCode {
                receiver.refusal = MessageCatalogue.text(MessageCatalogue.key(refusal: code.code), in: language)
            }
            if let extent = receiver.fix?.extent {
                receiver.fix?.statement = MessageCatalogue.text(MessageCatalogue.key(extent: extent.code), in: language)
            }
            for index in receiver.satellites.indices {
                guard let code = receiver.satellites[index].failure else { continue }
                receiver.satellites[index].failureText = MessageCatalogue.text(
                    MessageCatalogue.key(failure: code.code), in: language)
            }
            return receiver
        }
        return report
    }
}

extension ControlEvent {
    /// The event with its text in a language, if the text has a code.
    public func translated(to language: MessageLanguage) -> ControlEvent {
        var event = self
        event.text = language.text(message, text)
        return event
    }
}

extension MessageLanguage {
    /// Returns a sentence in this language, or the given English text if there is nothing to translate.
    package func text(_ message: CodedText?, _ english: String) -> String {
        guard self != .english, let message else { return english }
        return message.text(by: MessageCatalogue.translations(self))
    }
}
