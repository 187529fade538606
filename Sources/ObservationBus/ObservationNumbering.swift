// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// Numbers the observations of one source.
public final class ObservationNumbering: Sendable {
    /// The last number. Held while a batch is published, so that numbers and order agree: the locks of the bus and of
    /// observers are acquired while holding it.
    public let last = Mutex<UInt64>(0)

    /// Creates a numbering; the first observation gets the number 1.
    public init() {}
}
