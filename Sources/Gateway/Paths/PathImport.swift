// SPDX-License-Identifier: Apache-2.0

internal import CProcess
internal import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import Glibc
internal import Paths
internal import Storage
internal import Synchronization
internal import SystemSupport
internal import TrackRecording

/// Imports paths from a file, in bounded memory and on a separate thread, so that nothing else waits for the import.
final class PathImport: Sendable {
    private let store: Store
    private let now: Timestamp
    /// The name for paths without a name in the file; if empty, the name is derived from the date.
    private let name: String
    /// The owner of the paths.
    private let user: String
    private let file: SpoolFile
    private let stop = Atomic(false)

    /// - Throws: `ControlError` if no temporary file can be created.
    init(_ store: Store, now: Timestamp, name: String, user: String?) throws(ControlError) {
        (self.store, self.now, self.name, self.user) = (store, now, name, user ?? Store.localUser)
        do throws(SpoolError) {
            file = try SpoolFile(in: store.folder?.path ?? "/tmp")
        } catch {
            throw ControlError(error)
        }
    }

    /// Appends bytes of the file.
    func append(_ bytes: [UInt8]) throws(ControlError) {
        do throws(SpoolError) { try file.append(bytes) } catch { throw ControlError(error) }
    }

    /// Stores all paths of the file, or none. If the task is cancelled, stores none.
    func run(as format: PathFormat) async throws(ControlError) -> [PathReport] {
        let result = await withTaskCancellationHandler {
            await WorkerThread.value { Result { () throws(ControlError) in try self.store(as: format) } }
        } onCancel: {
            self.stop.store(true, ordering: .relaxed)
        }
        guard let result else { throw ControlError(.unavailable, "cannot start a thread for the import") }
        return try result.get()
    }

    private var isStopped: Bool { stop.load(ordering: .relaxed) }

    private func store(as format: PathFormat) throws(ControlError) -> [PathReport] {
        // Receivers have priority if the processor is busy.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
        let intake = store.makeIntake(for: user)
        let result = Result { () throws(ControlError) in
            try read(as: format, into: intake)
            return try show(intake)
        }
        do throws(StoreError) {
            try intake.discard()
        } catch {
            // The daemon discards the points at its next start.
        }
        // Without this call, the allocator would keep the memory that the import used.
        gnss_return_memory()
        return try result.get()
    }

    private func read(as format: PathFormat, into intake: PathIntake) throws(ControlError) {
        let sink = IntakeSink(intake)
        let input = PathInput(descriptor: file.descriptor, count: file.count) { self.isStopped }
        do throws(PathFormatError) {
            try PathReader(format).read(input, into: sink)
        } catch {
            if let failure = sink.failure { throw ControlError(failure) }
            if isStopped { throw ControlError(.unavailable, "the import was stopped") }
            throw ControlError(.invalid, "cannot read the file as \(format.rawValue): \(error)", code: .badFile)
        }
    }

    private func show(_ intake: PathIntake) throws(ControlError) -> [PathReport] {
        let measurement = PathMeasurement()
        do throws(StoreError) {
            var paths: [RecordedPath] = []
            for (index, arrival) in intake.arrivals.enumerated() {
                let geometry = try intake.measure(arrival, by: measurement) { isStopped }
                paths.append(path(arrival, geometry, index, of: intake.arrivals.count))
            }
            return try intake.finish(paths).map { PathReport($0, nil) }
        } catch {
            throw ControlError(error)
        }
    }

    private func path(
        _ arrival: PathIntake.Arrival, _ geometry: PathGeometry, _ index: Int, of count: Int
    ) -> RecordedPath {
        let time = UTCTime(nanosecondsSince1970: now.milliseconds &* 1_000_000)
        let given = arrival.path.name.flatMap { $0.isEmpty ? nil : $0 }
        var path = RecordedPath(
            id: 0, name: given ?? fallback(index, of: count), user: user,
            started: arrival.started ?? arrival.ended ?? time)
        path.ended = arrival.ended ?? path.started
        (path.length, path.area, path.crossesItself) = (geometry.length, geometry.area, geometry.crossesItself)
        return path
    }

    private func fallback(_ index: Int, of count: Int) -> String {
        let name = name.isEmpty ? "Imported \(now.description.prefix(10))" : name
        return count > 1 ? "\(name) (\(index + 1))" : name
    }
}

/// Passes the paths from the reader to the store, and keeps the store's error.
private final class IntakeSink: PathSink {
    private let intake: PathIntake
    private(set) var failure: StoreError?

    init(_ intake: PathIntake) { self.intake = intake }

    func take(_ events: [PathEvent]) throws(PathFormatError) {
        do throws(StoreError) {
            try intake.take(events)
        } catch {
            failure = error
            throw PathFormatError("the store cannot save the path")
        }
    }
}

extension ControlError {
    /// Creates the error for a temporary file that cannot be written.
    init(_ error: SpoolError) { self.init(error.isFull ? .full : .unavailable, error.description) }
}
