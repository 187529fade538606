// SPDX-License-Identifier: Apache-2.0

/// What a receiver of u-blox says it is.
public struct UBXIdentity: Hashable, Sendable {
    /// The receiver's answer UBX-MON-VER.
    public var version: ReceiverVersion
    /// UBX-SEC-UNIQID as hexadecimal digits; nil where the receiver knows none.
    public var uniqueID: String?

    public init(version: ReceiverVersion, uniqueID: String? = nil) {
        (self.version, self.uniqueID) = (version, uniqueID)
    }

    /// The version of the protocol times 100; 0 where it is not known.
    public var protocolVersion: Int { version.protocolVersion ?? 0 }

    /// Whether it is configured by keys (generation 9 and later), not by messages.
    public var hasKeys: Bool { protocolVersion >= 2400 }

    /// The firmware, as the receiver words it.
    public var firmware: String { version.value(of: "FWVER") ?? version.software }

    /// The model, or what it tells about it: `ZED-F9P`, else `u-blox with hardware 00080000`.
    public var model: String { version.model ?? "u-blox with hardware \(version.hardware)" }

    /// In one line: `ZED-F9P, HPG 1.32, protocol 27.31`.
    public var words: String {
        let version = protocolVersion
        guard version > 0 else { return "\(model), \(firmware)" }
        let hundredths = version % 100
        return "\(model), \(firmware), protocol \(version / 100).\(hundredths < 10 ? "0" : "")\(hundredths)"
    }
}

/// Asks a receiver what it is: MON-VER, then SEC-UNIQID where it may know that.
public struct Identification: SetupProcedure {
    /// Why it is not known what a receiver is.
    public enum IdentificationError: Error, Hashable, Sendable {
        /// Nothing answered; or what answered is no MON-VER.
        case silent
    }

    private var identity: UBXIdentity?
    private let tries: Int

    /// - Parameter tries: how often MON-VER is asked for at most.
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
        // Receivers before protocol 18 have no such number, and do not answer.
        return identity.protocolVersion >= 1800 ? .ask(.poll(.secUNIQID, tries: 2)) : .finish(.success(identity))
    }
}
