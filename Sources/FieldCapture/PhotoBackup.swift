// SPDX-License-Identifier: Apache-2.0

internal import CaptureFormat
internal import Glibc
public import SystemSupport

/// Copies the photos of a state folder beside a backup of its store, and back. The daemon may be running.
public enum PhotoBackup {
    /// The folder of the photos that belong to a backup of the store.
    public static func folder(of backup: String) -> String { backup + ".photos" }

    /// Copies the photos of a state folder that a folder lacks. A photo is copied completely or not at all.
    ///
    /// - Parameters:
    ///   - state: The state folder.
    ///   - backup: The file with the backup of the store.
    /// - Returns: The number of copied photos; nil if the state folder has no photos.
    /// - Throws: `SystemError` if a photo cannot be read or written.
    public static func backUp(_ state: String, beside backup: String) throws(SystemError) -> Int? {
        try copy(from: CaptureFolder(path: state + "/photos"), to: CaptureFolder(path: folder(of: backup)))
    }

    /// Copies the photos of a backup that a state folder lacks. Photos that were taken since remain.
    ///
    /// - Returns: The number of copied photos; nil if the backup has no photos.
    /// - Throws: `SystemError` if a photo cannot be read or written.
    public static func restore(_ state: String, beside backup: String) throws(SystemError) -> Int? {
        try copy(from: CaptureFolder(path: folder(of: backup)), to: CaptureFolder(path: state + "/photos"))
    }

    private static func copy(from source: CaptureFolder, to target: CaptureFolder) throws(SystemError) -> Int? {
        let ids = try source.ids()
        guard !ids.isEmpty else { return nil }
        let present = Set(try target.ids())
        for id in ids where !present.contains(id) { try copy(id, from: source, to: target, isAgain: false) }
        return ids.count { !present.contains($0) }
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
        try target.finish(id, [:])
    }
}
