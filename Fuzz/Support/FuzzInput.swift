// SPDX-License-Identifier: Apache-2.0

/// The bytes of one run. The last of them are choices of how to feed the others; so a capture is an input as it is.
struct FuzzInput {
    /// What is fed.
    private(set) var bytes: [UInt8]

    init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        bytes = Array(UnsafeBufferPointer(start: start, count: count))
    }

    /// Takes a choice from the end: 0..<count, of at most 65,536; 0 where no bytes are left.
    mutating func choice(of count: Int) -> Int {
        let low = Int(bytes.popLast() ?? 0)
        guard count > 256 else { return low % max(1, count) }
        return (Int(bytes.popLast() ?? 0) << 8 | low) % count
    }

    mutating func flag() -> Bool { choice(of: 2) == 1 }
}
