// SPDX-License-Identifier: Apache-2.0

/// The input of one run. The last bytes choose how the others are used, so that a capture can be an input without changes.
struct FuzzInput {
    /// The bytes that are fed to the tested code: the input without the choices that were taken.
    private(set) var bytes: [UInt8]

    init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        bytes = Array(UnsafeBufferPointer(start: start, count: count))
    }

    /// Takes a choice in 0..<count from the end of the input; 0 if no bytes are left. `count` is at most 65,536.
    mutating func choice(of count: Int) -> Int {
        let low = Int(bytes.popLast() ?? 0)
        guard count > 256 else { return low % max(1, count) }
        return (Int(bytes.popLast() ?? 0) << 8 | low) % count
    }

    mutating func flag() -> Bool { choice(of: 2) == 1 }
}
