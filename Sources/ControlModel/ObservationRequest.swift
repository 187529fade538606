// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import SystemSupport

/// A client's request for observations: `GET /v1/observations?kinds=fix,sentence&receivers=rover`. Server and client
/// share this type.
public struct ObservationRequest: Hashable, Sendable {
    /// The requested kinds; empty for all.
    public var kinds: [ObservationKind]

    /// The requested receivers; empty for all. Unknown receivers are allowed, because they may appear later.
    public var receivers: [SourceID]

    /// Creates a request, by default for all observations.
    public init(kinds: [ObservationKind] = [], receivers: [SourceID] = []) {
        self.kinds = kinds
        self.receivers = receivers
    }

    /// The kinds that the encoding supports.
    public static let knownKinds = ObservationKind.named

    /// Parses kind names separated by commas: `fix,sentence`.
    ///
    /// - Throws: `ObservationRequestError` for a name that is not among `knownKinds`, and for an empty list.
    public static func kinds(named text: some StringProtocol) throws(ObservationRequestError) -> [ObservationKind] {
        var kinds: [ObservationKind] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = knownKinds.first(where: { $0.description == name }) else {
                throw .unknownKind(String(name))
            }
            kinds.append(kind)
        }
        return kinds
    }

    /// Parses receiver names separated by commas.
    ///
    /// - Throws: `ObservationRequestError` for an empty name.
    public static func receivers(named text: some StringProtocol) throws(ObservationRequestError) -> [SourceID] {
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
        guard !names.contains(where: \.isEmpty) else { throw .emptyReceiver }
        return names.map { SourceID(rawValue: String($0)) }
    }

    /// Parses the decoded parameters of the query. Unknown parameters are refused, because ignoring a misspelt one
    /// would select everything.
    ///
    /// - Throws: `ObservationRequestError` for an unknown parameter or an invalid value.
    package init(parameters: some Sequence<(name: Substring, value: Substring)>) throws(ObservationRequestError) {
        self.init()
        for (name, value) in parameters {
            switch name {
            case "kinds": kinds += try Self.kinds(named: value)
            case "receivers": receivers += try Self.receivers(named: value)
            default: throw .unknownParameter(String(name))
            }
        }
    }

    /// The query including `?`; empty if everything is requested.
    package var query: String {
        let parameters = [
            ("kinds", kinds.map { PercentEncoding.encoded($0.description) }),
            ("receivers", receivers.map { PercentEncoding.encoded($0.rawValue) }),
        ]
        let stated = parameters.filter { !$0.1.isEmpty }.map { "\($0.0)=" + $0.1.joined(separator: ",") }
        return stated.isEmpty ? "" : "?" + stated.joined(separator: "&")
    }
}

/// An error in a request.
public enum ObservationRequestError: ProgramError, Hashable {
    /// An unknown kind.
    case unknownKind(String)
    /// A list of receivers that contains an empty name.
    case emptyReceiver
    /// An unknown parameter.
    case unknownParameter(String)

    /// The error for people.
    public var description: String {
        switch self {
        case .unknownKind(let name):
            "unknown kind \"\(name)\"; the kinds are "
                + ObservationRequest.knownKinds.map(\.description).joined(separator: ", ")
        case .emptyReceiver:
            "empty receiver id; give receiver ids, separated by commas"
        case .unknownParameter(let name):
            "unknown parameter \"\(name)\"; the parameters are kinds and receivers"
        }
    }

    /// The code for invalid usage, 64: the request names an unknown kind, receiver or parameter.
    public var exitStatus: ExitStatus { .usage }
}
