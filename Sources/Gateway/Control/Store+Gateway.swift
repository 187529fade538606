// SPDX-License-Identifier: Apache-2.0

internal import BluetoothPairing
internal import ConfigurationFile
internal import DaemonRuntime
internal import DeviceDiscovery
internal import GNSSTypes
internal import Logging
internal import ObservationBus
internal import ReceiverHost
internal import Storage
internal import WebAPI

extension Store {
    /// The daemon's store.
    ///
    /// - Parameters:
    ///   - folder: where the operator wants it; nil leaves it to the environment.
    ///   - inMemory: nothing of it is left behind.
    ///   - isRequired: a store that cannot be used is an error; else another one, or one in memory, takes its place.
    /// - Throws: `GatewayFailure` where it cannot be used.
    convenience init(_ folder: String?, inMemory: Bool, isRequired: Bool = true) throws(GatewayFailure) {
        do throws(StoreError) {
            if inMemory {
                try self.init()
            } else {
                switch Self.place(folder) {
                case .success(let place) where isRequired: try self.init(place)
                case .success(let place):
                    let now = UTCTime(nanosecondsSince1970: GatewayClock(.system).now.wallNanoseconds)
                    try self.init(place, orInMemoryAt: now)
                case .failure(let error) where isRequired: throw error
                case .failure(let error): try self.init(inMemoryBecause: error)
                }
            }
        } catch {
            throw GatewayFailure(error)
        }
    }

    private static func place(_ folder: String?) -> Result<StateFolder, StoreError> {
        if let folder { return .success(StateFolder(folder)) }
        return Result { () throws(StoreError) in try StateFolder() }
    }
}

extension Store {
    /// The receivers that a person added.
    func addedReceivers() async throws(StoreError) -> [AddedReceiver] {
        try await setting(AddedReceiver.setting) ?? []
    }

    /// Keeps the receivers that a person added.
    func setAddedReceivers(_ receivers: [AddedReceiver], at time: Int64) async throws(StoreError) {
        try await set(AddedReceiver.setting, to: receivers, at: time)
    }
}

extension GatewayFailure {
    /// Why state cannot be kept.
    init(_ error: StoreError) {
        self.init(ExitStatus(rawValue: error.exitCode) ?? .inputOutput, error.description)
    }
}

extension NetworkAccess {
    /// The name of the token's file.
    private static let tokenName = "control.token"

    /// The control interface on TCP; nil where there is to be none. The token is made where there is none yet. Without a
    /// token, because none can be read or kept, nothing can be changed over TCP.
    init?(_ listen: ListenConfiguration, _ store: Store, _ logger: Logger) {
        guard !listen.http.isEmpty else { return nil }
        let token: Secret?
        do throws(StoreError) {
            token = try store.credentials.map { credentials throws(StoreError) in
                if let known = try credentials.read(Self.tokenName), !known.exposed.isEmpty { return known }
                let token = Secret.random()
                try credentials.write(token, as: Self.tokenName)
                return token
            }
        } catch {
            token = nil
            logger.error("control: nothing can be changed over TCP, because the token cannot be read or kept: \(error)")
        }
        self.init(
            addresses: listen.http.map { NetworkAddress(host: $0.host, port: $0.port) },
            isRequired: listen.http != [ListenConfiguration.defaultHTTP],
            token: token?.exposed)
    }
}

extension ReceiverLearner {
    /// A learner that knows the receivers of a fleet, and has a person's choice follow its device.
    convenience init(
        hub: ObservationHub, store: Store, clock: GatewayClock, logger: Logger, fleet: ReceiverFleet,
        selection: SelectionService, discovery: ReceiverDiscovery
    ) {
        self.init(hub: hub, store: store, clock: clock, logger: logger) { source in
            fleet.receivers.first { $0.plan.id == source.rawValue }?.plan.sighting(among: discovery.devices)
        } onIdentity: { sighting, isChosen in
            let id = SourceID(rawValue: sighting.id)
            if isChosen, selection.choice != id { selection.choose(id) }
        }
    }
}
