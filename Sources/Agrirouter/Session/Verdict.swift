// SPDX-License-Identifier: Apache-2.0

/// What an answer comes to: by its type first, then by the codes in it, never by their texts.
public struct Verdict: Hashable, Sendable, CustomStringConvertible {
    public var reaction: Reaction
    /// The results that it rests on.
    public var results: [ResultMessage]
    /// The number of the answer, in the manner of HTTP.
    public var code: Int

    /// The verdict on an answer to a request of that type.
    public init(_ response: Response, to type: TechnicalMessageType? = nil) {
        code = response.code
        results = if case .results(let results) = response.body { results } else { [] }
        guard response.type == .ackWithFailure else {
            // A success is one, whatever its warnings are called.
            let known = results.compactMap { ResultCode.named($0.code)?.reaction }
            reaction = known.filter(\.isAccepted).max() ?? .accept
            if known.contains(where: { !$0.isAccepted }) { reaction = max(reaction, .acceptWithWarning) }
            return
        }
        let codes = results.map { ResultCode.named($0.code)?.reaction ?? Self.reaction(to: response.code) }
        reaction = codes.max() ?? Self.reaction(to: response.code)
        // Only an endpoint that is gone has its ping refused.
        if type == .ping, results.isEmpty { reaction = .reonboard }
    }

    /// What a failure asks for that names no code, or none that is known here.
    private static func reaction(to code: Int) -> Reaction {
        switch code {
        case 404: .reonboard
        case 413: .split
        case 500...: .retry
        default: .retryOnce
        }
    }

    /// One line for people: what it means and what to do; a code that is not known here is shown all the same.
    public var description: String {
        var lines: [String] = []
        for result in results {
            guard let known = ResultCode.named(result.code) else {
                lines.append("agrirouter answers with the unknown code \(Self.name(result.code))")
                continue
            }
            lines.append(known.meaning + (known.cure.map { "; \($0)" } ?? "") + " [\(known.code)]")
        }
        var seen: Set<String> = []
        let once = lines.filter { seen.insert($0).inserted }
        if once.isEmpty {
            return reaction.isAccepted ? "done [\(code)]" : "agrirouter refused without a reason [\(code)]"
        }
        return once.prefix(4).joined(separator: ". ")
    }

    /// A code as it may be printed.
    private static func name(_ code: String) -> String {
        let name = code.unicodeScalars.filter { $0.isASCII && $0.value > 0x20 && $0.value < 0x7F }.prefix(40)
        return name.isEmpty ? "an error without a code" : name.map(String.init).joined()
    }
}
