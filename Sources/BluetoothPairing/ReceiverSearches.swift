// SPDX-License-Identifier: Apache-2.0

package import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import ReceiverHost
package import SetupModel
internal import Synchronization
internal import SystemSupport

/// The searches for receivers over radio: the running one, and the most recent finished ones.
package final class ReceiverSearches: Sendable {
    /// The number of finished searches to keep.
    static let keptCount = 8
    /// The time for which finished searches are kept.
    static let keptTime = Duration.seconds(600)
    /// The permitted durations of a search in seconds.
    static let lengths = 1.0...120.0
    /// The default duration in seconds: a Bluetooth inquiry needs about 10 s to find all devices.
    static let usualLength = 11.0

    fileprivate struct Entry {
        var report: SearchReport
        let begin = ContinuousClock.now
        var end: ContinuousClock.Instant?
        var isToEnd = false
    }

    fileprivate struct State {
        var entries: [Entry] = []
        var lastID: UInt64 = 0
    }

    /// Protects the list of searches, which the searching thread and requests change.
    private let state = Mutex(State())

    package init() {}

    /// The reports of all searches, the newest first.
    package var reports: [SearchReport] {
        state.withLock { state in
            state.clear()
            return state.entries.reversed().map(\.current)
        }
    }

    /// - Throws: `ControlError` if the search is unknown.
    package func report(_ id: UInt64) throws(ControlError) -> SearchReport {
        guard let report = reports.first(where: { $0.id == id }) else {
            throw ControlError(
                .notFound,
                "unknown search \(id); results are kept for \(Self.keptTime.components.seconds / 60) minutes")
        }
        return report
    }

    /// Starts a search on its own thread.
    ///
    /// - Parameter radio: Held until the search is finished.
    /// - Throws: `ControlError` if the request is invalid or another search is running.
    package func start(_ request: SearchRequest, on radio: Errand) throws(ControlError) -> SearchReport {
        let seconds = try Self.length(request)
        if let running = reports.first(where: { $0.state == .running }) {
            throw ControlError(
                .conflict, "search \(running.id) is still running; wait until it is finished, or stop it", code: .busy)
        }
        try radio.begin()
        let report = state.withLock { state in
            state.lastID += 1
            let started = Timestamp(GatewayClock(.system).now)
            let report = SearchReport(id: state.lastID, seconds: seconds, started: started)
            state.entries.append(Entry(report: report))
            return report
        }
        let error = WorkerThread.detach { [self] in
            look(report.id, seconds, request.adapter)
            radio.end()
        }
        if let error {
            radio.end()
            state.withLock { $0.entries.removeAll { $0.report.id == report.id } }
            throw ControlError(.unavailable, "cannot start a thread: \(error)")
        }
        return report
    }

    /// Ends a running search, or removes a finished one.
    ///
    /// - Throws: `ControlError` if the search is unknown.
    package func end(_ id: UInt64) async throws(ControlError) -> SearchReport {
        let report = try report(id)
        guard report.state == .running else {
            state.withLock { $0.entries.removeAll { $0.report.id == id } }
            return report
        }
        change(id) { $0.isToEnd = true }
        // Without bluetoothd, the adapter's inquiry cannot be ended early; the answer then reports that it is still
        // running.
        for _ in 0..<60 {
            let now = try self.report(id)
            if now.state != .running { return now }
            do { try await Task.sleep(for: .milliseconds(50)) } catch { return now }
        }
        return try self.report(id)
    }

    private static func length(_ request: SearchRequest) throws(ControlError) -> Double {
        let transport = request.transport ?? "bluetooth"
        guard ["bluetooth", "bt"].contains(transport) else {
            throw ControlError(
                .invalid,
                "transport is \"\(transport.prefix(20))\"; it must be bluetooth (GET /v1/devices lists serial devices)"
            )
        }
        let seconds = request.seconds ?? usualLength
        guard lengths.contains(seconds) else {
            throw ControlError(.invalid, "seconds is \(seconds); it must be 1...120")
        }
        return seconds
    }

    /// Performs the search.
    private func look(_ id: UInt64, _ seconds: Double, _ adapter: String?) {
        let limit = Duration.milliseconds(Int64(seconds * 1000))
        do throws(BluetoothPairingError) {
            finish(id, try scan(id, for: limit, adapter))
        } catch {
            change(id) { entry in
                entry.report.state = ReportCode(.failed)
                entry.report.error = SearchReport.SearchError(
                    code: error.code.rawValue, text: error.description, message: error.message, fix: error.remedy)
                entry.end = .now
            }
        }
    }

    private func scan(
        _ id: UInt64, for limit: Duration, _ adapter: String?
    ) throws(BluetoothPairingError) -> [BluetoothDeviceReport] {
        do throws(BluetoothPairingError) {
            return try BluetoothScan.run(for: limit, adapter: adapter) { device in
                self.change(id) { $0.report.devices.append(device) }
            } isToEnd: {
                self.state.withLock { state in state.entries.first { $0.report.id == id }?.isToEnd ?? true }
            }
        } catch {
            guard [.noDaemon, .noBus].contains(error.code),
                let devices = BluetoothScan.runWithoutDaemon(for: limit, DriverRegistry())
            else { throw error }
            change(id) { entry in
                entry.report.remark =
                    "\(error); searched without it: pairing and signal strength are unknown"
            }
            return devices
        }
    }

    private func finish(_ id: UInt64, _ devices: [BluetoothDeviceReport]) {
        change(id) { entry in
            entry.report.devices = devices
            entry.report.state = ReportCode(entry.isToEnd ? .cancelled : .finished)
            entry.end = .now
        }
    }

    private func change(_ id: UInt64, _ body: (inout Entry) -> Void) {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.report.id == id }) else { return }
            body(&state.entries[index])
        }
    }
}

extension ReceiverSearches.Entry {
    fileprivate var current: SearchReport {
        var report = report
        report.elapsed = ((end ?? .now) - begin) / .seconds(1)
        return report
    }
}

extension ReceiverSearches.State {
    /// Removes searches that are too old or beyond the number to keep.
    fileprivate mutating func clear() {
        let now = ContinuousClock.now
        entries.removeAll { $0.end.map { now - $0 > ReceiverSearches.keptTime } ?? false }
        while entries.count(where: { $0.end != nil }) > ReceiverSearches.keptCount,
            let oldest = entries.firstIndex(where: { $0.end != nil })
        {
            entries.remove(at: oldest)
        }
    }
}
