// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The files of a capture in a folder.
public struct FolderFiles: CaptureFiles, Sendable {
    private let folder: String
    public let place: String
    /// The names that belong to the capture; nil for all that the folder has.
    private let own: [String]?

    /// - Parameters:
    ///   - folder: The path of the folder.
    ///   - place: Its name for people.
    public init(folder: String, place: String) { self.init(folder: folder, place: place, names: nil) }

    /// - Parameter names: The names of the files among others in the folder; nil for all.
    init(folder: String, place: String, names: [String]?) {
        (self.folder, self.place, own) = (folder, place, names)
    }

    public var names: [String] { own ?? ((try? Folder.names(in: folder)) ?? []).sorted() }

    /// Reads a file of the folder; a link is not followed.
    ///
    /// - Throws: `CaptureFileError`.
    public func bytes(of name: String) throws(CaptureFileError) -> [UInt8] {
        let descriptor = open("\(folder)/\(name)", O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw CaptureFileError(errno == ENOENT ? "the file is missing" : SystemError.text(of: errno))
        }
        defer { close(descriptor) }
        let limit = CaptureFileName.limit(of: name)
        do throws(FileReadError) {
            return try WholeFile.read(descriptor, atMost: limit)
        } catch .tooLarge {
            throw CaptureFileError(largerThan: limit)
        } catch {
            throw CaptureFileError("the file cannot be read")
        }
    }
}
