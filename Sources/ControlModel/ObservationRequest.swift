// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import SystemSupport

/// Which observations a client asks for: `GET /v1/observations?kinds=fix,sentence&receivers=rover`. Both sides use it.
public struct ObservationRequest: Hashable, Sendable {
    /// The kinds wanted; empty: all.
    public var kinds: [ObservationKind]

    /// The receivers wanted; empty: all. One that is not there yet may come.
    public var receivers: [SourceID]

    /// A request; all observations where nothing is stated.
    public init(kinds: [ObservationKind] = [], receivers: [SourceID] = []) {
        self.kinds = kinds
        self.receivers = receivers
    }

    /// The kinds that the encoding has.
    public static let knownKinds = ObservationKind.named

    /// Reads the names of kinds, separated by commas: `fix,sentence`.
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

    /// Reads the names of receivers, separated by commas.
    ///
    /// - Throws: `ObservationRequestError` for an empty name.
    public static func receivers(named text: some StringProtocol) throws(ObservationRequestError) -> [SourceID] {
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
        guard !names.contains(where: \.isEmpty) else { throw .emptyReceiver }
        return names.map { SourceID(rawValue: String($0)) }
    }

    /// Reads the decoded parameters of the query. A name that is unknown is refused: taken for nothing, a misspelt
    /// one would record everything.
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

    /// The query, `?` included; empty where all is wanted.
    package var query: String {
        let parameters = [
            ("kinds", kinds.map { PercentEncoding.encoded($0.description) }),
            ("receivers", receivers.map { PercentEncoding.encoded($0.rawValue) }),
        ]
        let stated = parameters.filter { !$0.1.isEmpty }.map { "\($0.0)=" + $0.1.joined(separator: ",") }
        return stated.isEmpty ? "" : "?" + stated.joined(separator: "&")
    }
}

/// What is wrong with a request.
public enum ObservationRequestError: ProgramError, Hashable {
    /// A kind that is not known.
    case unknownKind(String)
    /// A list of receivers with an empty name.
    case emptyReceiver
    /// A parameter that there is not.
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
