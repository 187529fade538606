// SPDX-License-Identifier: Apache-2.0

/// The evaluation of an answer. It depends on the answer's type first and on the codes of its results second, never on
/// their texts.
public struct Verdict: Hashable, Sendable, CustomStringConvertible {
    public var reaction: Reaction
    /// The results that the evaluation is based on.
    public var results: [ResultMessage]
    /// The answer's result code, which follows HTTP status codes.
    public var code: Int

    /// Evaluates an answer to a request of the given type.
    public init(_ response: Response, to type: TechnicalMessageType? = nil) {
        code = response.code
        results = if case .results(let results) = response.body { results } else { [] }
        guard response.type == .ackWithFailure else {
            // Success remains success, even if a warning has a code that normally means failure.
            let known = results.compactMap { ResultCode.named($0.code)?.reaction }
            reaction = known.filter(\.isAccepted).max() ?? .accept
            if known.contains(where: { !$0.isAccepted }) { reaction = max(reaction, .acceptWithWarning) }
            return
        }
        let codes = results.map { ResultCode.named($0.code)?.reaction ?? Self.reaction(to: response.code) }
        reaction = codes.max() ?? Self.reaction(to: response.code)
        // Agrirouter refuses a ping only if the endpoint no longer exists.
        if type == .ping, results.isEmpty { reaction = .reonboard }
    }

    /// The last known code of a result with this reaction, otherwise the last known code of a result; the answer's own
    /// code if it has no results. Nil if all codes are unknown.
    var knownCode: String? {
        guard !results.isEmpty else { return "\(code)" }
        let known = results.compactMap { ResultCode.named($0.code) }
        return (known.last { $0.reaction == reaction } ?? known.last)?.code
    }

    /// The reaction to a failure without a known code.
    private static func reaction(to code: Int) -> Reaction {
        switch code {
        case 404: .reonboard
        case 413: .split
        case 500...: .retry
        default: .retryOnce
        }
    }

    /// One line for people with meanings and remedies; it shows unknown codes as they are.
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

    /// The code reduced to at most 40 printable ASCII characters.
    private static func name(_ code: String) -> String {
        let name = code.unicodeScalars.filter { $0.isASCII && $0.value > 0x20 && $0.value < 0x7F }.prefix(40)
        return name.isEmpty ? "an error without a code" : name.map(String.init).joined()
    }
}
