// SPDX-License-Identifier: Apache-2.0

internal import Glibc
public import OSNMA
internal import SystemSupport

/// The trust material in a folder: all files whose names end in `.xml` or `.pem`, ordered by name.
///
/// A file with a problem is refused as a whole, and the others are used. The daemon logs each refused file as an
/// error and continues with the others; the command line does nothing if a file is refused.
public struct TrustFolder: Sendable {
    /// The reason for refusing a file or the folder.
    public struct FolderError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The file or the folder.
        public let path: String
        /// The system's error number (`errno`), if the file or folder cannot be read.
        public let code: Int32?
        /// The path, the line if there is one, and the defect.
        public let description: String

        init(_ path: String, _ error: TrustFile.ContentError) {
            (self.path, code, description) = (path, nil, error.description(in: path))
        }

        init(_ path: String, code: Int32) {
            (self.path, self.code, description) = (path, code, "\(path): \(SystemError.text(of: code))")
        }
    }

    /// The largest number of files; a folder with more is refused.
    private static let most = 4096

    /// The largest number of roots and keys; the file with which there would be more is refused.
    public static let mostEntries = 32

    /// The accepted files.
    public var files: [TrustFile] { accepted.map(\.file) }
    private var accepted: [(path: String, file: TrustFile)] = []
    /// The roots and keys in the accepted files.
    private var fingerprints: Set<TrustFingerprint> = []
    /// The refused files.
    public private(set) var errors: [FolderError] = []

    /// Reads a folder.
    ///
    /// - Parameter before: The content of the folder when it was last read, which replaces files that are refused now.
    /// - Throws: `FolderError` if the folder cannot be read.
    public init(_ folder: String, before: TrustFolder? = nil) throws(FolderError) {
        for name in try Self.names(folder) {
            let path = "\(folder)/\(name)"
            do throws(FolderError) {
                try add(try Self.file(path), path)
            } catch {
                errors.append(error)
                guard let known = before?.accepted.first(where: { $0.path == path }) else { continue }
                do throws(FolderError) { try add(known.file, path) } catch { errors.append(error) }
            }
        }
    }

    private mutating func add(_ file: TrustFile, _ path: String) throws(FolderError) {
        let all = fingerprints.union(file.entries.map(\.fingerprint))
        guard all.count <= Self.mostEntries else {
            let text = "is one too many: a folder may contain at most \(Self.mostEntries) roots and keys"
            throw FolderError(path, TrustFile.ContentError(line: nil, text: text))
        }
        accepted.append((path, file))
        fingerprints = all
    }

    /// True if the earlier content of a refused file is used.
    public func isKept(_ path: String) -> Bool { accepted.contains { $0.path == path } }

    /// Roots and keys without duplicates, with the trees of keys as far as the files prove them.
    public var entries: [TrustFile.Entry] { TrustFile.entries(of: files) }

    /// The anchors of all files, trusted on the operator's word.
    public var anchors: TrustAnchors { TrustAnchors(entries) }

    /// True if any of the files belongs to a simulation.
    public var isSimulation: Bool { files.contains(where: \.isSimulation) }

    /// The roots and keys in the files that belong to a simulation.
    public var simulation: Set<TrustFingerprint> {
        Set(files.filter(\.isSimulation).flatMap(\.entries).map(\.fingerprint))
    }

    /// The names of the trust files in a folder, in order.
    ///
    /// - Throws: `FolderError` if the folder cannot be read.
    public static func names(_ folder: String) throws(FolderError) -> [String] {
        let all: [String]
        do throws(SystemError) { all = try Folder.names(in: folder) } catch {
            throw FolderError(folder, code: error.code)
        }
        let names = all.filter { $0.lowercased().hasSuffix(".xml") || $0.lowercased().hasSuffix(".pem") }
        guard names.count <= most else {
            throw FolderError(
                folder, TrustFile.ContentError(line: nil, text: "contains more than \(most) files of trust material"))
        }
        return names.sorted()
    }

    private static func file(_ path: String) throws(FolderError) -> TrustFile {
        let file = TrustFile(try bytes(path), name: path)
        if let error = file.errors.first { throw FolderError(path, error) }
        return file
    }

    private static func bytes(_ path: String) throws(FolderError) -> [UInt8] {
        do throws(FileReadError) {
            // Something other than a regular file, such as a pipe or terminal, must not block the daemon.
            return try WholeFile.read(path, atMost: TrustFile.longest, regularOnly: true)
        } catch {
            switch error {
            case .system(let error): throw FolderError(path, code: error.code)
            case .tooLarge: throw FolderError(path, TrustFile.ContentError(line: nil, text: TrustFile.tooLong))
            case .directory, .notRegular:
                throw FolderError(path, TrustFile.ContentError(line: nil, text: "is not a regular file"))
            }
        }
    }
}
