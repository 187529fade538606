// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import AgrirouterUplink
internal import ControlModel
internal import Storage

/// Who this gateway is to agrirouter, on disk: the endpoint in one file that only we read, and the id that it chose for
/// itself in the store, from where it outlives every endpoint.
struct AgrirouterSecrets: Sendable {
    /// The name of the endpoint's secret.
    static let name = "agrirouter.endpoint"
    /// The key of our own id.
    static let key = "agrirouter.external_id"

    let store: Store

    /// The endpoint; nil for none.
    ///
    /// - Throws: `AgrirouterStoreError` where it cannot be read.
    func endpoint() throws(AgrirouterStoreError) -> Onboarded? {
        do throws(StoreError) {
            guard let text = try store.credentials?.read(Self.name) else { return nil }
            return try Self.onboarded(Confidential(text.exposed))
        } catch {
            throw AgrirouterStoreError(error.description)
        }
    }

    private static func onboarded(_ text: Confidential) throws(StoreError) -> Onboarded {
        do throws(StoredEndpointError) {
            return try Onboarded(text: text)
        } catch {
            throw .failed(path: name, reason: error.description)
        }
    }

    /// Whether there is a place for secrets.
    var isKeeping: Bool { store.credentials != nil && store.condition.reason == nil }

    /// Keeps an endpoint; the one before is replaced whole or not at all.
    func keep(_ endpoint: Onboarded) throws(ControlError) {
        do throws(StoreError) {
            try store.credentials?.write(Secret(endpoint.text.exposed), as: Self.name)
        } catch {
            throw ControlError(error)
        }
    }

    /// Removes the endpoint.
    func remove() throws(ControlError) {
        do throws(StoreError) {
            try store.credentials?.remove(Self.name)
        } catch {
            throw ControlError(error)
        }
    }

    /// Our own id; created when it is first read.
    func externalID(at time: Int64) async throws(ControlError) -> ExternalID {
        do throws(StoreError) {
            if let id = try await store.setting(Self.key, as: String.self).flatMap({ ExternalID($0) }) { return id }
            var generator = SystemRandomNumberGenerator()
            let new = ExternalID(random: &generator)
            try await store.set(Self.key, to: new.description, at: time)
            return new
        } catch {
            throw ControlError(error)
        }
    }
}

/// Why what is stored of the endpoint is of no use, for people.
struct AgrirouterStoreError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension UplinkEndpoint {
    init(_ endpoint: Onboarded) {
        self.init(
            id: endpoint.sensorAlternateID, capabilityAlternateID: endpoint.capabilityAlternateID,
            measures: endpoint.measures, commands: endpoint.commands, identity: endpoint.identity,
            environment: endpoint.environment, externalID: endpoint.externalID.description)
    }
}

extension Onboarded {
    /// The account that the endpoint belongs to, as its certificate names it; nil where it does not.
    var tenant: Substring? {
        identity.name.split(separator: "|").first { $0.hasPrefix("tenantId:") }?.dropFirst("tenantId:".count)
    }

    /// Whether another onboarding was into the same account, so that what waits may go there.
    func isOfAccount(of other: Onboarded) -> Bool {
        if let tenant, let others = other.tenant { return tenant == others }
        return sensorAlternateID == other.sensorAlternateID
    }
}
