// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// Finds captures on the disk: in an archive, or in a folder and the folders and archives in it.
public struct CaptureSearch {
    /// The greatest depth of folders.
    private static let depth = 4

    /// The captures, and folders and archives with files of captures but without a seal.
    public private(set) var captures: [any CaptureFiles] = []
    /// What could contain captures and was not searched, for people: the path with the reason.
    public private(set) var skipped: [String] = []

    /// Searches a path.
    ///
    /// - Throws: `CaptureFileError` if the path, or an archive in it, cannot be read.
    public init(at path: String) throws(CaptureFileError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw CaptureFileError(SystemError.text(of: errno)) }
        if status.st_mode & S_IFMT == S_IFDIR {
            guard (try? Folder.names(in: path)) != nil else { throw CaptureFileError(SystemError.text(of: EACCES)) }
            try search(path, depth: 0)
        } else {
            try searchArchive(at: path)
        }
    }

    private mutating func search(_ path: String, depth: Int) throws(CaptureFileError) {
        guard let names = try? Folder.names(in: path).sorted() else { return skip(path, "cannot be read") }
        if names.contains(where: { CaptureFileName.revision(ofManifest: $0) != nil }) {
            return captures.append(FolderFiles(folder: path, place: path))
        }
        let (before, others) = ((captures.count, skipped.count), FolderNames(names, in: path))
        // Without a manifest, the rest of a capture is altered.
        if others.files.contains(where: CaptureFileName.isKnown) {
            captures.append(FolderFiles(folder: path, place: path, names: others.files))
        }
        for name in others.links { skip("\(path)/\(name)", "is a symbolic link") }
        for name in others.hidden { skip("\(path)/\(name)", "is hidden") }
        for name in others.archives { try searchArchive(at: "\(path)/\(name)") }
        for name in others.folders {
            if depth < Self.depth {
                try search("\(path)/\(name)", depth: depth + 1)
            } else {
                skip("\(path)/\(name)", "is more than \(Self.depth) folders deep")
            }
        }
        guard before == (captures.count, skipped.count) else { return }
        // A folder with only other files, among those of captures: perhaps they were renamed.
        if depth > 0, !others.files.isEmpty {
            captures.append(FolderFiles(folder: path, place: path, names: others.files))
        }
    }

    private mutating func skip(_ path: String, _ reason: String) { skipped.append("\(path) \(reason)") }

    private mutating func searchArchive(at path: String) throws(CaptureFileError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw CaptureFileError(SystemError.text(of: errno)) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw CaptureFileError("the file cannot be read")
        }
        let found = try CaptureArchive(descriptor: descriptor).captures(in: path)
        if found.isEmpty { skip(path, "contains no file") }
        captures += found
    }
}

/// The names in a folder without a manifest, by what they are.
private struct FolderNames {
    var folders: [String] = []
    var archives: [String] = []
    /// Files that are not archives. Hidden ones are left out, because systems add such files to each folder.
    var files: [String] = []
    /// Links to folders, to archives, and to files with a name of a capture's.
    var links: [String] = []
    /// Hidden folders and archives.
    var hidden: [String] = []

    init(_ names: [String], in path: String) {
        for name in names {
            var status = stat()
            guard lstat("\(path)/\(name)", &status) == 0 else { continue }
            let isArchive = name.lowercased().hasSuffix(".zip")
            switch (status.st_mode & S_IFMT, name.hasPrefix(".")) {
            case (S_IFDIR, false): folders.append(name)
            case (S_IFREG, false) where isArchive: archives.append(name)
            case (S_IFLNK, _):
                let isFolder = stat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
                if isFolder || isArchive || CaptureFileName.isKnown(name) { links.append(name) }
            case (S_IFDIR, true): hidden.append(name)
            case (S_IFREG, true) where isArchive: hidden.append(name)
            case (_, false): files.append(name)
            default: break
            }
        }
    }
}
