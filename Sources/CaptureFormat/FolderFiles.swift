// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The files of a capture in a folder.
public struct FolderFiles: CaptureFiles, Sendable {
    private let folder: String
    public let place: String

    /// - Parameters:
    ///   - folder: The path of the folder.
    ///   - place: Its name for people.
    public init(folder: String, place: String) { (self.folder, self.place) = (folder, place) }

    public var names: [String] { ((try? Folder.names(in: folder)) ?? []).sorted() }

    /// Reads a file of the folder; a link is not followed.
    ///
    /// - Throws: `CaptureFileError`.
    public func bytes(of name: String) throws(CaptureFileError) -> [UInt8] {
        let descriptor = open("\(folder)/\(name)", O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw CaptureFileError(errno == ENOENT ? "the file is missing" : SystemError.text(of: errno))
        }
        defer { close(descriptor) }
        do throws(FileReadError) {
            return try WholeFile.read(descriptor, atMost: CaptureArchive.Limit.file)
        } catch {
            throw CaptureFileError("the file cannot be read")
        }
    }
}

/// Finds captures on the disk.
public enum CaptureSearch {
    /// The greatest depth of folders.
    private static let depth = 4

    /// Returns the captures of an archive, or of a folder and the folders and archives in it.
    ///
    /// - Throws: `CaptureFileError` if the path cannot be read.
    public static func captures(at path: String) throws(CaptureFileError) -> [any CaptureFiles] {
        var status = stat()
        guard stat(path, &status) == 0 else { throw CaptureFileError(SystemError.text(of: errno)) }
        guard status.st_mode & S_IFMT == S_IFDIR else { return try archive(at: path) }
        guard (try? Folder.names(in: path)) != nil else { throw CaptureFileError(SystemError.text(of: EACCES)) }
        return try folder(at: path, depth: 0)
    }

    private static func folder(at path: String, depth: Int) throws(CaptureFileError) -> [any CaptureFiles] {
        let names = ((try? Folder.names(in: path)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
        if names.contains(where: { CaptureFileName.revision(ofManifest: $0) != nil }) {
            return [FolderFiles(folder: path, place: path)]
        }
        guard depth < Self.depth else { return [] }
        var found: [any CaptureFiles] = []
        for name in names {
            let inner = "\(path)/\(name)"
            var status = stat()
            guard lstat(inner, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: found += try folder(at: inner, depth: depth + 1)
            case S_IFREG where name.hasSuffix(".zip"): found += try archive(at: inner)
            default: break
            }
        }
        return found
    }

    private static func archive(at path: String) throws(CaptureFileError) -> [any CaptureFiles] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw CaptureFileError(SystemError.text(of: errno)) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw CaptureFileError("the file cannot be read")
        }
        return try CaptureArchive(descriptor: descriptor).captures(in: path)
    }
}
