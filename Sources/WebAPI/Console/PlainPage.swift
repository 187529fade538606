// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Translations

/// Position, authentication and receivers as a page without scripts, for old browsers and text browsers: `GET /plain`.
/// The page reloads itself every 5 s.
struct PlainPage: Sendable {
    static let path = "/plain"
    /// A fix older than this is not the position any more, as in the console, in seconds.
    static let oldestFix = 30.0

    let control: (any GatewayControl)?

    func response(to request: Request) async -> Response {
        var headers = ConsoleRoutes.headers(tileHost: nil)
        headers[.contentType] = "text/html; charset=utf-8"
        headers[.cacheControl] = "no-store"
        headers[.contentLanguage] = request.language.rawValue
        headers[.vary] = "Accept-Language"
        headers[.refresh] = "5"
        let html = Self.html(await control?.status(), PlainWords(request.language), request.language)
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    /// Returns the page as HTML.
    ///
    /// - Parameter report: The gateway's status; nil if unknown.
    static func html(_ report: GatewayReport?, _ words: PlainWords, _ language: MessageLanguage) -> String {
        var rows: [(String, String)] = []
        let active = report?.receivers.first { $0.isActive } ?? report?.receivers.first
        let age = active?.fixAge ?? active?.lastDataAge
        let fix = (age ?? 0) > oldestFix ? nil : active?.fix
        rows.append((words.position, position(fix) ?? words.none))
        if let height = fix?.ellipsoidalHeight { rows.append((words.ellipsoidalHeight, metres(height))) }
        if let height = fix?.orthometricHeight { rows.append((words.seaLevelHeight, metres(height))) }
        if let accuracy = fix?.horizontalAccuracy { rows.append((words.accuracy, "± " + metres(accuracy))) }
        if let fix { rows.append((words.fix, "\(fix.kind), \(fix.quality)")) }
        if let age { rows.append((words.age, "\(fixed(age, 1)) s")) }
        for verdict in report?.osnma ?? [] where verdict.receiver == active?.id {
            let simulation = verdict.isSimulation ? " SIMULATION" : ""
            let text = MessageCatalogue.reason(verdict.reason, in: language) ?? verdict.text
            rows.append(("OSNMA" + simulation, "\(words.state(verdict.state)): \(text)"))
        }
        if let uplink = report?.agrirouter?.uplink {
            rows.append(("agrirouter", language.text(uplink.message, uplink.text)))
        }
        for alert in report?.alerts ?? [] { rows.append((words.alert, language.text(alert.message, alert.text))) }
        for receiver in report?.receivers ?? [] {
            let reason = language.text(receiver.message, receiver.reason)
            rows.append(("\(words.receiver) \(receiver.id)", "\(receiver.state): \(reason)"))
        }
        let table = rows.map { "<tr><th scope=\"row\">\(escaped($0.0))</th><td>\(escaped($0.1))</td></tr>" }
        return """
            <!DOCTYPE html>
            <html lang="\(language.rawValue)">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <link rel="icon" href="data:,"><title>GNSS gateway</title></head>
            <body><main><h1>GNSS gateway</h1>
            <p>\(escaped(report.map { "\($0.gateway.version), \($0.gateway.time)" } ?? words.none))</p>
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

/// The texts of the plain page.
struct PlainWords {
    var position = "Position"
    var none = "unknown"
    var ellipsoidalHeight = "Height above the ellipsoid"
    var seaLevelHeight = "Height above mean sea level"
    var accuracy = "Horizontal accuracy"
    var fix = "Fix"
    var age = "Age"
    var alert = "Alert"
    var receiver = "Receiver"
    private var authenticated = "authenticated"
    private var unverified = "not authenticated"

    init(_ language: MessageLanguage) {
        switch language {
        case .english: break
        case .german:
            (none, ellipsoidalHeight) = ("unbekannt", "Höhe über dem Ellipsoid")
            (seaLevelHeight, accuracy) = ("Höhe über dem mittleren Meeresspiegel", "Horizontale Genauigkeit")
            (fix, age, alert, receiver) = ("Lösung", "Alter", "Meldung", "Empfänger")
            (authenticated, unverified) = ("authentifiziert", "nicht authentifiziert")
        case .french:
            (none, ellipsoidalHeight) = ("inconnu", "Hauteur ellipsoïdale")
            (seaLevelHeight, accuracy) = ("Altitude au-dessus du niveau moyen de la mer", "Précision horizontale")
            (fix, age, alert, receiver) = ("Solution", "Âge", "Alerte", "Récepteur")
            (authenticated, unverified) = ("authentifiée", "non authentifiée")
        }
    }

    func state(_ state: ReportCode<VerdictState>) -> String { state == .authenticated ? authenticated : unverified }
}
