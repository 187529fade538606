// SPDX-License-Identifier: Apache-2.0

extension ControlError {
    /// The refusal of a request for an unknown receiver.
    ///
    /// - Parameters:
    ///   - name: The receiver's name in the request; the text contains its first 100 characters.
    ///   - known: The IDs of the known receivers.
    public static func unknownReceiver(_ name: String, known: [String]) -> ControlError {
        let others = known.isEmpty ? "none is running" : "the receivers are: \(known.joined(separator: ", "))"
        return ControlError(.notFound, "unknown receiver \"\(name.prefix(100))\"; \(others)")
    }
}
