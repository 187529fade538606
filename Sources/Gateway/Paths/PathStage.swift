// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import Logging
internal import OSNMATrust
internal import Paths
internal import ServiceLifecycle
internal import Storage
internal import Synchronization
internal import TrackRecording

/// Paths in the daemon: the recording service, and the requests for the recording and for stored paths.
final class PathStage: Service, PathControl {
    private let service: PathService
    let store: Store
    let clock: GatewayClock
    private let logger: Logger
    /// True during an import, from its first byte on. Only one import runs at a time.
    private let isImporting = Mutex(false)
    /// The number of times that stored paths were added, renamed or deleted.
    private let changes = Atomic<UInt64>(0)
    /// Returns the reason why no averaged point may be added to a path; nil if one may be added.
    private let centroidRefusal = Mutex<@Sendable () -> ControlError?>({ nil })

    init(on base: GatewayBase) {
        (store, clock, logger) = (base.store, base.clock, base.logger)
        var context = PathService.Context(
            hub: base.hub, now: { [clock = base.clock] in clock.now },
            store: base.store,
            alert: { [reporter = base.reporter, logger = base.logger] in reporter.say($0, logger) },
            logger: base.logger)
        context.hasReplayClock = base.mode == .replay
        context.requirement = { [gate = base.gate] in gate.requirement }
        service = PathService(context)
    }

    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            // Beside the recording, because the removal of many points takes long.
            group.addTask { await self.tidyUp() }
            await service.run()
            // The next start removes the rest.
            group.cancelAll()
        }
    }

    // MARK: paths

    func paths(
        tracks: Bool, of owner: String?, for user: ControlUser, limit: Int, offset: Int
    ) async throws(ControlError) -> [PathReport] {
        let status = await service.status
        let visitor: String? = user.isAdmin ? nil : user.name ?? Store.localUser
        let found = try await refusing { () throws(StoreError) in
            try await self.store.paths(
                PathQuery {
                    ($0.user, $0.visitor, $0.kind) = (owner, visitor, tracks ? .track : .path)
                    ($0.limit, $0.offset) = (limit, offset)
                })
        }
        return found.map { PathReport($0, status) }
    }

    /// Refuses a user to whom a path does not exist (see `PathControl`), with the same rule as `PathQuery.visitor`.
    private static func require(_ path: RecordedPath, for user: ControlUser) throws(ControlError) {
        let owner = path.user == Store.localUser ? nil : path.user
        guard path.state != .finished || user.mayUse(dataOf: owner) else {
            throw ControlError(StoreError.unknownPath(path.id))
        }
    }

    /// Finds a path that a user may see.
    @discardableResult
    private func visible(_ id: Int64, for user: ControlUser) async throws(ControlError) -> RecordedPath {
        guard let path = try await refusing({ () throws(StoreError) in try await self.store.path(id) }) else {
            throw ControlError(StoreError.unknownPath(id))
        }
        try Self.require(path, for: user)
        return path
    }

    func path(_ id: Int64?, for user: ControlUser) async throws(ControlError) -> PathReport {
        let status = await service.status
        guard let id = id ?? status?.path.id else { throw ControlError(PathError.idle, kind: .notFound) }
        let pages = try await refusing { () throws(StoreError) in try await self.store.pages(of: id, pageSize: 5000) }
        try Self.require(pages.path, for: user)
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

    func points(
        of id: Int64, for user: ControlUser, from first: Int, limit: Int
    ) async throws(ControlError) -> [PathPointReport] {
        try await visible(id, for: user)
        let points = try await refusing { () throws(StoreError) in
            try await self.store.indexedPoints(of: id, from: first, limit: limit)
        }
        return points.map { PathPointReport($0.point, index: $0.index) }
    }

    func line(
        of id: Int64, for user: ControlUser, from first: Int, step: Int, limit: Int
    ) async throws(ControlError) -> PathLineReport {
        let path = try await visible(id, for: user)
        var line = PathLineReport(id: id, from: first, step: step, points: path.pointCount)
        var numbers: [Int] = []
        while line.latitude.count < limit, line.next < path.pointCount {
            // If points are skipped, read them one by one, because most points of a page would not be used.
            let wanted = step == 1 ? min(5000, limit - line.latitude.count) : 1
            let next = line.next
            let points = try await refusing { () throws(StoreError) in
                try await self.store.points(of: id, from: next, limit: wanted)
            }
            for point in points {
                if step == 1 {
                    if point.beginsSegment { line.gaps.append(line.latitude.count) }
                } else {
                    numbers.append(next)
                }
                line.latitude.append(point.position.latitude.degrees)
                line.longitude.append(point.position.longitude.degrees)
            }
            line.next = min(next + (step == 1 ? wanted : step), max(path.pointCount, next))
        }
        if let last = numbers.last {
            // A segment that begins between two of the points separates them too.
            let breaks = try await refusing { () throws(StoreError) in
                try await self.store.breaks(of: id, from: first, step: step, through: last)
            }
            // Both are in ascending order; a point that cannot be read is missing in the numbers.
            var index = 0
            for number in breaks {
                while numbers[index] < number { index += 1 }
                if line.gaps.last != index { line.gaps.append(index) }
            }
        }
        return line
    }

    var pathChanges: UInt64 { get async { changes.load(ordering: .relaxed) } }
    private func noteChange() { changes.wrappingAdd(1, ordering: .relaxed) }

    func rename(path id: Int64, to name: String, by user: ControlUser) async throws(ControlError) -> PathReport {
        let name = try Self.name(name)
        try await visible(id, for: user)
        let path = try await refusing { () throws(StoreError) in
            try await self.store.update(path: id, PathChange { $0.name = name })
        }
        await service.noteName(path.name, of: id)
        noteChange()
        return PathReport(path, await service.status)
    }

    func deletePath(_ id: Int64, by user: ControlUser) async throws(ControlError) {
        // Until the service has continued an interrupted recording, any path that is not finished may be the one.
        let isOpen = await service.hasOpened()
        let status = await service.status
        let path = try await visible(id, for: user)
        let isUnfinished = path.kind == .path && (path.state == .recording || path.state == .paused)
        if status?.path.id == id {
            throw ControlError(
                .conflict, "path \(id) is being recorded; stop it first (gnss-gateway paths stop)", code: .busy)
        }
        if !isOpen, isUnfinished {
            throw ControlError(
                .conflict, "the gateway does not know yet whether path \(id) is being recorded; try again later",
                code: .busy)
        }
        if path.sent == .sending {
            throw ControlError(.conflict, "path \(id) is being sent; wait until it has been sent", code: .sending)
        }
        // If the store fails before all points are removed, the path is unknown too.
        defer { noteChange() }
        let wasThere = try await refusing { () throws(StoreError) in try await self.store.deletePath(id) }
        if !wasThere { throw ControlError(StoreError.unknownPath(id)) }
    }

    // MARK: the recording

    func start(
        _ request: PathRequest, by user: ControlUser, key: IdempotencyKey?
    ) async throws(ControlError) -> PathReport {
        try refuseInMemory()
        let order = try Self.order(request)
        let name = try request.name.map { name throws(ControlError) in try Self.name(name, orEmpty: true) } ?? ""
        return try await asking { () throws(PathError) in
            try await self.service.start(name: name.isEmpty ? nil : name, by: user.name, order, key: key)
        }
    }

    func pausePath(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathReport {
        try await asking { () throws(PathError) in try await self.service.pause(path, key: key) }
    }

    func resumePath(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathReport {
        try await asking { () throws(PathError) in try await self.service.resume(path, key: key) }
    }

    func stopPath(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathEndReport {
        do throws(PathError) {
            defer { noteChange() }
            return PathEndReport(try await service.stop(path, key: key))
        } catch {
            throw ControlError(error)
        }
    }

    func takePoint(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathPointReport {
        try await point { () throws(PathError) in try await self.service.takePoint(path, key: key) }
    }

    /// Sets the function that decides whether averaged points may be added to a path; without it, they may be added.
    func setCentroidRefusal(_ refusal: @escaping @Sendable () -> ControlError?) {
        centroidRefusal.withLock { $0 = refusal }
    }

    func takeCentroid(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathPointReport {
        let isRepeated = if let key { await service.hasAnswered(key) } else { false }
        if !isRepeated, let refusal = centroidRefusal.withLock({ $0 })() { throw refusal }
        return try await point { () throws(PathError) in try await self.service.takeCentroid(path, key: key) }
    }

    func undoPoint(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathPointReport {
        try await point { () throws(PathError) in try await self.service.undo(path, key: key) }
    }

    // MARK: files

    func export(path id: Int64, as word: String, for user: ControlUser) async throws(ControlError) -> PathFile {
        let format = try Self.format(word)
        let pages = try await refusing { () throws(StoreError) in try await self.store.pages(of: id) }
        try Self.require(pages.path, for: user)
        let count = pages.path.pointCount
        guard format != .kmz || count <= PathExport.longestKMZ else {
            throw ControlError(
                .conflict,
                "path \(id) has \(count) points, and a KMZ file can contain at most \(PathExport.longestKMZ); export it as KML",
                code: .tooLong)
        }
        return PathFile(
            mediaType: format.mediaType, name: PathExport.fileName(pages.path, format),
            write: { [logger] take in
                do {
                    try await PathExport.write(pages, as: format, to: take)
                } catch let error as StoreError {
                    logger.warning("cannot complete the export of path \(id): \(error)")
                    throw error
                }
            })
    }

    func importPaths(
        as word: String, name: String?, by user: ControlUser, from body: @escaping FileBody
    ) async throws -> [PathReport] {
        try refuseInMemory()
        let format = try Self.format(word)
        let given = try name.map { name throws(ControlError) in try Self.name(name, orEmpty: true) } ?? ""
        try beginImport()
        defer { isImporting.withLock { $0 = false } }
        let file = try PathImport(store, now: Timestamp(clock.now), name: given, user: user.name)
        try await body { try file.append($0) }
        defer { noteChange() }
        return try await file.run(as: format)
    }

    private func beginImport() throws(ControlError) {
        let isFree = isImporting.withLock { isImporting in
            defer { isImporting = true }
            return !isImporting
        }
        guard !isFree else { return }
        throw ControlError(
            .conflict, "another file is being imported; try again in \(PathImportLimit.retryAfter) s",
            code: PathImportLimit.busy)
    }

    /// Removes the rest of an import or a deletion that the daemon's exit interrupted. Until then no other import begins.
    private func tidyUp() async {
        guard (try? beginImport()) != nil else { return }
        defer { isImporting.withLock { $0 = false } }
        do throws(StoreError) {
            if try await store.discardArriving(), !Task.isCancelled {
                logger.notice("removed the rest of an import or a deletion that the daemon's exit interrupted")
            }
        } catch {
            logger.warning("cannot remove the rest of an interrupted import or deletion: \(error)")
        }
    }

    /// Refuses to record if state is in memory only, because the path would be lost when the daemon exits.
    private func refuseInMemory() throws(ControlError) {
        guard let reason = store.condition.reason else { return }
        let text = "the path would be lost when the gateway exits, because its state is in memory: \(reason)"
        if case .full = reason { throw ControlError(.full, text) }
        throw ControlError(.unavailable, text, code: .noState)
    }

    // MARK: requests

    private static func format(_ word: String) throws(ControlError) -> PathFormat {
        guard let format = PathFormat(fileName: "." + word) else {
            let known = PathFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw ControlError(.invalid, "unknown format \"\(word.prefix(40))\"; the formats are \(known)")
        }
        return format
    }

    private static func order(_ request: PathRequest) throws(ControlError) -> PathOrder {
        let spacing: PathOrder.Spacing
        switch (request.mode ?? ReportCode(.continuous), request.interval, request.distance) {
        case (.known(.continuous), let seconds, nil): spacing = .interval(seconds: seconds ?? 1)
        case (.known(.continuous), nil, let metres?): spacing = .distance(Length(metres: metres))
        case (.known(.continuous), _, _): throw ControlError(.invalid, "give either an interval or a distance")
        case (.known(.vertex), nil, nil): spacing = .byHand
        case (.known(.vertex), _, _):
            throw ControlError(.invalid, "vertex mode takes only manual points: remove interval and distance")
        case (.other(let mode), _, _):
            throw ControlError(.invalid, "mode is \"\(mode.prefix(40))\"; it must be continuous or vertex")
        }
        do throws(PathError) {
            return try PathOrder(spacing, receiver: request.receiver.map(SourceID.init(rawValue:)))
        } catch {
            throw ControlError(error)
        }
    }

    /// Checks a name entered by the operator, and returns it without surrounding white space.
    ///
    /// - Throws: `ControlError` if the name does not have 1...200 characters or contains control characters.
    private static func name(_ text: String, orEmpty: Bool = false) throws(ControlError) -> String {
        var name = Substring(text)
        while name.first?.isWhitespace == true { name.removeFirst() }
        while name.last?.isWhitespace == true { name.removeLast() }
        let isSound = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isSound, name.count <= 200, name.utf8.count <= 2000, orEmpty || !name.isEmpty else {
            throw ControlError(
                .invalid, "a name has 1...200 characters on one line; this one has \(name.count)", code: .badName)
        }
        return String(name)
    }

    private func asking(
        _ body: () async throws(PathError) -> PathStatus
    ) async throws(ControlError) -> PathReport {
        do throws(PathError) {
            let status = try await body()
            return PathReport(status.path, status)
        } catch {
            throw ControlError(error)
        }
    }

    private func point(
        _ body: () async throws(PathError) -> PathPoint
    ) async throws(ControlError) -> PathPointReport {
        do throws(PathError) {
            return PathPointReport(try await body(), index: nil)
        } catch {
            throw ControlError(error)
        }
    }

    private func refusing<Value>(
        _ body: () async throws(StoreError) -> Value
    ) async throws(ControlError) -> Value {
        do throws(StoreError) {
            return try await body()
        } catch {
            throw ControlError(error)
        }
    }
}
