// SPDX-License-Identifier: Apache-2.0

internal import CaptureFormat
internal import Glibc
public import SystemSupport

/// Copies the photos of a state folder beside a backup of its store, and back. The daemon may be running.
public enum PhotoBackup {
    /// The folder of the photos that belong to a backup of the store.
    public static func folder(of backup: String) -> String { backup + ".photos" }

    /// Copies the photos of a state folder whose copies are missing or have other files. A photo is copied completely or
    /// not at all.
    ///
    /// - Parameters:
    ///   - state: The state folder.
    ///   - backup: The file with the backup of the store.
    /// - Returns: The number of copied photos; nil if the state folder has no photos.
    /// - Throws: `SystemError` if a photo cannot be read or written.
    public static func backUp(_ state: String, beside backup: String) throws(SystemError) -> Int? {
        try copy(from: CaptureFolder(path: state + "/photos"), to: CaptureFolder(path: folder(of: backup))) {
            $0.names != $1.names || newest($0) != newest($1)
        }
    }

    /// Copies the photos of a backup that a state folder lacks, or of which it has only older revisions. Photos and
    /// revisions that were made since remain.
    ///
    /// - Returns: The number of copied photos; nil if the backup has no photos.
    /// - Throws: `SystemError` if a photo cannot be read or written.
    public static func restore(_ state: String, beside backup: String) throws(SystemError) -> Int? {
        try copy(from: CaptureFolder(path: folder(of: backup)), to: CaptureFolder(path: state + "/photos")) {
            revision($0) > revision($1)
        }
    }

    /// - Parameter replaces: Returns true if files of the source replace those of the target.
    private static func copy(
        from source: CaptureFolder, to target: CaptureFolder,
        where replaces: (_ source: FolderFiles, _ target: FolderFiles) -> Bool
    ) throws(SystemError) -> Int? {
        let ids = try source.ids()
        guard !ids.isEmpty else { return nil }
        let present = Set(try target.ids())
        var count = 0
        for id in ids where !present.contains(id) || replaces(source.files(of: id), target.files(of: id)) {
            try copy(id, from: source, to: target, isAgain: false)
            count += 1
        }
        return count
    }

    /// The newest revision; 0 without a manifest.
    private static func revision(_ files: FolderFiles) -> Int {
        files.names.compactMap(CaptureFileName.revision(ofManifest:)).max() ?? 0
    }

    /// The newest manifest, which has the hashes of all files; nil if it cannot be read.
    private static func newest(_ files: FolderFiles) -> [UInt8]? {
        try? files.bytes(of: CaptureFileName.manifest(revision(files)))
    }

    private static func copy(
        _ id: String, from source: CaptureFolder, to target: CaptureFolder, isAgain: Bool
    ) throws(SystemError) {
        let files = source.files(of: id)
        var contents: [String: [UInt8]] = [:]
        for name in files.names {
            do throws(CaptureFileError) {
                contents[name] = try files.bytes(of: name)
            } catch {
                // The daemon changed the photo in the meantime.
                guard isAgain else { return try copy(id, from: source, to: target, isAgain: true) }
                throw SystemError(ENOENT)
            }
        }
        try target.begin(id, contents)
        try target.replace(id)
    }
}
