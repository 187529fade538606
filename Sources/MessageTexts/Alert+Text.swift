// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

extension Alert {
    /// Creates an alert that a part of this program raises.
    public init(
        code: Code, severity: Severity, _ text: AlertText, _ parameters: [String: CodedText.Parameter] = [:],
        isOver: Bool = false
    ) {
        self.init(code: code.rawValue, severity: severity, CodedText(text, parameters), isOver: isOver)
    }

    /// Creates an alert whose text has a code.
    public init(code: String, severity: Severity, _ message: CodedText, isOver: Bool = false) {
        self.init(code: code, severity: severity, text: message.text, message: message, isOver: isOver)
    }
}
