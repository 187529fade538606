// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import Logging
internal import Paths
internal import ServiceLifecycle
internal import Storage
internal import Synchronization
internal import TrackRecording

/// Paths in the daemon: the stage that records them with what it needs of the gateway, and what may be asked of it and of
/// the paths that there are.
final class PathStage: Service, PathControl {
    private let service: PathService
    let store: Store
    let clock: GatewayClock
    private let logger: Logger
    /// One file is imported at a time, from its first byte on.
    private let isImporting = Mutex(false)
    /// Why no result of a sampling becomes a point; nil: it may.
    private let centroidRefusal = Mutex<@Sendable () -> ControlRefusal?>({ nil })

    init(on ground: GatewayGround) {
        (store, clock, logger) = (ground.store, ground.clock, ground.logger)
        var context = PathService.Context(
            hub: ground.hub, now: { [clock = ground.clock] in clock.now },
            store: ground.store,
            alert: { [voice = ground.voice, logger = ground.logger] in voice.say($0, logger) },
            logger: ground.logger)
        context.requirement = { [gate = ground.gate] in gate.requirement }
        service = PathService(context)
    }

    func run() async throws {
        await tidyUp()
        await service.run()
    }

    // MARK: paths

    func paths(tracks: Bool, limit: Int, offset: Int) async throws(ControlRefusal) -> [PathReport] {
        let status = await service.status
        let found = try await refusing { () throws(StoreError) in
            try await self.store.paths(
                PathQuery { ($0.kind, $0.limit, $0.offset) = (tracks ? .track : .path, limit, offset) })
        }
        return found.map { PathReport($0, status) }
    }

    func path(_ id: Int64?) async throws(ControlRefusal) -> PathReport {
        let status = await service.status
        guard let id = id ?? status?.path.id else { throw ControlRefusal(PathRefusal.idle, kind: .notFound) }
        let pages = try await refusing { () throws(StoreError) in try await self.store.pages(of: id, pageSize: 5000) }
        var report = PathReport(pages.path, status)
        guard pages.path.state == .finished, pages.path.area != nil else { return report }
        report.sphericalArea = try await refusing { () throws(StoreError) in
            var area = SphericalArea()
            var iterator = pages.makeAsyncIterator()
            while let page = try await iterator.next() { for point in page { area.append(point) } }
            return area
        }.area
        return report
    }

    func points(of id: Int64, from first: Int, limit: Int) async throws(ControlRefusal) -> [PathPointReport] {
        let points = try await refusing { () throws(StoreError) in
            let points = try await self.store.points(of: id, from: first, limit: limit)
            if points.isEmpty, try await self.store.path(id) == nil { throw .unknownPath(id) }
            return points
        }
        return points.enumerated().map { PathPointReport($1, index: first + $0) }
    }

    func rename(path id: Int64, to name: String) async throws(ControlRefusal) -> PathReport {
        let name = try Self.name(name)
        let path = try await refusing { () throws(StoreError) in
            try await self.store.update(path: id, PathChange { $0.name = name })
        }
        await service.noteName(path.name, of: id)
        return PathReport(path, await service.status)
    }

    func deletePath(_ id: Int64) async throws(ControlRefusal) {
        if await service.status?.path.id == id {
            throw ControlRefusal(
                .conflict, "path \(id) is being recorded; stop it first (gnss-gateway paths stop)", code: "busy")
        }
        let path = try await refusing { () throws(StoreError) in try await self.store.path(id) }
        if path?.sent == .sending {
            throw ControlRefusal(.conflict, "path \(id) is being sent; wait until that is finished", code: "sending")
        }
        let wasThere = try await refusing { () throws(StoreError) in try await self.store.deletePath(id) }
        if !wasThere { throw ControlRefusal(StoreError.unknownPath(id)) }
    }

    // MARK: the recording

    func start(_ request: PathRequest) async throws(ControlRefusal) -> PathReport {
        try refuseInMemory()
        let order = try Self.order(request)
        let now = Timestamp(clock.now)
        let given = try request.name.map { name throws(ControlRefusal) in try Self.name(name, orEmpty: true) } ?? ""
        let name =
            given.isEmpty ? "Path " + now.description.prefix(16).map { $0 == "T" ? " " : "\($0)" }.joined() : given
        return try await asking { () throws(PathRefusal) in try await self.service.start(name: name, order) }
    }

    func pausePath() async throws(ControlRefusal) -> PathReport {
        try await asking { () throws(PathRefusal) in try await self.service.pause() }
    }

    func resumePath() async throws(ControlRefusal) -> PathReport {
        try await asking { () throws(PathRefusal) in try await self.service.resume() }
    }

    func stopPath() async throws(ControlRefusal) -> PathEndReport {
        do throws(PathRefusal) {
            return PathEndReport(try await service.stop())
        } catch {
            throw ControlRefusal(error)
        }
    }

    func takePoint() async throws(ControlRefusal) -> PathPointReport {
        try await point { () throws(PathRefusal) in try await self.service.takePoint() }
    }

    /// Sets what decides whether results of samplings become points; until then they do.
    func setCentroidRefusal(_ refusal: @escaping @Sendable () -> ControlRefusal?) {
        centroidRefusal.withLock { $0 = refusal }
    }

    func takeCentroid() async throws(ControlRefusal) -> PathPointReport {
        if let refusal = centroidRefusal.withLock({ $0 })() { throw refusal }
        return try await point { () throws(PathRefusal) in try await self.service.takeCentroid() }
    }

    func undoPoint() async throws(ControlRefusal) -> PathPointReport {
        try await point { () throws(PathRefusal) in try await self.service.undo() }
    }

    // MARK: files

    func export(path id: Int64, as word: String) async throws(ControlRefusal) -> PathFile {
        let format = try Self.format(word)
        let pages = try await refusing { () throws(StoreError) in try await self.store.pages(of: id) }
        let count = pages.path.pointCount
        guard format != .kmz || count <= PathExport.longestKMZ else {
            throw ControlRefusal(
                .conflict,
                "path \(id) has \(count) points, and a KMZ is written of \(PathExport.longestKMZ) at most; export it as KML",
                code: "too_long")
        }
        return PathFile(
            mediaType: format.mediaType, name: PathExport.fileName(pages.path, format),
            write: { take in try await PathExport.write(pages, as: format, to: take) })
    }

    func importPaths(
        as word: String, name: String?, from body: @escaping PathFileBody
    ) async throws -> [PathReport] {
        try refuseInMemory()
        let format = try Self.format(word)
        let given = try name.map { name throws(ControlRefusal) in try Self.name(name, orEmpty: true) } ?? ""
        try beginImport()
        defer { isImporting.withLock { $0 = false } }
        let file = try PathImport(store, now: Timestamp(clock.now), name: given)
        try await body { try file.append($0) }
        return try await file.run(as: format)
    }

    private func beginImport() throws(ControlRefusal) {
        let isFree = isImporting.withLock { isImporting in
            defer { isImporting = true }
            return !isImporting
        }
        guard !isFree else { return }
        throw ControlRefusal(
            .conflict, "another file is being imported, one at a time; try again in \(PathImportLimit.retryAfter) s",
            code: PathImportLimit.busy)
    }

    /// Removes what an import left behind that a sudden end of the daemon cut off. Until then no other begins.
    private func tidyUp() async {
        guard (try? beginImport()) != nil else { return }
        defer { isImporting.withLock { $0 = false } }
        do throws(StoreError) {
            if try await store.discardArriving() {
                logger.notice("removed the points of an import that the daemon's exit interrupted")
            }
        } catch {
            logger.warning("cannot remove the points of an interrupted import: \(error)")
        }
    }

    /// A path that is lost with the daemon, although the operator wants state on disk, would only pretend to be recorded.
    private func refuseInMemory() throws(ControlRefusal) {
        guard let reason = store.condition.reason else { return }
        let text = "the path would be lost when the gateway exits, because its state is in memory: \(reason)"
        if case .full = reason { throw ControlRefusal(.full, text) }
        throw ControlRefusal(.unavailable, text)
    }

    // MARK: what is asked

    private static func format(_ word: String) throws(ControlRefusal) -> PathFormat {
        guard let format = PathFormat(fileName: "." + word) else {
            let known = PathFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw ControlRefusal(.invalid, "unknown format \"\(word.prefix(40))\"; the formats are \(known)")
        }
        return format
    }

    private static func order(_ request: PathRequest) throws(ControlRefusal) -> PathOrder {
        let spacing: PathOrder.Spacing
        switch (request.mode ?? "continuous", request.interval, request.distance) {
        case ("continuous", let seconds, nil): spacing = .interval(seconds: seconds ?? 1)
        case ("continuous", nil, let metres?): spacing = .distance(Length(metres: metres))
        case ("continuous", _, _): throw ControlRefusal(.invalid, "give either an interval or a distance")
        case ("vertex", nil, nil): spacing = .byHand
        case ("vertex", _, _):
            throw ControlRefusal(.invalid, "vertex mode takes only manual points: remove interval and distance")
        case (let mode, _, _):
            throw ControlRefusal(.invalid, "mode is \"\(mode.prefix(40))\"; allowed are continuous and vertex")
        }
        do throws(PathRefusal) {
            return try PathOrder(spacing, receiver: request.receiver.map(SourceID.init(rawValue:)))
        } catch {
            throw ControlRefusal(error)
        }
    }

    /// A name as a person gave it, without blanks around it.
    private static func name(_ text: String, orEmpty: Bool = false) throws(ControlRefusal) -> String {
        var name = Substring(text)
        while name.first?.isWhitespace == true { name.removeFirst() }
        while name.last?.isWhitespace == true { name.removeLast() }
        let isSound = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isSound, name.count <= 200, name.utf8.count <= 2000, orEmpty || !name.isEmpty else {
            throw ControlRefusal(
                .invalid, "a name has 1...200 characters on one line; this one has \(name.count)", code: "bad_name")
        }
        return String(name)
    }

    private func asking(
        _ body: () async throws(PathRefusal) -> PathStatus
    ) async throws(ControlRefusal) -> PathReport {
        do throws(PathRefusal) {
            let status = try await body()
            return PathReport(status.path, status)
        } catch {
            throw ControlRefusal(error)
        }
    }

    private func point(
        _ body: () async throws(PathRefusal) -> PathPoint
    ) async throws(ControlRefusal) -> PathPointReport {
        do throws(PathRefusal) {
            return PathPointReport(try await body(), index: nil)
        } catch {
            throw ControlRefusal(error)
        }
    }

    private func refusing<Value>(
        _ body: () async throws(StoreError) -> Value
    ) async throws(ControlRefusal) -> Value {
        do throws(StoreError) {
            return try await body()
        } catch {
            throw ControlRefusal(error)
        }
    }
}
