// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import FoundationEssentials
internal import GNSSTypes
internal import NIOHTTP1
public import SetupModel
public import UnixSignals

/// Makes a running daemon search for receivers, and reports each device that the daemon finds until the search ends.
public struct SearchWatch: Sendable {
    /// The interval between requests to the daemon.
    private static let pause = Duration.milliseconds(300)

    private let request: SearchRequest
    private let client: ControlClient

    public init(_ request: SearchRequest, client: ControlClient = ControlClient()) {
        (self.request, self.client) = (request, client)
    }

    /// Searches until the time is over. A signal ends the search in the daemon too.
    ///
    /// - Parameter found: Called with each device once.
    /// - Returns: The final state of the search, which is `running` if the radio could not end it immediately.
    /// - Throws: `ControlClientError` if the daemon does not answer or refuses the request.
    public func runUntilSignalled(
        by signals: [UnixSignal] = [.sigint, .sigterm], found: @escaping @Sendable (BluetoothDeviceReport) -> Void
    ) async throws -> SearchReport {
        let arriving = await UnixSignalsSequence(trapping: signals)
        let begun = try await client.startSearch(request)
        let end = try await withThrowingTaskGroup(of: SearchReport?.self) { group in
            group.addTask { try await follow(begun, found) }
            group.addTask {
                for await _ in arriving { break }
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
        if let end { return end }
        return try await client.endSearch(begun.id)
    }

    private func follow(
        _ begun: SearchReport, _ found: @Sendable (BluetoothDeviceReport) -> Void
    ) async throws -> SearchReport {
        var (search, told) = (begun, Set<String>())
        while true {
            for device in search.devices where told.insert(device.address).inserted { found(device) }
            guard search.state == .running else { return search }
            try await Task.sleep(for: Self.pause)
            search = try await client.search(search.id)
        }
    }
}

extension ControlClient {
    /// Starts a search.
    ///
    /// - Throws: `ControlClientError`, like all methods of this extension.
    public func startSearch(_ request: SearchRequest) async throws -> SearchReport {
        try decoded(await send(.POST, ControlRoute.searches, body: [UInt8](try JSONEncoder().encode(request))))
    }

    /// Returns the state of a search.
    public func search(_ id: UInt64) async throws -> SearchReport { try await get("\(ControlRoute.searches)/\(id)") }

    /// Ends a running search, or removes a finished one.
    public func endSearch(_ id: UInt64) async throws -> SearchReport {
        try decoded(await send(.DELETE, "\(ControlRoute.searches)/\(id)"))
    }
}
