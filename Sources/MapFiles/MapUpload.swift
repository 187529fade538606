// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import Glibc
internal import MessageTexts
internal import SystemSupport

/// A map file that arrives. It has a temporary name that is no map's, until it is complete and was checked. If it is not
/// put in place, `discard` deletes it.
final class MapUpload: Sendable {
    /// The beginning of temporary names.
    private static let prefix = ".upload-"
    /// The space that stays free on the disk, in MiB, because the daemon's state may be on it too.
    static let reserveMiB = 256

    let path: String
    private let folder: String
    /// The file's name in the end.
    private let file: String
    private let descriptor: Int32
    private let reserve: Int

    /// Creates the file, and its folder if that does not exist.
    ///
    /// - Parameters:
    ///   - size: The announced size in bytes, which must be free; nil if it is unknown.
    ///   - reserve: The space that stays free on the disk, in MiB.
    /// - Throws: `ControlError` if the file cannot be created, or the disk is too full.
    init(
        _ file: String, in folder: String, size: Int?, reserve: Int = MapUpload.reserveMiB
    ) throws(ControlError) {
        if mkdir(folder, 0o750) != 0, errno != EEXIST { throw Self.notStored(file, folder, errno) }
        (self.file, self.folder, self.reserve) = (file, folder, reserve)
        path = "\(folder)/\(Self.prefix)\(UInt64.random(in: .min ... .max))"
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o640)
        guard descriptor >= 0 else { throw Self.notStored(file, folder, errno) }
        do throws(ControlError) {
            try checkSpace(for: size ?? 0)
        } catch {
            discard()
            throw error
        }
    }

    deinit { close(descriptor) }

    /// Deletes the file unless it was put in place. Call it at the end; a thread may keep this object a little longer.
    func discard() {
        // After `finish`, no file has this name.
        unlink(path)
    }

    /// Deletes files that were left behind when a daemon was killed.
    static func removeLeftovers(in folder: String) {
        for name in (try? Folder.names(in: folder)) ?? [] where name.hasPrefix(prefix) { unlink("\(folder)/\(name)") }
    }

    /// Appends bytes.
    ///
    /// - Throws: `ControlError` if they cannot be written, or the disk would become too full.
    func append(_ bytes: [UInt8]) throws(ControlError) {
        try checkSpace(for: bytes.count)
        do throws(SystemError) {
            try Descriptor.write(bytes, to: descriptor)
        } catch {
            throw Self.notStored(file, folder, error.code)
        }
    }

    /// Flushes the file to disk and gives it its name. A file with the same name is replaced.
    ///
    /// - Throws: `ControlError` if this fails; an existing file stays then.
    func finish() throws(ControlError) {
        guard fsync(descriptor) == 0, rename(path, "\(folder)/\(file)") == 0 else {
            throw Self.notStored(file, folder, errno)
        }
        let place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard place >= 0 else { return }
        // Some file systems cannot flush a folder; the file is in place all the same.
        fsync(place)
        close(place)
    }

    private func checkSpace(for size: Int) throws(ControlError) {
        let needed = UInt64(clamping: size) + UInt64(reserve) << 20
        guard let free = Folder.freeSpace(folder), free < needed else { return }
        let text = CodedText(MapText.noSpace, ["file": .words(file), "reserve": .number(Double(reserve))])
        throw ControlError(.full, text.text, message: text)
    }

    private static func notStored(_ file: String, _ folder: String, _ code: Int32) -> ControlError {
        let text = CodedText(
            MapText.notStored,
            ["file": .words(file), "folder": .words(folder), "detail": .words(SystemError.text(of: code))])
        return ControlError(code == ENOSPC || code == EDQUOT ? .full : .unavailable, text.text, message: text)
    }
}
