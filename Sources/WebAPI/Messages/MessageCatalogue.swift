// SPDX-License-Identifier: Apache-2.0

public import ControlModel
internal import GNSSTypes

/// The messages of OSNMA for people, by keys: `osnma.reason.no_galileo`. The English texts are those of the tables of
/// codes; a message that a language lacks is English.
public enum MessageCatalogue {
    /// The English texts by key: the keys that there are.
    public static let english: [String: String] = {
        var texts = [
            "osnma.state.authenticated": "OSNMA enabled", "osnma.state.unverified": "Unverified GNSS",
            "osnma.state.unknown": "OSNMA unknown",
            key(reason: OSNMAReport.unknown.reason): OSNMAReport.unknown.text,
        ]
        for reason in AuthenticationReason.allCases { texts[key(reason: reason.code)] = reason.text }
        for kind in AuthenticationFailureKind.allCases { texts[key(failure: kind.code)] = kind.text }
        for notice in AuthenticationNotice.allCases { texts[key(alert: notice.rawValue)] = notice.text }
        for cause in OSNMARequirement.Refusal.Cause.allCases { texts[key(refusal: cause.rawValue)] = cause.text }
        for extent in FixAuthentication.Extent.allCases { texts[key(extent: extent.code)] = extent.statement }
        return texts
    }()

    /// A message.
    ///
    /// - Returns: its text in a language, or in English; the key itself where there is no such message.
    public static func text(_ key: String, in language: MessageLanguage) -> String {
        translations(language)[key] ?? english[key] ?? key
    }

    /// The reason of a verdict in words; nil where the code is unknown.
    static func reason(_ code: String, in language: MessageLanguage) -> String? {
        english[key(reason: code)].map { _ in text(key(reason: code), in: language) }
    }

    /// All messages in a language, those that it lacks in English.
    public static func texts(in language: MessageLanguage) -> [String: String] {
        english.merging(translations(language).filter { english[$0.key] != nil }) { $1 }
    }

    /// What a language has of its own.
    static func translations(_ language: MessageLanguage) -> [String: String] {
        switch language {
        case .english: [:]
        case .german: german
        case .french: french
        }
    }

    static func key(reason code: String) -> String { "osnma.reason.\(code)" }
    static func key(failure code: String) -> String { "osnma.failure.\(code)" }
    static func key(alert code: String) -> String { "osnma.alert.\(code)" }
    static func key(refusal code: String) -> String { "osnma.refusal.\(code)" }
    static func key(extent code: String) -> String { "osnma.extent.\(code)" }
}

extension OSNMAReport {
    /// The report with its texts in a language.
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
    /// The event with its text in a language, as far as it is one of OSNMA's.
    public func translated(to language: MessageLanguage) -> ControlEvent {
        guard language != .english, let code else { return self }
        let key = event == .alert ? alertKey(code) : MessageCatalogue.key(reason: code)
        guard MessageCatalogue.english[key] != nil else { return self }
        var event = self
        event.text = MessageCatalogue.text(key, in: language)
        return event
    }

    /// That it is back bears the code of the loss.
    private func alertKey(_ code: String) -> String {
        let notice =
            code == AuthenticationNotice.lost.rawValue && isOver == true
            ? .restored : AuthenticationNotice(rawValue: code)
        return MessageCatalogue.key(alert: notice?.rawValue ?? code)
    }
}
