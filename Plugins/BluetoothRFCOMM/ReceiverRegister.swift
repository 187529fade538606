// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import Transport

/// This process's knowledge of Bluetooth receivers across runs: the channel of each, and which are in use. Any thread
/// may use it.
enum ReceiverRegister {
    /// A channel that was found.
    struct Memory: Hashable {
        var channel: Int
        /// The time, by `MonotonicClock`, at which the channel was refused just after the receiver listed it; nil if
        /// it was not.
        ///
        /// While the query's link is still up, a wrong PIN looks like a refused channel. The next attempt, on its own
        /// link, distinguishes the two.
        var refusedAt: Int64?
    }

    private struct Entry {
        var memory: Memory?
        var isInUse = false
    }

    /// Guards the set of receivers in use and the remembered channels.
    private static let entries = Mutex<[BluetoothAddress: Entry]>([:])
    private static let limit = 256

    /// Reserves a receiver for one driver; false if another driver of this process uses it.
    static func claim(_ receiver: BluetoothAddress) -> Bool {
        entries.withLock { entries in
            if entries[receiver]?.isInUse == true { return false }
            if entries.count >= limit { entries = entries.filter(\.value.isInUse) }
            entries[receiver, default: Entry()].isInUse = true
            return true
        }
    }

    /// Releases a receiver.
    static func release(_ receiver: BluetoothAddress) {
        entries.withLock { $0[receiver]?.isInUse = false }
    }

    /// The channel used last time.
    static func memory(of receiver: BluetoothAddress) -> Memory? { entries.withLock { $0[receiver]?.memory } }

    /// Stores a channel; nil removes the stored one.
    static func note(_ memory: Memory?, of receiver: BluetoothAddress) {
        entries.withLock { $0[receiver]?.memory = memory }
    }
}
