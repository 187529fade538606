// SPDX-License-Identifier: Apache-2.0

/// The paths in an archive, which must lead to a file each, wherever and by which program it is unpacked.
struct ZipPaths {
    /// The paths without regard to case, which Windows and macOS ignore. Equal strings may differ in their code points.
    private var folded: Set<String> = []

    /// Adds a path; a folder's path ends with a slash.
    ///
    /// - Parameter stored: The path's bytes in the archive.
    /// - Returns: The reason why programs could unpack another file instead, for people; nil if they could not.
    mutating func add(_ path: String, stored: [UInt8]) -> String? {
        let shown = "\"\(path.prefix(100))\""
        let whole = path.hasSuffix("/") ? path.dropLast() : path[...]
        let parts = whole.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
            return "the path \(shown) in it leads elsewhere"
        }
        guard stored.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else {
            return "the path \(shown) in it contains a forbidden character"
        }
        // Upper case first, because it also joins letters that have one upper-case form, such as ß and ss.
        guard folded.insert(whole.uppercased().lowercased()).inserted else {
            return "it has two files \(shown), or two whose names differ only in case"
        }
        return nil
    }
}
