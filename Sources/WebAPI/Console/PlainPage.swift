// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Translations
internal import WebConsole

/// Position, authentication and receivers as a page without scripts, for old browsers and text browsers: `GET /plain`.
/// The page reloads itself every 5 s. Its words are those of the console, and come from the console's files.
struct PlainPage: Sendable {
    static let path = "/plain"
    /// A fix older than this is not the position any more, as in the console, in seconds.
    static let oldestFix = 30.0

    let control: (any GatewayControl)?
    let files: ConsoleFiles

    func response(to request: Request) async -> Response {
        var headers = ConsoleRoutes.headers(tileHost: nil)
        headers[.contentType] = "text/html; charset=utf-8"
        headers[.cacheControl] = "no-store"
        headers[.contentLanguage] = request.language.rawValue
        headers[.vary] = "Accept-Language"
        headers[.refresh] = "5"
        let words = ConsoleWords(files, language: request.language.rawValue)
        let html = Self.html(await control?.status(), words, request.language)
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    /// Returns the page as HTML.
    ///
    /// - Parameter report: The gateway's status; nil if unknown.
    static func html(_ report: GatewayReport?, _ words: ConsoleWords, _ language: MessageLanguage) -> String {
        var rows: [(String, String)] = []
        let active = report?.receivers.first { $0.isActive } ?? report?.receivers.first
        let age = active?.fixAge ?? active?.lastDataAge
        let fix = (age ?? 0) > oldestFix ? nil : active?.fix
        rows.append((words["nav.position"], position(fix) ?? words["position.none"]))
        if let height = fix?.ellipsoidalHeight { rows.append((words["position.ellipsoidal"], metres(height))) }
        if let height = fix?.orthometricHeight { rows.append((words["position.orthometric"], metres(height))) }
        if let accuracy = fix?.horizontalAccuracy { rows.append((words["position.accuracy"], "± " + metres(accuracy))) }
        if let fix { rows.append((words["position.quality"], solution(fix, words))) }
        if let age { rows.append((words["osnma.column.age"], "\(fixed(age, 1)) s")) }
        for verdict in report?.osnma ?? [] where verdict.receiver == active?.id {
            let simulation = verdict.isSimulation ? " SIMULATION" : ""
            let state = words[verdict.state == .authenticated ? "osnma.enabled" : "osnma.unverified"]
            let text = MessageCatalogue.reason(verdict.reason, in: language) ?? verdict.text
            rows.append(("OSNMA" + simulation, "\(state): \(text)"))
        }
        if let uplink = report?.agrirouter?.uplink {
            rows.append(("agrirouter", language.text(uplink.message, uplink.text)))
        }
        for alert in report?.alerts ?? [] {
            rows.append((words["alerts.column.text"], language.text(alert.message, alert.text)))
        }
        for receiver in report?.receivers ?? [] {
            let state = words.word("receiver-state", receiver.state.code)
            let reason = language.text(receiver.message, receiver.reason)
            rows.append(("\(words["nav.receiver"]) \(receiver.id)", "\(state): \(reason)"))
        }
        let table = rows.map { "<tr><th scope=\"row\">\(escaped($0.0))</th><td>\(escaped($0.1))</td></tr>" }
        return """
            <!DOCTYPE html>
            <html lang="\(language.rawValue)">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <link rel="icon" href="data:,"><title>GNSS gateway</title></head>
            <body><main><h1>GNSS gateway</h1>
            <p>\(escaped(report.map { "\($0.gateway.version), \($0.gateway.time)" } ?? words["link.no-answer"]))</p>
            <table>
            \(table.joined(separator: "\n"))
            </table></main></body>
            </html>

            """
    }

    private static func position(_ fix: FixReport?) -> String? {
        guard let latitude = fix?.latitude, let longitude = fix?.longitude else { return nil }
        return "\(fixed(latitude, 7))°, \(fixed(longitude, 7))°"
    }

    /// The dimensions and the quality of a fix, as on the console's page of a receiver.
    private static func solution(_ fix: FixReport, _ words: ConsoleWords) -> String {
        let quality = words.word("quality", fix.quality.code)
        return fix.kind == FixKind.none ? quality : "\(fix.kind.code.uppercased()) · \(quality)"
    }

    private static func metres(_ value: Double) -> String { fixed(value, 3) + " m" }

    /// A number with a fixed number of decimals.
    private static func fixed(_ value: Double, _ decimals: Int) -> String {
        guard abs(value) < 1e9 else { return "\(value)" }
        var unit = 1.0
        for _ in 0..<decimals { unit *= 10 }
        let whole = Int((abs(value) * unit).rounded())
        let fraction = String(whole % Int(unit))
        let zeros = String(repeating: "0", count: decimals - fraction.count)
        return (value < 0 && whole > 0 ? "-" : "") + "\(whole / Int(unit)).\(zeros)\(fraction)"
    }

    /// Escapes text from outside for use in HTML.
    static func escaped(_ text: String) -> String {
        var html = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\"": html += "&quot;"
            case "'": html += "&#39;"
            default: html.unicodeScalars.append(character)
            }
        }
        return html
    }
}
