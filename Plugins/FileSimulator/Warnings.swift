// SPDX-License-Identifier: Apache-2.0

internal import DriverKit

/// The warnings of one run: each text once, and only as many as a person would read. A damaged recording may have a
/// defect in every record, and a loop meets each defect in every pass.
final class Warnings {
    private let context: DriverContext
    private var told: Set<String> = []

    static let limit = 20

    init(_ context: DriverContext) { self.context = context }

    func tell(_ text: String) {
        guard told.count < Self.limit, told.insert(text).inserted else { return }
        context.log(.warning, text)
        if told.count == Self.limit { context.log(.warning, "further warnings of this kind are suppressed") }
    }
}
