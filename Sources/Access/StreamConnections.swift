// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// The connections of open streams, by session and by address of another machine. Each session and each address has a
/// maximum number.
struct StreamConnections {
    enum Admission {
        case new
        /// The connection already had a stream.
        case known
        case refused
    }

    private var sessions: [String: [ObjectIdentifier: any Channel]] = [:]
    private var addresses: [String: Set<ObjectIdentifier>] = [:]

    /// The connections of a session's streams.
    func channels(of session: String) -> [any Channel] { sessions[session].map { Array($0.values) } ?? [] }

    /// Adds a connection.
    ///
    /// - Parameters:
    ///   - session: The session's ID; nil for a client without a session.
    ///   - address: The client's address; nil if its streams are not counted.
    mutating func admit(_ channel: any Channel, session: String?, address: String?) -> Admission {
        let key = ObjectIdentifier(channel)
        let (own, near) = (session.flatMap { sessions[$0] } ?? [:], address.flatMap { addresses[$0] } ?? [])
        let isKnown = own[key] != nil || near.contains(key)
        guard
            isKnown
                || (own.count < AccessCoordinator.streamsPerSession && near.count < AccessCoordinator.streamsPerAddress)
        else { return .refused }
        if let session { sessions[session, default: [:]][key] = channel }
        if let address { addresses[address, default: []].insert(key) }
        return isKnown ? .known : .new
    }

    /// Removes a connection that was closed.
    mutating func remove(_ channel: any Channel) {
        let key = ObjectIdentifier(channel)
        sessions = sessions.mapValues { $0.filter { $0.key != key } }.filter { !$0.value.isEmpty }
        addresses = addresses.mapValues { $0.subtracting([key]) }.filter { !$0.value.isEmpty }
    }
}
