// SPDX-License-Identifier: Apache-2.0

public import ControlModel
internal import GNSSTypes
internal import Records
public import UnixSignals

/// Starts a sampling session in a running daemon and reports each change until the session ends.
public struct CentroidWatch: Sendable {
    private let request: CentroidRequest
    private let client: ControlClient

    public init(_ request: CentroidRequest, client: ControlClient = ControlClient()) {
        (self.request, self.client) = (request, client)
    }

    /// Runs until the session has enough samples or ends for another reason. A signal ends the session in the daemon
    /// too.
    ///
    /// - Parameter report: Called with each change, in order.
    /// - Returns: The final state.
    /// - Throws: `ControlClientError`, and errors of `report`.
    public func runUntilSignalled(
        by signals: [UnixSignal] = [.sigint, .sigterm],
        report: @escaping @Sendable (CentroidSessionReport) throws -> Void
    ) async throws -> CentroidSessionReport {
        let arriving = await UnixSignalsSequence(trapping: signals)
        let follower = Follower(request, client, report)
        let end = try await withThrowingTaskGroup(of: CentroidSessionReport?.self) { group in
            group.addTask { try await follower.run() }
            group.addTask {
                for await _ in arriving { break }
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
        if let end { return end }
        guard let session = await follower.session else { throw ControlClientError.cut(path: client.socketPath) }
        return try await client.stopCentroid(session.session)
    }
}

/// Reads the daemon's reports about a sampling session.
private actor Follower {
    private let request: CentroidRequest
    private let client: ControlClient
    private let report: @Sendable (CentroidSessionReport) throws -> Void
    private var splitter = RecordSplitter()
    private var hasHead = false
    private(set) var session: CentroidSessionReport?

    init(
        _ request: CentroidRequest, _ client: ControlClient,
        _ report: @escaping @Sendable (CentroidSessionReport) throws -> Void
    ) {
        (self.request, self.client, self.report) = (request, client, report)
    }

    func run() async throws -> CentroidSessionReport {
        let end = try await client.streamObservations(ObservationRequest(kinds: [.centroid])) { chunk in
            try await self.take(chunk)
        }
        guard end == .left, let session else { throw ControlClientError.cut(path: client.socketPath) }
        return session
    }

    /// - Returns: True to continue.
    private func take(_ chunk: [UInt8]) async throws -> Bool {
        let piece = try splitter.take(chunk)
        guard !piece.bytes.isEmpty else { return true }
        var reader = RecordReader(hasHead ? piece.bytes : Array(piece.bytes.dropFirst(RecordingHeader.size)))
        if !hasHead {
            // From the header on, the stream delivers all published reports, so none about the session is missed.
            hasHead = true
            session = try await client.startCentroid(request)
        }
        while let record = try reader.next() {
            guard case .result(let result) = record.content, result.kind == .centroid, let known = session
            else { continue }
            let sampling = try SampledCentroid(json: result.json)
            guard sampling.session == known.session else { continue }
            let now = CentroidSessionReport(
                sampling, followsActive: known.followsActive, started: known.started,
                changed: Timestamp(record.hostTime))
            session = now
            try report(now)
            if sampling.isFinal { return false }
        }
        return true
    }
}
