// SPDX-License-Identifier: Apache-2.0

package import ControlModel
internal import GNSSTypes
internal import MessageTexts

extension ValueError {
    /// The error of a value that the rules of the configuration refuse.
    package init(_ error: ConfigurationError) {
        let message: CodedText =
            switch error.cause {
            case .missingKey: CodedText(ValueText.missing)
            case .unknownKey: CodedText(ValueText.unknown)
            default:
                error.allowed.map { CodedText(ValueText.allowed, ["allowed": .words($0)]) }
                    ?? CodedText(ValueText.other, ["problem": .words(error.problem)])
            }
        self.init(
            key: error.key ?? "", text: error.problem + (error.allowed.map { " (allowed: \($0))" } ?? ""),
            message: message)
    }
}
