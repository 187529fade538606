// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import MessageTexts
package import Settings

/// The requests for adding receivers while the daemon runs, and for changing added receivers. The gateway implements
/// them, and the control interface serves them.
public protocol ReceiverSetup: Sendable {
    /// The drivers that were found, as a JSON list.
    var drivers: String { get }

    /// Adds a receiver, which runs at once and after every start of the daemon.
    ///
    /// - Parameter entry: The receiver's keys; without `id`, the gateway chooses an ID.
    /// - Throws: `ControlError` if the value of a key is not allowed, the ID or the device is taken, or the receiver
    ///   cannot be stored.
    func addReceiver(_ entry: ReceiverEntry) async throws(ControlError) -> ReceiverReport

    /// The keys of a receiver that a user added.
    ///
    /// - Throws: `ControlError` if there is no such receiver, or if it comes from the configuration or from discovery.
    func entry(ofReceiver id: String) async throws(ControlError) -> ReceiverEntry

    /// Changes keys of a receiver that a user added.
    ///
    /// - Parameter patch: The new values; null removes a key (JSON Merge Patch, RFC 7396).
    /// - Throws: The errors of `entry(ofReceiver:)` and `addReceiver`.
    func changeReceiver(_ id: String, _ patch: ReceiverEntry) async throws(ControlError) -> ReceiverReport
}

/// The keys of a receiver, as in an entry of the configuration's list `receivers`: `id`, `driver`, `config` …
public struct ReceiverEntry: Codable, Hashable, Sendable {
    package var value: ConfigurationValue

    package init(_ value: ConfigurationValue) { self.value = value }

    /// Reads an object.
    ///
    /// - Throws: `DecodingError` if the value is not an object.
    public init(from decoder: any Decoder) throws { value = try ConfigurationValue(objectFrom: decoder) }

    /// Writes the object.
    ///
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// The problem with one value of a request, so that a form can show it at the value's field.
public struct ValueError: Codable, Hashable, Sendable {
    /// The path of the key: `config.baud`.
    public var key: String
    /// The problem and the allowed values, for people.
    public var text: String
    /// The text as a code with parameters.
    public var message: CodedText

    /// Creates an error for a value.
    ///
    /// - Parameters:
    ///   - key: The path of the key.
    ///   - text: The problem and the allowed values, for people.
    ///   - message: The text as a code with parameters.
    public init(key: String, text: String, message: CodedText) {
        (self.key, self.text, self.message) = (key, text, message)
    }
}

extension ValueError {
    /// Creates an error whose text has no specific code.
    package static func other(_ key: String, _ text: String) -> ValueError {
        ValueError(key: key, text: text, message: CodedText(ValueText.other, ["problem": .words(text)]))
    }
}

extension ControlError {
    /// The refusal of a request with wrong values.
    package static func badValues(_ errors: [ValueError]) -> ControlError {
        let texts = errors.map { $0.key.isEmpty ? $0.text : "\($0.key): \($0.text)" }
        var refusal = ControlError(.invalid, texts.joined(separator: "\n"), code: .badValue)
        refusal.errors = errors
        return refusal
    }
}
