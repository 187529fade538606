// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// Numbers the observations of one source.
public final class ObservationNumbering: Sendable {
    /// The last number. Held while a batch is handed over, so that numbers and order agree: the locks of the bus and of
    /// observers are taken after it.
    public let last = Mutex<UInt64>(0)

    /// Begins before the first observation.
    public init() {}
}
