// SPDX-License-Identifier: Apache-2.0

/// The identity of a u-blox receiver.
public struct UBXIdentity: Hashable, Sendable {
    /// The receiver's answer UBX-MON-VER.
    public var version: ReceiverVersion
    /// UBX-SEC-UNIQID in hexadecimal digits; nil if the receiver has no such number.
    public var uniqueID: String?

    public init(version: ReceiverVersion, uniqueID: String? = nil) {
        (self.version, self.uniqueID) = (version, uniqueID)
    }

    /// The protocol version times 100; 0 if unknown.
    public var protocolVersion: Int { version.protocolVersion ?? 0 }

    /// True if it is configured by keys (generation 9 and later) instead of messages.
    public var hasKeys: Bool { protocolVersion >= 2400 }

    /// The firmware version as reported by the receiver.
    public var firmware: String { version.value(of: "FWVER") ?? version.software }

    /// The model, or the best available description: `ZED-F9P`, otherwise `u-blox with hardware 00080000`.
    public var model: String { version.model ?? "u-blox with hardware \(version.hardware)" }

    /// A one-line description: `ZED-F9P, HPG 1.32, protocol 27.31`.
    public var words: String {
        let version = protocolVersion
        guard version > 0 else { return "\(model), \(firmware)" }
        let hundredths = version % 100
        return "\(model), \(firmware), protocol \(version / 100).\(hundredths < 10 ? "0" : "")\(hundredths)"
    }
}

/// Identifies a receiver: queries MON-VER, and SEC-UNIQID if the receiver may support it.
public struct Identification: SetupProcedure {
    /// The reason why a receiver could not be identified.
    public enum IdentificationError: Error, Hashable, Sendable {
        /// There was no answer, or it was not a MON-VER.
        case silent
    }

    private var identity: UBXIdentity?
    private let tries: Int

    /// - Parameter tries: The largest number of queries for MON-VER.
    public init(tries: Int = 3) { self.tries = tries }

    /// The next step of the conversation, after the receiver's answer or a timeout.
    public mutating func next(_ answer: SetupAnswer) -> SetupMove<Result<UBXIdentity, IdentificationError>> {
        guard let identity else { return first(answer) }
        var known = identity
        if case .answered(let payload) = answer { known.uniqueID = ReceiverUniqueID(payload.span)?.text }
        return .finish(.success(known))
    }

    private mutating func first(_ answer: SetupAnswer) -> SetupMove<Result<UBXIdentity, IdentificationError>> {
        if answer == .begin { return .ask(.poll(.monVER, tries: tries)) }
        guard case .answered(let payload) = answer, let version = ReceiverVersion(payload.span) else {
            return .finish(.failure(.silent))
        }
        let identity = UBXIdentity(version: version)
        self.identity = identity
        // Receivers before protocol 18 have no unique ID and do not answer.
        return identity.protocolVersion >= 1800 ? .ask(.poll(.secUNIQID, tries: 2)) : .finish(.success(identity))
    }
}
