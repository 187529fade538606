// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import Transport

/// What this process knows of its Bluetooth receivers from run to run: on which channel each was, and which are in use.
/// Any thread.
enum ReceiverRegister {
    /// A channel that was found.
    struct Memory: Hashable {
        var channel: Int
        /// When the channel was refused just after the receiver listed it, by `MonotonicClock`; nil: it was not.
        ///
        /// A wrong PIN looks like a refusal while the link of the question still stands. On a link of its own the next
        /// attempt tells which it is.
        var refusedAt: Int64?
    }

    private struct Entry {
        var memory: Memory?
        var isInUse = false
    }

    /// Protects which receivers are in use, and what is remembered of them.
    private static let entries = Mutex<[BluetoothAddress: Entry]>([:])
    private static let limit = 256

    /// Takes a receiver for one driver; false where another driver of this process has it.
    static func claim(_ receiver: BluetoothAddress) -> Bool {
        entries.withLock { entries in
            if entries[receiver]?.isInUse == true { return false }
            if entries.count >= limit { entries = entries.filter(\.value.isInUse) }
            entries[receiver, default: Entry()].isInUse = true
            return true
        }
    }

    /// Gives a receiver free.
    static func release(_ receiver: BluetoothAddress) {
        entries.withLock { $0[receiver]?.isInUse = false }
    }

    /// The channel of the last time.
    static func memory(of receiver: BluetoothAddress) -> Memory? { entries.withLock { $0[receiver]?.memory } }

    /// Stores a channel; nil forgets the stored one.
    static func note(_ memory: Memory?, of receiver: BluetoothAddress) {
        entries.withLock { $0[receiver]?.memory = memory }
    }
}
