// SPDX-License-Identifier: Apache-2.0

/// The key with which a client marks a command, so that sending the request again does not carry it out twice (IETF draft
/// httpapi-idempotency-key). The daemon only compares keys.
public struct IdempotencyKey: Hashable, Sendable {
    private let text: String

    /// - Parameter text: 1...64 visible ASCII characters.
    /// - Throws: `ControlError` if the text is anything else.
    public init(_ text: String) throws(ControlError) {
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ControlError(
                .invalid, "Idempotency-Key: one key of 1...64 visible ASCII characters without spaces is allowed")
        }
        self.text = text
    }
}
