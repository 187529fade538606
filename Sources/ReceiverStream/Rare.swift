// SPDX-License-Identifier: Apache-2.0

/// A value that few epochs have. It is stored on the heap, so that the draft of an epoch, which is made anew for each one,
/// stays small.
@propertyWrapper
struct Rare<Value: Sendable>: Sendable {
    /// The value, or nothing: an array without elements needs no memory, and copies are independent.
    private var values: [Value] = []

    var wrappedValue: Value? {
        @inline(__always)
        get { values.isEmpty ? nil : values[0] }
        set { values = newValue.map { [$0] } ?? [] }
    }
}
