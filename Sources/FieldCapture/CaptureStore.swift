// SPDX-License-Identifier: Apache-2.0

internal import CaptureFormat
internal import ControlModel
internal import Foundation
internal import GNSSTypes
internal import Glibc
internal import Logging
internal import MessageTexts
internal import PhotoDocuments
internal import Storage
internal import Synchronization
internal import SystemSupport

/// The stored photos: their files, their rows in the store, and the key that seals them.
final class CaptureStore: Sendable {
    /// The name of the private key among the secrets.
    private static let secret = "capture-key"

    let store: Store
    private let folder: CaptureFolder?
    private let logger: Logger
    /// Protects the key, the size of the photos that are being stored, and the beginning of the work at the start.
    private let state = Mutex(State())

    private struct State {
        var key: SealingKey?
        /// The size in bytes of the photos that are being stored.
        var arriving = 0
        /// Brings files and store into agreement, once; every request waits for it.
        var opening: Task<Void, Never>?
    }

    init(_ store: Store, logger: Logger) {
        (self.store, self.logger) = (store, logger)
        folder = store.folder.map { CaptureFolder(path: $0.path + "/photos") }
    }

    // MARK: the key

    /// The key, which is created at its first use.
    ///
    /// - Throws: `ControlError` if it cannot be read or created.
    func key() throws(ControlError) -> SealingKey {
        try state.withLock { state throws(ControlError) in
            if let key = state.key { return key }
            let key = try readKey()
            state.key = key
            return key
        }
    }

    private func readKey() throws(ControlError) -> SealingKey {
        guard let credentials = store.credentials else {
            throw Self.refusal(.unavailable, .keyUnreadable, ["detail": .words("the state is in memory")])
        }
        do throws(StoreError) {
            if let secret = try credentials.read(Self.secret) {
                guard let key = SealingKey(secret.exposed) else {
                    throw StoreError.corrupt(path: credentials.path(Self.secret), detail: "it is not a key")
                }
                return key
            }
            let key = SealingKey()
            try credentials.write(Secret(key.text), as: Self.secret)
            logger.notice("photos: created the key \(key.publicKey), which seals them")
            return key
        } catch {
            throw Self.refusal(.unavailable, .keyUnreadable, ["detail": .words("\(error)")])
        }
    }

    static func refusal(
        _ kind: ControlError.Kind, _ text: CaptureText, _ parameters: [String: CodedText.Parameter] = [:]
    ) -> ControlError { refusal(kind, CodedText(text, parameters)) }

    /// A refusal whose code is the last part of its message's code.
    static func refusal(_ kind: ControlError.Kind, _ message: CodedText) -> ControlError {
        ControlError(
            kind, message.text, code: CaptureText(rawValue: message.code)?.refusalCode, message: message)
    }

    /// The secret of the legacy digest; nil if photos have none.
    ///
    /// - Throws: `ControlError` if its file cannot be read.
    private static func legacySecret(_ preferences: CapturePreferences) throws(ControlError) -> String? {
        let path = preferences.legacySecretFile
        if path.isEmpty { return nil }
        guard let secret = LegacyDigest.secret(inFile: path) else {
            throw refusal(
                .unavailable, .keyUnreadable, ["detail": .words("captures.legacy_secret_file: cannot read \(path)")])
        }
        return secret
    }

    // MARK: space

    /// The number and size of all photos.
    ///
    /// - Throws: `ControlError` if the store fails.
    func totals() async throws(ControlError) -> (count: Int, bytes: Int) {
        try await storing { store throws(StoreError) in try await store.captureTotals() }
    }

    /// The reason why no photo can be stored; nil if one can.
    func problem(_ preferences: CapturePreferences) async -> CodedText? {
        if let reason = store.condition.reason {
            return CodedText(CaptureText.storageFull, ["detail": .words(reason.description)])
        }
        guard let folder else {
            return CodedText(CaptureText.storageFull, ["detail": .words("the state is in memory")])
        }
        do throws(ControlError) {
            _ = try key()
            _ = try Self.legacySecret(preferences)
            // The next photo must fit too.
            try await requireRoom(Self.room, in: folder, preferences)
            return nil
        } catch {
            return error.message ?? CodedText(CaptureText.storageFull, ["detail": .words(error.description)])
        }
    }

    /// The room in bytes that a photo needs: an ordinary image and the largest evidence.
    private static let room = 24 << 20

    /// Checks that more photos fit, with a size in bytes.
    ///
    /// - Throws: `ControlError` if they exceed the limit or the space on the disk, or if the store fails.
    private func requireRoom(
        _ bytes: Int, in folder: CaptureFolder, _ preferences: CapturePreferences
    ) async throws(ControlError) {
        let used = try await totals().bytes
        if used + bytes > preferences.limitMiB << 20 {
            throw Self.noRoom(.quotaReached, ["used": .count(used >> 20), "limit": .count(preferences.limitMiB)])
        }
        if let free = folder.freeMiB, free < CaptureFolder.reserveMiB + bytes >> 20 {
            throw Self.noRoom(.diskFull, ["free": .count(free), "reserve": .count(CaptureFolder.reserveMiB)])
        }
    }

    private static func noRoom(_ text: CaptureText, _ parameters: [String: CodedText.Parameter]) -> ControlError {
        let message = CodedText(text, parameters)
        return ControlError(.full, message.text, code: CaptureText.storageFull.refusalCode, message: message)
    }

    // MARK: changes

    /// Stores and seals a photo.
    ///
    /// - Parameter permit: Throws if the photo may not be stored now. It is called when everything else has been done, so
    ///   that little can change before the photo is stored.
    /// - Throws: `ControlError`; nothing is stored in that case.
    func add(
        _ moment: CaptureMoment, _ image: JPEGImage, sealed: Timestamp, _ preferences: CapturePreferences,
        permit: () async throws(ControlError) -> Void
    ) async throws(ControlError)
        -> CaptureSummary
    {
        guard let folder else {
            throw Self.refusal(.unavailable, .storageFull, ["detail": .words("the state is in memory")])
        }
        await open()
        let key = try key()
        let id = moment.id
        let parts: (record: JSONValue, files: [String: [UInt8]])
        do {
            let photo = EXIFWriter.file(image, moment.facts(upload: CaptureHash.text(of: image.bytes)))
            var groups = try moment.record(image)
            if let secret = try Self.legacySecret(preferences) {
                groups["legacy"] = try JSONValue(encoding: LegacyGroup(photo, moment, secret))
            }
            let record = JSONValue.object(groups)
            var files = [CaptureFileName.photo: photo]
            files[CaptureFileName.thumbnail] = Thumbnail.file(of: image)
            files.merge(moment.evidence) { photo, _ in photo }
            parts = (record, files)
        } catch {
            throw Self.unstored("\(error)", nil)
        }
        // Each photo leaves room for those that arrived before it and are not stored yet.
        let size = parts.files.values.reduce(parts.record.canonical.count) { $0 + $1.count }
        let arriving = state.withLock { state in
            state.arriving += size
            return state.arriving
        }
        defer { state.withLock { $0.arriving -= size } }
        try await requireRoom(arriving, in: folder, preferences)
        do throws(SystemError) {
            try folder.begin(id, parts.files)
        } catch {
            throw Self.unstored("\(error)", error.code)
        }
        let manifest = CaptureManifest(
            capture: id, revision: 1, reason: .capture, sealed: sealed,
            files: parts.files.mapValues { CaptureManifest.File(of: $0) }, record: parts.record)
        let stored: StoredCapture
        do throws(ControlError) {
            stored = try Self.row(id, manifest, parts.record)
            try await permit()
            let place = try await storing { [record = parts.record, stored] store throws(StoreError) in
                try await store.change(id) { last, _, _ in
                    let sealed = try SealedManifest(
                        manifest, at: (last?.sequence ?? 0) + 1, after: last?.hash, by: key)
                    try folder.finish(id, Self.files(1, sealed, record))
                    return SealedChange(hash: sealed.hash, capture: stored)
                }
            }
            var summary = try Self.summary(stored)
            (summary.sequence, summary.revision) = (place?.sequence ?? 0, 1)
            return summary
        } catch {
            folder.discard(id)
            throw error
        }
    }

    private static func files(_ revision: Int, _ sealed: SealedManifest, _ record: JSONValue?) -> [String: [UInt8]] {
        var files = [
            CaptureFileName.manifest(revision): sealed.bytes, CaptureFileName.signature(revision): sealed.signature,
        ]
        files[CaptureFileName.record(revision)] = record?.canonical
        return files
    }

    /// Adds a revision with another note.
    ///
    /// - Throws: `ControlError`; nothing is changed in that case.
    func setNote(
        _ note: String, of id: String, ifRevision revision: Int?, sealed: Timestamp
    ) async throws(ControlError) {
        try await revise(id, .note, ifRevision: revision, sealed: sealed) { groups in
            groups["note"] = .string(note)
            return true
        }
    }

    /// Adds a revision.
    ///
    /// - Parameters:
    ///   - new: Files that the photo does not have yet.
    ///   - revision: The newest revision that the photo may have; nil for any.
    ///   - change: Changes the groups of the record; returns false if nothing is to be sealed.
    /// - Throws: `ControlError`; nothing is changed in that case.
    func revise(
        _ id: String, _ reason: CaptureManifest.Reason, adding new: [String: [UInt8]] = [:],
        ifRevision revision: Int? = nil, sealed: Timestamp,
        _ change: @escaping @Sendable (inout [String: JSONValue]) -> Bool
    ) async throws(ControlError) {
        let isOutdated = Mutex(false)
        try await makeChange(id) { folder, key, last, own in
            let before = own.last?.revision ?? 0
            guard revision == nil || revision == before else {
                isOutdated.withLock { $0 = true }
                return nil
            }
            let files = folder.files(of: id)
            let manifest: CaptureManifest = try JSONValue(
                parsing: files.bytes(of: CaptureFileName.manifest(before))
            ).decoded()
            guard
                case .object(var groups) = try JSONValue(
                    parsing: files.bytes(of: CaptureFileName.record(before)))
            else { throw CaptureFileError("the record is damaged") }
            guard change(&groups) else { return nil }
            let record = JSONValue.object(groups)
            let next = CaptureManifest(
                capture: id, revision: before + 1, reason: reason, sealed: sealed,
                files: manifest.files.merging(new.mapValues { .init(of: $0) }) { $1 }, record: record)
            let seal = try SealedManifest(next, at: (last?.sequence ?? 0) + 1, after: last?.hash, by: key)
            let row = try Self.row(id, next, record)
            let own = Self.files(before + 1, seal, record)
            return (
                try folder.change(id, keeping: files.names, adding: own.merging(new) { $1 }),
                SealedChange(hash: seal.hash, capture: row)
            )
        }
        guard !isOutdated.withLock({ $0 }) else {
            throw ControlError(
                .outdated, "the photo has changed in the meantime: read it again, then change it", code: .photoChanged)
        }
    }

    /// Deletes a photo. A manifest of the deletion remains, so that the chain stays whole.
    ///
    /// - Throws: `ControlError`; nothing is deleted in that case.
    func delete(_ id: String, sealed: Timestamp) async throws(ControlError) {
        try await makeChange(id) { folder, key, last, own in
            var manifest = CaptureManifest(
                capture: id, revision: (own.last?.revision ?? 0) + 1, reason: .deletion, sealed: sealed, files: [:],
                record: .object([:]))
            manifest.deleted = own.map { .init(sequence: $0.sequence, sha256: $0.hash, previous: $0.previous) }
            let seal = try SealedManifest(manifest, at: (last?.sequence ?? 0) + 1, after: last?.hash, by: key)
            return (
                try folder.change(id, keeping: [], adding: Self.files(manifest.revision, seal, nil)),
                SealedChange(hash: seal.hash, capture: nil)
            )
        }
    }

    /// Changes the files of a photo and the store together: if the store cannot record the change, the files are as before.
    private func makeChange(
        _ id: String,
        _ body:
            @escaping @Sendable (CaptureFolder, SealingKey, StoredManifest?, [StoredManifest]) throws -> (
                CaptureFolder.Change, SealedChange
            )?
    ) async throws(ControlError) {
        guard let folder else {
            throw Self.refusal(.unavailable, .storageFull, ["detail": .words("the state is in memory")])
        }
        let key = try key()
        let made = Mutex<CaptureFolder.Change?>(nil)
        do throws(ControlError) {
            _ = try await storing { store throws(StoreError) in
                try await store.change(id) { last, own, exists in
                    // It was deleted in the meantime.
                    guard exists else { throw CaptureFileError("the photo \(id) does not exist") }
                    guard let (files, change) = try body(folder, key, last, own) else { return nil }
                    made.withLock { $0 = files }
                    return change
                }
            }
            made.withLock { $0?.end() }
        } catch {
            made.withLock { $0?.undo() }
            throw error
        }
    }

    // MARK: the start

    /// Brings files and store into agreement after the daemon was killed, or after the store was lost or restored. Later calls
    /// only wait for it.
    ///
    /// A photo whose files are complete is added to the store; what is not complete is removed.
    func open() async {
        let opening = state.withLock { state in
            if let opening = state.opening { return opening }
            let opening = Task { await self.agree() }
            state.opening = opening
            return opening
        }
        await opening.value
    }

    private func agree() async {
        guard let folder else { return }
        folder.removeLeftovers()
        do {
            let revisions = try await store.captureRevisions()
            var missing: [(sequence: Int64, id: String)] = []
            for id in try folder.ids() {
                let files = folder.files(of: id)
                let known = revisions[id] ?? 0
                let first = files.names.compactMap(CaptureFileName.revision(ofManifest:)).filter { $0 > known }.min()
                guard let first else { continue }
                let bytes = try? files.bytes(of: CaptureFileName.manifest(first))
                let manifest = bytes.flatMap { try? JSONValue(parsing: $0).decoded(as: CaptureManifest.self) }
                missing.append((manifest?.sequence ?? .max, id))
            }
            // In the order in which they were sealed, so that lists have their order again.
            for (_, id) in missing.sorted(by: { $0.sequence < $1.sequence }) {
                await adopt(id, folder, after: revisions[id] ?? 0)
            }
        } catch {
            logger.error("photos: the stored photos cannot be read: \(error)")
        }
    }

    /// Adds revisions of a photo that are missing in the store. A photo that is not as this gateway sealed it stays as it is.
    private func adopt(_ id: String, _ folder: CaptureFolder, after known: Int) async {
        let files = folder.files(of: id)
        do {
            let check = CaptureVerification([files], by: VerificationKey(try key().publicKey))
            guard check.captures.first?.id == id, check.isValid else {
                let reason = check.captures.first?.findings.first?.text ?? "it is another photo"
                return logger.warning(
                    "photos: the folder photos/\(id) is not as this gateway sealed it, and is not shown: \(reason)")
            }
            var manifests: [StoredManifest] = []
            var last: CaptureManifest?
            for revision in files.names.compactMap(CaptureFileName.revision(ofManifest:)).sorted()
            where revision > known {
                let bytes = try files.bytes(of: CaptureFileName.manifest(revision))
                let manifest: CaptureManifest = try JSONValue(parsing: bytes).decoded()
                manifests.append(
                    StoredManifest(
                        sequence: manifest.sequence, hash: CaptureHash.text(of: bytes), previous: manifest.previous,
                        revision: revision))
                last = manifest
            }
            guard let last else { return }
            let isDeleted = last.reason == .deletion
            let row =
                try isDeleted
                ? nil
                : Self.row(
                    id, last, JSONValue(parsing: files.bytes(of: CaptureFileName.record(last.revision))))
            try await store.adopt(
                row, id: id,
                manifests: isDeleted ? manifests.suffix(1) : manifests)
            logger.notice("photos: added \(id), which was complete on the disk but missing in the store")
        } catch {
            logger.warning("photos: the folder photos/\(id) cannot be added to the store: \(error)")
        }
    }

    /// The row of a photo, from its newest manifest and record.
    ///
    /// - Throws: `ControlError` if the record lacks a value that lists show.
    private static func row(
        _ id: String, _ manifest: CaptureManifest, _ record: JSONValue
    ) throws(ControlError) -> StoredCapture {
        let values: RecordSummary
        do {
            values = try record.decoded()
        } catch {
            throw unstored("the record of the photo \(id) lacks a value: \(error)", nil)
        }
        var summary = CaptureSummary(
            id: id, taken: values.capture.taken, receiver: values.receiver.id ?? "", user: values.capture.user,
            latitude: values.position.latitude, longitude: values.position.longitude,
            verdict: (values.later ?? values.authentication).verdict, isReplay: values.capture.replay,
            note: values.note,
            width: values.image.width, height: values.image.height)
        (summary.accuracy, summary.ellipsoidalHeight) = (values.position.accuracy, values.position.height)
        (summary.heading, summary.task) = (values.camera?.heading, values.capture.task)
        summary.bytes = manifest.files.values.reduce(record.canonical.count) { $0 + $1.bytes }
        return StoredCapture(
            id: id, taken: summary.taken.milliseconds, user: summary.user, upload: values.image.sha256,
            bytes: summary.bytes, summary: json(summary))
    }

    // MARK: reading

    /// The newest record of a stored photo, and its other files.
    ///
    /// - Throws: `CaptureFileError` or `JSONTextError` if they cannot be read.
    func evidence(of id: String) throws -> (record: JSONValue, files: [String: [UInt8]]) {
        guard let folder else { throw CaptureFileError("the state is in memory") }
        return try folder.reading(id) { files in
            let record = try JSONValue(parsing: files.bytes(of: CaptureFileName.record(try Self.last(files))))
            var evidence: [String: [UInt8]] = [:]
            for name in CaptureFileName.evidence where files.names.contains(name) {
                evidence[name] = try files.bytes(of: name)
            }
            return (record, evidence)
        }
    }

    /// The newest revision.
    private static func last(_ files: FolderFiles) throws(CaptureFileError) -> Int {
        guard let last = files.names.compactMap(CaptureFileName.revision(ofManifest:)).max() else {
            throw CaptureFileError("there is no manifest")
        }
        return last
    }

    /// The photos whose verdict is pending, the oldest first.
    ///
    /// - Throws: `ControlError` if the store fails.
    func pending() async throws(ControlError) -> [String] {
        try await storing { store throws(StoreError) in
            try await store.captures(whose: "verdict", is: PositionVerdict.pending.code, limit: 1000)
        }.map(\.id)
    }

    /// The summary of a stored photo.
    ///
    /// - Throws: `ControlError` if the row is damaged.
    static func summary(_ capture: StoredCapture) throws(ControlError) -> CaptureSummary {
        do {
            var summary = try JSONDecoder().decode(CaptureSummary.self, from: Data(capture.summary.utf8))
            (summary.revision, summary.sequence) = (capture.revision, capture.sequence)
            return summary
        } catch {
            throw ControlError(.unavailable, "the row of the photo \(capture.id) in the store is damaged")
        }
    }

    /// The text of the store. It lacks how far the photo has got on its way to the back office, which changes by itself.
    private static func json(_ summary: CaptureSummary) -> String {
        guard case .object(var members)? = try? JSONValue(encoding: summary) else { return "{}" }
        (members["sent"], members["send_problem"]) = (nil, nil)
        return String(decoding: JSONValue.object(members).canonical, as: UTF8.self)
    }

    /// A photo; nil if it does not exist.
    ///
    /// - Throws: `ControlError` if the store fails.
    func capture(_ id: String) async throws(ControlError) -> StoredCapture? {
        try await storing { store throws(StoreError) in try await store.capture(id) }
    }

    /// Photos, the newest first, and the number of all.
    ///
    /// - Throws: `ControlError` if the store fails.
    func page(
        of owners: StoredCapture.Owners, limit: Int, offset: Int
    ) async throws(ControlError) -> (captures: [StoredCapture], total: Int) {
        try await storing { store throws(StoreError) in
            let total = try await store.captureTotals(of: owners).count
            return (try await store.captures(of: owners, limit: limit, offset: offset), total)
        }
    }

    /// A part of a photo.
    ///
    /// - Throws: `ControlError` if its files are missing.
    func part(_ part: CapturePart, of id: String) throws(ControlError) -> CaptureFile {
        guard let folder else { throw Self.refusal(.notFound, .unknown, ["id": .words(id)]) }
        do {
            let key = VerificationKey(try key().publicKey)
            return try folder.reading(id) { files in try Self.part(part, of: id, files, key) }
        } catch let error as ControlError {
            throw error
        } catch {
            throw Self.unreadable(id, error)
        }
    }

    private static func part(
        _ part: CapturePart, of id: String, _ files: FolderFiles, _ key: VerificationKey?
    ) throws -> CaptureFile {
        switch part {
        case .image:
            return CaptureFile(
                name: "\(id).jpg", mediaType: "image/jpeg", bytes: try files.bytes(of: CaptureFileName.photo))
        case .thumbnail:
            return CaptureFile(
                name: "\(id)-small.jpg", mediaType: "image/jpeg",
                bytes: try files.bytes(of: CaptureFileName.thumbnail))
        case .record:
            let last = try last(files)
            return CaptureFile(
                name: "\(id).json", mediaType: "application/json",
                bytes: try files.bytes(of: CaptureFileName.record(last)))
        case .export:
            var contents: [(path: String, bytes: [UInt8])] = []
            for name in files.names { contents.append(("\(id)/\(name)", try files.bytes(of: name))) }
            if let key {
                contents.append(("\(id)/\(CaptureFileName.key)", Array(key.pem.utf8)))
            }
            return CaptureFile(
                name: "\(id).zip", mediaType: "application/zip", bytes: try CaptureArchive.archive(contents))
        case .verification:
            let check = CaptureVerification([files], by: key)
            return CaptureFile(
                name: "\(id)-verification.json", mediaType: "application/json",
                bytes: try JSONValue(encoding: check).canonical)
        }
    }

    /// What a PDF of a photo shows.
    ///
    /// - Throws: `ControlError` if its files cannot be read.
    func document(of id: String) throws(ControlError) -> PhotoPDF.Content {
        guard let folder else { throw Self.refusal(.notFound, .unknown, ["id": .words(id)]) }
        do {
            return try folder.reading(id, Self.document)
        } catch {
            throw Self.unreadable(id, error)
        }
    }

    private static func document(_ files: FolderFiles) throws -> PhotoPDF.Content {
        let last = try last(files)
        let bytes = try files.bytes(of: CaptureFileName.manifest(last))
        let manifest: CaptureManifest = try JSONValue(parsing: bytes).decoded()
        let sealing = PhotoPDF.Sealing(
            id: manifest.capture, revision: last, sequence: manifest.sequence,
            manifestHash: CaptureHash.text(of: bytes),
            publicKey: manifest.key, sealed: manifest.sealed.description)
        return PhotoPDF.Content(
            photo: try files.bytes(of: CaptureFileName.photo),
            record: try JSONValue(parsing: files.bytes(of: CaptureFileName.record(last))), sealing: sealing)
    }

    private static func unreadable(_ id: String, _ error: any Error) -> ControlError {
        ControlError(.unavailable, "the files of the photo \(id) cannot be read: \(error)")
    }

    // MARK: errors

    private func storing<Value>(
        _ body: (Store) async throws(StoreError) -> Value
    ) async throws(ControlError) -> Value {
        await open()
        do throws(StoreError) {
            return try await body(store)
        } catch {
            if case .full = error { throw Self.unstored(error.description, ENOSPC) }
            throw Self.unstored(error.description, nil)
        }
    }

    private static func unstored(_ detail: String, _ code: Int32?) -> ControlError {
        refusal(
            code == ENOSPC || code == EDQUOT ? .full : .unavailable, .storageFull, ["detail": .words(detail)])
    }
}

/// What a back office of EGNSS4CAP receives beside the photo.
private struct LegacyGroup: Encodable {
    let digest: String
    let created: String
    let user: String

    init(_ photo: [UInt8], _ moment: CaptureMoment, _ secret: String) {
        (created, user) = (Timestamp(moment.taken).description, moment.user ?? "")
        digest = LegacyDigest.text(of: photo, created: created, user: user, secret: secret)
    }

    enum CodingKeys: String, CodingKey {
        case digest, created
        case user = "user_id"
    }
}

/// The values of a record that a list shows.
private struct RecordSummary: Decodable {
    struct Capture: Decodable {
        let taken: Timestamp
        let user, task: String?
        let replay: Bool
    }
    struct Receiver: Decodable { let id: String? }
    struct Position: Decodable {
        let latitude, longitude: Double
        let height, accuracy: Double?
        enum CodingKeys: String, CodingKey {
            case latitude = "latitude_deg"
            case longitude = "longitude_deg"
            case height = "ellipsoidal_height_m"
            case accuracy = "horizontal_accuracy_m"
        }
    }
    struct Authentication: Decodable {
        let authenticated: Bool
        let result: ReportCode<PositionVerdict>?

        var verdict: ReportCode<PositionVerdict> {
            result ?? ReportCode(authenticated ? .authenticated : .notAuthenticated)
        }
    }
    struct Image: Decodable {
        let width, height: Int
        let sha256: String
        enum CodingKeys: String, CodingKey {
            case width, height
            case sha256 = "received_sha256"
        }
    }

    let capture: Capture
    let receiver: Receiver
    let position: Position
    let camera: CameraReport?
    let authentication: Authentication
    let later: Authentication?
    let image: Image
    let note: String

    enum CodingKeys: String, CodingKey {
        case capture, receiver, position, camera, authentication, image, note
        case later = "later_verdict"
    }
}
