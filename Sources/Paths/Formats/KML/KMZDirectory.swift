// SPDX-License-Identifier: Apache-2.0

/// Checks the end of a ZIP archive before libzip opens it, because libzip loads the whole directory into memory.
enum KMZDirectory {
    /// The largest directory in bytes that is accepted, enough for some thousand files.
    static let limit = 1 << 18

    /// The size of the end record without its comment, and of the longest comment, in bytes.
    private static let record = 22
    private static let longestComment = 0xFFFF

    /// Checks everything that may be an end record. If none exists, libzip reports the error.
    ///
    /// - Throws: `PathFormatError` if a directory is too large or the archive is a ZIP64.
    static func check(_ input: PathInput) throws(PathFormatError) {
        let size = min(input.count, Self.record + Self.longestComment)
        var tail = [UInt8](repeating: 0, count: size)
        var done = 0
        while done < size {
            done += try input.read(at: input.count - size + done, into: &tail, from: done)
        }
        guard size >= Self.record else { return }
        for index in 0...(size - Self.record) where tail[index...].starts(with: [0x50, 0x4B, 5, 6]) {
            let directory = (0..<4).reduce(0) { $0 | Int(tail[index + 12 + $1]) << (8 * $1) }
            guard directory != 0xFFFF_FFFF, directory <= Self.limit else {
                let found = directory == 0xFFFF_FFFF ? "(as ZIP64)" : "of \(directory) bytes"
                throw PathFormatError(
                    "the archive has a directory \(found); the limit is \(Self.limit) bytes: split the archive")
            }
            try checkLocator(tail, before: index)
        }
    }

    private static func checkLocator(_ tail: [UInt8], before index: Int) throws(PathFormatError) {
        guard index >= 20, tail[(index - 20)...].starts(with: [0x50, 0x4B, 6, 7]) else { return }
        throw PathFormatError("the archive is a ZIP64, expected a KMZ of less than 4 GiB")
    }
}
