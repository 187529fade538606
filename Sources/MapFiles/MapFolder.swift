// SPDX-License-Identifier: Apache-2.0

public import ControlModel
internal import GNSSTypes
internal import Glibc
internal import MessageTexts
internal import Synchronization
internal import SystemSupport

/// The maps in a folder: images from MBTiles files, areas from GeoJSON files. Files may be added, changed and removed
/// while the gateway runs. Each file is opened once, and again after each change.
public final class MapFolder: MapControl {
    /// The maximum number of files; if there are more, the last ones by name are not shown.
    static let fileLimit = 100
    /// The age at which the list of files is read again.
    static let refreshAfter = Duration.seconds(2)

    /// Distinguishes versions of a file.
    private struct Stamp: Hashable {
        let device: UInt64
        let inode: UInt64
        let size: Int64
        let seconds: Int
        let nanoseconds: Int

        /// The part of addresses that changes with the content.
        var text: String { "\(inode)-\(size)-\(seconds)-\(nanoseconds)" }
    }

    /// An open file, used by one query at a time.
    private final class Tiles: Sendable {
        let database: Mutex<TileDatabase>
        let zooms: ClosedRange<Int>

        init(_ database: sending TileDatabase, _ zooms: ClosedRange<Int>) {
            self.database = Mutex(database)
            self.zooms = zooms
        }
    }

    private enum Content: Sendable {
        case tiles(MapReport.Source, Tiles)
        case areas(MapReport.Areas, [UInt8])
        case none
    }

    private struct Entry: Sendable {
        let stamp: Stamp
        let content: Content
        let problem: CodedText?
    }

    private struct State {
        /// The entries by file name, with the ending in small letters.
        var entries: [String: Entry] = [:]
        var problems: [MapReport.Problem] = []
        var listed: ContinuousClock.Instant?
        /// The listing that is in progress, if any.
        var listing: Task<Void, Never>?
    }

    public let server: MapReport.Server?
    public let uploadLimit: Int
    private let folder: String
    /// Protects the open files. It is not held while files are read.
    private let state = Mutex(State())
    /// True while a file is added.
    private let isAdding = Mutex(false)

    /// - Parameters:
    ///   - folder: An absolute path. The folder may be missing.
    ///   - uploadLimit: The largest size in bytes of a file that can be added; 0 for none.
    ///   - server: The configured map server; nil for none.
    public init(folder: String, uploadLimit: Int = 0, server: MapReport.Server? = nil) {
        (self.folder, self.uploadLimit, self.server) = (folder, uploadLimit, server)
        MapUpload.removeLeftovers(in: folder)
    }

    public func maps() async -> MapReport {
        await refresh()
        return state.withLock { state in
            var report = MapReport(folder: folder)
            (report.server, report.uploadLimit) = (server, uploadLimit)
            report.problems = state.problems
            for (file, entry) in state.entries.sorted(by: { $0.key < $1.key }) {
                switch entry.content {
                case .tiles(let source, _): report.sources.append(source)
                case .areas(let areas, _): report.areas.append(areas)
                case .none: break
                }
                if let problem = entry.problem { report.problems.append(MapReport.Problem(file: file, problem)) }
            }
            return report
        }
    }

    /// The image of a tile; nil if the map has no image there.
    ///
    /// - Throws: `ControlError` if there is no such map, or its file cannot be read.
    public func tile(of map: String, zoom: Int, column: Int, row: Int) async throws(ControlError) -> MapTile? {
        guard case .tiles(_, let tiles) = try await content(map + ".mbtiles") else { throw unknown(map) }
        guard TileDatabase.zoomLevels.contains(zoom), (0..<1 << zoom).contains(column), (0..<1 << zoom).contains(row),
            tiles.zooms.contains(zoom)
        else { return nil }
        let read = await WorkerThread.value { () -> Result<[UInt8]?, TileDatabase.Failure> in
            tiles.database.withLock { database in
                // Rows are counted from the south in the file, and from the north in addresses.
                do throws(TileDatabase.Failure) {
                    return .success(try database.tile(zoom: zoom, column: column, row: (1 << zoom) - 1 - row))
                } catch {
                    return .failure(error)
                }
            }
        }
        switch read {
        case .success(let bytes?):
            return Self.mediaType(of: bytes).map { MapTile(bytes: bytes, mediaType: $0) }
        case .success(nil): return nil
        case .failure(let failure):
            throw ControlError(.unavailable, "\(map).mbtiles cannot be read: \(failure)", code: .badFile)
        case nil: throw ControlError(.unavailable, "cannot start a thread to read \(map).mbtiles")
        }
    }

    /// The areas of a file as GeoJSON, reduced to geometries and names.
    ///
    /// - Throws: `ControlError` if there is no such file.
    public func areas(of map: String) async throws(ControlError) -> [UInt8] {
        guard case .areas(_, let json) = try await content(map + ".geojson") else { throw unknown(map) }
        return json
    }

    // MARK: Adding and removing

    /// Adds a file; see ``MapControl``.
    ///
    /// - Throws: `ControlError` if uploads are off, another file is being added, or the file has a wrong name, cannot be
    ///   stored or cannot be shown; the error that `body` throws.
    public func add(_ file: String, size: Int?, from body: @escaping FileBody) async throws -> Bool {
        guard uploadLimit > 0 else { throw Self.refusal(.conflict, nil, .noUploads) }
        guard let name = MapFileName(file) else { throw Self.refusal(.invalid, .badName, .otherFormat) }
        guard Self.isAddress(file) else { throw Self.refusal(.invalid, .badName, .badName, ["file": .words(file)]) }
        try beginAdding()
        defer { isAdding.withLock { $0 = false } }
        let target = Self.present(name, in: folder).first ?? name.usual
        let upload = try MapUpload(target, in: folder, size: size)
        defer { upload.discard() }
        try await body { try upload.append($0) }
        let stored = await WorkerThread.value { [folder] in
            Result { () throws(ControlError) in try Self.store(upload, name, target, folder) }
        }
        guard let stored else { throw ControlError(.unavailable, "cannot start a thread to store \(file)") }
        let isReplaced = try stored.get()
        await refreshNow()
        return isReplaced
    }

    private func beginAdding() throws(ControlError) {
        let isFree = isAdding.withLock { isAdding in
            defer { isAdding = true }
            return !isAdding
        }
        guard isFree else { throw ControlError(.conflict, "another map file is being uploaded", code: .busy) }
    }

    /// The files of the folder that are the same map; the one that is shown comes first.
    private static func present(_ name: MapFileName, in folder: String) -> [String] {
        ((try? Folder.names(in: folder)) ?? []).filter { MapFileName($0)?.usual == name.usual }
            .sorted { $0 == name.usual || ($1 != name.usual && $0 < $1) }
    }

    /// Checks a complete file and puts it in place.
    ///
    /// - Returns: True if it replaced a file.
    private static func store(
        _ upload: MapUpload, _ name: MapFileName, _ target: String, _ folder: String
    ) throws(ControlError) -> Bool {
        guard let stamp = stamp(of: upload.path) else {
            throw refusal(
                .unavailable, nil, .unreadable,
                ["file": .words(name.file), "detail": .words("it was removed meanwhile")])
        }
        let found = entry(name, upload.path, stamp)
        if case .none = found.content, let problem = found.problem {
            throw ControlError(.invalid, problem.text, code: .badFile, message: problem)
        }
        var status = stat()
        let isThere = lstat("\(folder)/\(target)", &status) == 0
        try upload.finish()
        return isThere
    }

    /// Deletes a file; see ``MapControl``.
    ///
    /// - Throws: `ControlError` if there is no such file, or it cannot be deleted.
    public func remove(_ file: String) async throws(ControlError) {
        guard uploadLimit > 0 else { throw Self.refusal(.conflict, nil, .noUploads) }
        // Only a name in the folder is deleted, so no other path can be given.
        let names = MapFileName(file).map { Self.present($0, in: folder) } ?? []
        guard let found = names.contains(file) ? file : names.first else { throw unknown(file) }
        guard unlink("\(folder)/\(found)") == 0 || errno == ENOENT else {
            throw Self.refusal(
                .unavailable, nil, .notDeleted,
                ["file": .words(file), "detail": .words(SystemError.text(of: errno))])
        }
        await refreshNow()
    }

    private static func refusal(
        _ kind: ControlError.Kind, _ code: ControlError.Code?, _ text: MapText,
        _ parameters: [String: CodedText.Parameter] = [:]
    ) -> ControlError {
        let message = CodedText(text, parameters)
        return ControlError(kind, message.text, code: code?.rawValue, message: message)
    }

    /// Lists the folder again, however fresh the list is.
    private func refreshNow() async {
        // A listing in progress may have begun before the change.
        await state.withLock { $0.listing }?.value
        state.withLock { $0.listed = nil }
        await refresh()
    }

    private func unknown(_ map: String) -> ControlError {
        ControlError(.notFound, "there is no map \"\(map.prefix(80))\"; GET /v1/map lists those in \(folder)")
    }

    private func content(_ file: String) async throws(ControlError) -> Content {
        if let entry = state.withLock({ $0.entries[file] }) { return entry.content }
        // The list may be missing, because a page can request a map that it knows from an earlier run of the daemon.
        await refresh()
        return state.withLock { $0.entries[file]?.content } ?? .none
    }

    // MARK: Files

    /// Lists the folder unless the list is fresh. All requests wait for the same listing.
    private func refresh() async {
        let listing = state.withLock { state -> Task<Void, Never>? in
            if let listed = state.listed, .now - listed < Self.refreshAfter { return nil }
            if let listing = state.listing { return listing }
            let listing = Task { await self.list() }
            state.listing = listing
            return listing
        }
        await listing?.value
    }

    private func list() async {
        let known = state.withLock { $0.entries }
        let found = await WorkerThread.value { [folder] in Self.list(folder, known) }
        state.withLock { state in
            if let (entries, problems) = found { state = State(entries: entries, problems: problems, listed: .now) }
            state.listing = nil
        }
    }

    private static func list(_ folder: String, _ known: [String: Entry]) -> ([String: Entry], [MapReport.Problem]) {
        let names: [MapFileName]
        do throws(SystemError) {
            names = try Folder.names(in: folder).sorted().compactMap(MapFileName.init)
        } catch {
            // Most gateways have no folder with maps.
            if error.code == ENOENT { return ([:], []) }
            let problem = CodedText(
                MapText.unreadable, ["file": .words(folder), "detail": .words(error.description)])
            return ([:], [.init(file: "", problem)])
        }
        var entries: [String: Entry] = [:]
        var problems: [MapReport.Problem] = []
        func report(_ name: MapFileName, _ code: MapText, _ more: [String: CodedText.Parameter] = [:]) {
            let parameters = ["file": CodedText.Parameter.words(name.file)].merging(more) { $1 }
            problems.append(.init(file: name.file, CodedText(code, parameters)))
        }
        let files = Set(names.map(\.file))
        for name in names.prefix(fileLimit) {
            // The ending in small letters has precedence.
            if name.file != name.usual, files.contains(name.usual) || entries[name.usual] != nil {
                report(name, .sameName)
                continue
            }
            guard let stamp = stamp(of: folder + "/" + name.file) else {
                report(name, .unreadable, ["detail": .words("not a regular file")])
                continue
            }
            if let entry = known[name.usual], entry.stamp == stamp {
                entries[name.usual] = entry
            } else if isAddress(name.file) {
                entries[name.usual] = entry(name, folder + "/" + name.file, stamp)
            } else {
                report(name, .badName)
            }
        }
        if names.count > fileLimit {
            problems.append(.init(file: "", CodedText(MapText.tooMany, ["limit": .number(Double(fileLimit))])))
        }
        return (entries, problems)
    }

    /// Returns the stamp of a file; nil unless it is a regular file, because opening a pipe would wait for its other
    /// end.
    private static func stamp(of path: String) -> Stamp? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Stamp(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
            seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    }

    private static func isAddress(_ name: String) -> Bool {
        name.utf8.count <= 100 && !name.hasPrefix(".")
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "._-".utf8.contains(byte)
            }
    }

    private static func entry(_ name: MapFileName, _ path: String, _ stamp: Stamp) -> Entry {
        func refused(_ code: MapText, _ more: [String: CodedText.Parameter] = [:]) -> Entry {
            let parameters = ["file": CodedText.Parameter.words(name.file)].merging(more) { $1 }
            return Entry(stamp: stamp, content: .none, problem: CodedText(code, parameters))
        }
        if name.format == .areas {
            guard stamp.size <= AreaFile.sizeLimit else {
                return refused(.tooLarge, ["limit": .number(Double(AreaFile.sizeLimit >> 20))])
            }
            let bytes: [UInt8]
            do throws(FileReadError) {
                bytes = try WholeFile.read(path, atMost: AreaFile.sizeLimit, regularOnly: true)
            } catch {
                return refused(.unreadable, ["detail": .words(error.description)])
            }
            do throws(AreaFile.Failure) {
                let file = try AreaFile(bytes)
                let areas = MapReport.Areas(id: name.id, count: file.count)
                let problem =
                    file.leftOut > 0
                    ? CodedText(MapText.leftOut, ["file": .words(name.file), "count": .number(Double(file.leftOut))])
                    : nil
                // A file of which nothing can be shown must not replace another one.
                let isShown = file.count > 0 || file.leftOut == 0
                return Entry(stamp: stamp, content: isShown ? .areas(areas, file.json) : .none, problem: problem)
            } catch {
                switch error {
                case .notDegrees: return refused(.notDegrees)
                case .tooManyNodes:
                    return refused(
                        .tooManyPoints,
                        ["areas": .count(AreaFile.areaLimit), "points": .count(AreaFile.placeLimit)])
                case .notGeoJSON(let detail): return refused(.notGeoJSON, ["detail": .words(detail)])
                }
            }
        }
        do throws(TileDatabase.Failure) {
            let database = try TileDatabase(path: path)
            let metadata = try database.metadata()
            guard let any = try database.anyTile() else { return refused(.noTiles) }
            guard mediaType(of: any) != nil else { return refused(.vectorTiles) }
            func zoom(_ key: String) -> Int? {
                metadata[key].flatMap(Int.init).flatMap { TileDatabase.zoomLevels.contains($0) ? $0 : nil }
            }
            var zooms = 0...22
            if let low = zoom("minzoom"), let high = zoom("maxzoom"), low <= high {
                zooms = low...high
            } else if let counted = try? database.zooms() {
                zooms = counted
            }
            let id = name.id
            var source = MapReport.Source(
                id: id, name: plain(metadata["name"] ?? "") ?? id, tiles: "/v1/map/\(id)/{z}/{x}/{y}?v=\(stamp.text)",
                minZoom: zooms.lowerBound, maxZoom: zooms.upperBound)
            source.bounds = bounds(metadata["bounds"] ?? "")
            source.attribution = plain(metadata["attribution"] ?? "")
            return Entry(stamp: stamp, content: .tiles(source, Tiles(database, zooms)), problem: nil)
        } catch {
            return refused(.notMBTiles, ["detail": .words(error.description)])
        }
    }

    /// Parses west, south, east and north from a text such as "9.1,48.2,9.3,48.4"; nil if the text has another form.
    private static func bounds(_ text: String) -> [Double]? {
        let numbers = text.split(separator: ",").compactMap { Double($0.filter { $0 != " " }) }
        guard numbers.count == 4, abs(numbers[0]) <= 180, abs(numbers[2]) <= 180, abs(numbers[1]) <= 90,
            abs(numbers[3]) <= 90, numbers[0] < numbers[2], numbers[1] < numbers[3]
        else { return nil }
        return numbers
    }

    /// Text without markup, at most 200 bytes; nil if nothing is left. Attributions often contain links.
    private static func plain(_ text: String) -> String? {
        var isTag = false
        let words = text.filter { character in
            if character == "<" { isTag = true }
            defer { if character == ">" { isTag = false } }
            return !isTag && !character.isNewline
        }
        let short = String(decoding: words.utf8.prefix(200), as: UTF8.self)
            .split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        return short.isEmpty ? nil : short
    }

    /// The media type of an image, determined from its first bytes; nil if browsers cannot show it.
    private static func mediaType(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        let isWebP =
            bytes.count > 12 && bytes.starts(with: Array("RIFF".utf8)) && bytes[8..<12].elementsEqual("WEBP".utf8)
        return isWebP ? "image/webp" : nil
    }
}
