// SPDX-License-Identifier: Apache-2.0

import UBX

/// The seeds: each form of each message, filled with zeros except for the bytes that identify the form.
func seeds() -> [[UInt8]] {
    UBXDictionary.all.map { layout in
        var payload = [UInt8](repeating: 0, count: layout.length)
        for condition in layout.conditions {
            if case .byte(let at, let range) = condition { payload[at] = range.lowerBound }
        }
        return [layout.id.messageClass, layout.id.id] + payload
    }
}
