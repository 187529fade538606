// SPDX-License-Identifier: Apache-2.0

extension ControlError {
    /// The refusal of a request that names a receiver that the gateway does not have.
    ///
    /// - Parameters:
    ///   - name: what the request calls it; its first 100 characters are repeated.
    ///   - known: the ids of the receivers that there are.
    public static func unknownReceiver(_ name: String, known: [String]) -> ControlError {
        let others = known.isEmpty ? "none is running" : "the receivers are: \(known.joined(separator: ", "))"
        return ControlError(.notFound, "unknown receiver \"\(name.prefix(100))\"; \(others)")
    }
}
