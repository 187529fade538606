// SPDX-License-Identifier: Apache-2.0

internal import Zip

/// A ZIP archive with the files of captures. Each capture is a folder of the archive. A file is unpacked when it is read,
/// so that no archive fills the memory.
public struct CaptureArchive: Sendable {
    /// The limits of an archive that is read.
    enum Limit {
        /// The largest size of a file in bytes.
        static let file = 256 << 20
        /// The largest total size of the files in bytes.
        static let total = 4 << 30
        /// The largest number of files.
        static let files = 100_000

        /// True if an archive may have files of these sizes.
        static func allow(_ sizes: [Int]) -> Bool {
            sizes.count <= files && sizes.allSatisfy { $0 <= file } && sizes.reduce(0, +) <= total
        }
    }

    /// The files; nil if programs could unpack different ones.
    private let reader: ZipReader?
    /// The reason why programs could unpack different files, for people; nil in general.
    private let problem: String?

    /// Reads the list of files of an archive in memory.
    ///
    /// - Throws: `CaptureFileError` if the bytes are not an archive, or if it is too large.
    public init(_ bytes: [UInt8]) throws(CaptureFileError) {
        (reader, problem) = try Self.opened { () throws(CaptureFileError) in try ZipReader(bytes) }
    }

    /// Reads the list of files of an archive on disk.
    ///
    /// - Parameter descriptor: The open file; it is copied.
    /// - Throws: `CaptureFileError` if the file is not an archive, or if it is too large.
    init(descriptor: Int32) throws(CaptureFileError) {
        (reader, problem) = try Self.opened { () throws(CaptureFileError) in try ZipReader(descriptor: descriptor) }
    }

    private static func opened(
        _ open: () throws(CaptureFileError) -> ZipReader
    ) throws(CaptureFileError) -> (ZipReader?, String?) {
        do throws(CaptureFileError) {
            return (try open(), nil)
        } catch {
            guard error.isAmbiguous else { throw error }
            return (nil, error.description)
        }
    }

    /// The captures of the archive: the files of each folder, so that files outside a capture's folder are noticed too.
    ///
    /// - Parameter place: The archive's name, for people.
    public func captures(in place: String) -> [any CaptureFiles] {
        guard let reader else { return [Ambiguous(place: place, problem: problem)] }
        var folders: [String: [String: ZipReader.Entry]] = [:]
        for (path, entry) in reader.entries {
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            folders[parts.dropLast().joined(separator: "/"), default: [:]][String(parts[parts.count - 1])] = entry
        }
        return folders.sorted { $0.key < $1.key }
            .map { Folder(place: $0.key.isEmpty ? place : place + "/" + $0.key, entries: $0.value, reader: reader) }
    }

    /// An archive from which programs could unpack different files.
    private struct Ambiguous: CaptureFiles {
        let place: String
        let problem: String?
        var names: [String] { [] }

        func bytes(of name: String) throws(CaptureFileError) -> [UInt8] {
            throw CaptureFileError(problem ?? "the file is missing")
        }
    }

    private struct Folder: CaptureFiles {
        let place: String
        let entries: [String: ZipReader.Entry]
        let reader: ZipReader
        var names: [String] { entries.keys.sorted() }

        func bytes(of name: String) throws(CaptureFileError) -> [UInt8] {
            guard let entry = entries[name] else { throw CaptureFileError("the file is missing") }
            let limit = CaptureFileName.limit(of: name)
            guard entry.size <= limit else { throw CaptureFileError(largerThan: limit) }
            return try reader.bytes(of: entry)
        }
    }

    /// Creates an archive. The files are not compressed, because photos cannot be compressed.
    ///
    /// - Parameter files: Pairs of a path and a file's content.
    /// - Throws: `CaptureFileError` if libzip fails for lack of memory.
    public static func archive(_ files: [(path: String, bytes: [UInt8])]) throws(CaptureFileError) -> [UInt8] {
        do throws(ZipError) {
            return try ZipWriter.archive(files, isCompressed: false)
        } catch {
            throw CaptureFileError("the archive cannot be created: \(error)")
        }
    }
}
