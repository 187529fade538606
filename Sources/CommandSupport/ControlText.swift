// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Formats answers of the control interface as lines of JSON.
package enum ControlText {
    package static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
