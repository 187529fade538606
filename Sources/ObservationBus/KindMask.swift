// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// A set of kinds that answers without hashing: filters are asked for each kind in each batch and for each consumer.
struct KindMask: Hashable, Sendable {
    /// A bit for each of the first kinds of drivers, and for each of the first kinds of stages.
    private var drivers: UInt64 = 0
    private var stages: UInt64 = 0
    /// Kinds that have no bit; normally empty.
    private var others: Set<ObservationKind> = []

    init(_ kinds: Set<ObservationKind>) {
        for kind in kinds {
            switch kind.rawValue {
            case 0..<64: drivers |= 1 << UInt64(kind.rawValue)
            case 256..<320: stages |= 1 << UInt64(kind.rawValue - 256)
            default: others.insert(kind)
            }
        }
    }

    func contains(_ kind: ObservationKind) -> Bool {
        switch kind.rawValue {
        case 0..<64: drivers >> UInt64(kind.rawValue) & 1 == 1
        case 256..<320: stages >> UInt64(kind.rawValue - 256) & 1 == 1
        default: others.contains(kind)
        }
    }
}
