// SPDX-License-Identifier: Apache-2.0

package import GNSSTypes
internal import Synchronization

/// Those parts of the gateway that look at all that receivers deliver, and say nothing or little of it.
///
/// They are called where it is delivered, on the thread of the driver and in the order of the bus, right after the bus
/// has it: a consumer of the bus for each of them would wake a thread for each epoch, to look and to sleep again. What
/// they do must be short and never wait.
package final class ReceiverObserver: Sendable {
    /// Protects the list of observers, who are called without it.
    private let observers = Mutex<[@Sendable ([Observation]) -> Void]>([])

    package init() {}

    /// One more who looks.
    package func add(_ observer: @escaping @Sendable ([Observation]) -> Void) {
        observers.withLock { $0.append(observer) }
    }

    /// One receiver has delivered this.
    package func note(_ batch: [Observation]) {
        for observer in observers.withLock({ $0 }) { observer(batch) }
    }
}
