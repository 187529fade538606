// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import Hummingbird

extension Request {
    /// Returns the entity tag in `If-Match` (RFC 9110, section 13.1.1); nil if any version may be changed.
    ///
    /// - Throws: `ControlError` if the header field has another form than one strong tag.
    func requiredVersion() throws(ControlError) -> String? {
        guard let text = headers[.ifMatch], text != "*" else { return nil }
        guard text.count >= 2, text.first == "\"", text.last == "\"", !text.dropFirst().dropLast().contains("\"") else {
            throw ControlError(.invalid, "If-Match: one entity tag in quotation marks is allowed, or *")
        }
        return String(text.dropFirst().dropLast())
    }
}
