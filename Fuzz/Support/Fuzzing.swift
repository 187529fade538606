// SPDX-License-Identifier: Apache-2.0

import Glibc

// A target consists of two functions: `run(_:)`, which libFuzzer calls with each input, and `seeds()`.

/// The function that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    run(FuzzInput(start, count))
    return 0
}

/// The function that libFuzzer calls first. With `GNSS_FUZZ_SEEDS` the process only writes the target's seeds to that
/// folder.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> Int32 {
    guard let folder = getenv("GNSS_FUZZ_SEEDS") else { return 0 }
    for (number, seed) in seeds().enumerated() {
        guard let file = fopen("\(String(cString: folder))/seed-\(number)", "w") else {
            perror(folder)
            exit(73)
        }
        fwrite(seed, 1, seed.count, file)
        fclose(file)
    }
    exit(0)
}

/// Ends the run as a failure if the condition is false; libFuzzer then keeps the input.
func require(_ condition: Bool, _ what: @autoclosure () -> String) {
    guard !condition else { return }
    let words = Array("property violated: \(what())\n".utf8)
    _ = write(STDERR_FILENO, words, words.count)
    abort()
}
