// SPDX-License-Identifier: Apache-2.0

package import GNSSTypes
internal import Synchronization

/// The parts of the gateway that examine all observations of receivers but publish little or nothing themselves.
///
/// They are called at the point of publication, on the driver's thread and in the order of the bus, immediately after
/// the bus. As consumers of the bus, each of them would wake a thread for every epoch, only to look and sleep again.
/// Observers must be fast and never block.
package final class ReceiverObserver: Sendable {
    /// Guards the list of observers, which are called without it.
    private let observers = Mutex<[@Sendable ([Observation]) -> Void]>([])

    package init() {}

    /// Adds an observer.
    package func add(_ observer: @escaping @Sendable ([Observation]) -> Void) {
        observers.withLock { $0.append(observer) }
    }

    /// Passes a batch of one receiver to all observers.
    package func note(_ batch: [Observation]) {
        for observer in observers.withLock({ $0 }) { observer(batch) }
    }
}
