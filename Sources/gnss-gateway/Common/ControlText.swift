// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What the control interface answers, as a line of JSON.
enum ControlText {
    static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
