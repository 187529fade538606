// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import AgrirouterUplink
internal import ControlModel
internal import Storage

/// This gateway's identity at agrirouter, on disk: the endpoint is kept in a file that only the daemon can read; the
/// external id that the gateway chose is kept in the store, where it outlives every endpoint.
struct AgrirouterSecrets: Sendable {
    /// The name of the secret that holds the endpoint.
    static let name = "agrirouter.endpoint"
    /// The key of the external id in the store.
    static let key = "agrirouter.external_id"

    let store: Store

    /// Reads the endpoint.
    ///
    /// - Returns: The endpoint; nil if none is stored.
    /// - Throws: `AgrirouterStoreError` if the endpoint cannot be read.
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

    /// True if secrets can be stored.
    var isKeeping: Bool { store.credentials != nil && store.condition.reason == nil }

    /// Stores an endpoint. The previous one is either replaced completely or kept.
    func keep(_ endpoint: Onboarded) throws(ControlError) {
        do throws(StoreError) {
            try store.credentials?.write(Secret(endpoint.text.exposed), as: Self.name)
        } catch {
            throw ControlError(error).storing
        }
    }

    /// Deletes the endpoint.
    func remove() throws(ControlError) {
        do throws(StoreError) {
            try store.credentials?.remove(Self.name)
        } catch {
            throw ControlError(error).storing
        }
    }

    /// This gateway's external id; created when first read.
    ///
    /// - Parameter time: The current time in milliseconds since 1970, stored with a new id.
    ///
    /// - Throws: `ControlError` if the store cannot be read or written.
    func externalID(at time: Int64) async throws(ControlError) -> ExternalID {
        do throws(StoreError) {
            if let id = try await store.setting(Self.key, as: String.self).flatMap({ ExternalID($0) }) { return id }
            var generator = SystemRandomNumberGenerator()
            let new = ExternalID(random: &generator)
            try await store.set(Self.key, to: new.description, at: time)
            return new
        } catch {
            throw ControlError(error).storing
        }
    }
}

/// The reason why the stored endpoint data cannot be used, as shown to the operator.
struct AgrirouterStoreError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
