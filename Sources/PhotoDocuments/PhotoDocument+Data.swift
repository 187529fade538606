// SPDX-License-Identifier: Apache-2.0

internal import CaptureFormat

// The pages with all data, and the instructions for checking.
extension PhotoDocument {
    /// The greatest number of rows of all tables together. A record of the gateway has far fewer.
    private static let rowLimit = 2000

    // MARK: satellites

    /// The columns of the table: the label, the distance from the left margin, and the width, in points.
    private static let columns: [(label: Label, x: Double, width: Double)] = [
        (.satelliteID, 4, 48), (.elevation, 150, 52), (.azimuth, 204, 48), (.used, 254, 52), (.standing, 308, 72),
        (.signals, 382, 126),
    ]

    func drawSatellites(_ flow: inout PageFlow) {
        guard case .array(let satellites)? = record["satellites"], !satellites.isEmpty else { return }
        // A table that does not fit on the first page begins on the second one.
        flow.reserve(min(600, 50 + Double(satellites.count) * 12.5))
        flow.heading("\(label(.satellites)) (\(satellites.count))")
        drawHead(&flow)
        for (index, satellite) in satellites.prefix(Self.rowLimit / 2).enumerated() {
            let shade = index.isMultiple(of: 2) ? Colour.shade : nil
            flow.row(cells(of: satellite), padding: 1.6, shade: shade) { drawHead(&$0) }
        }
        if satellites.count > Self.rowLimit / 2 { flow.text(label(.leftOut), .body) }
    }

    private func drawHead(_ flow: inout PageFlow) {
        var style = TextStyle.caption
        style.isBold = true
        var cells = Self.columns.map { PageFlow.Cell(label($0.label), style, x: $0.x, width: $0.width) }
        cells.append(.init("C/N0", style, x: 56, width: 90))
        flow.row(cells)
        let line = [(PageFlow.left, flow.y), (PageFlow.left + PageFlow.width, flow.y)]
        flow.canvas.polygon(line, .init(stroke: .grey))
    }

    private func cells(of satellite: JSONValue) -> [PageFlow.Cell] {
        let code = satellite["osnma"]?["standing"]?.text
        let standing = code.map { Label.standing($0).map(label) ?? PlainText.line($0) }
        // OSNMA exists for Galileo only; the column stays empty for other systems.
        let isGalileo = satellite["system"]?.text == "galileo"
        let texts = [
            record.known(record.joined([satellite["id"]])),
            record.known(record.text(satellite["elevation_deg"], decimals: 0, unit: "°")),
            record.known(record.text(satellite["azimuth_deg"], decimals: 0, unit: "°")),
            record.known(record.text(satellite["used"])), isGalileo ? record.known(standing) : standing ?? "–",
            signals(of: satellite),
        ]
        var cells = zip(Self.columns, texts).map { PageFlow.Cell($1, .small, x: $0.x, width: $0.width) }
        let strength = record.text(satellite["cn0_dbhz"], decimals: 1, unit: " dB-Hz")
        cells.append(.init(record.known(strength), .small, x: 56, width: 90))
        return cells
    }

    private func signals(of satellite: JSONValue) -> String {
        guard case .array(let signals)? = satellite["signals"] else { return "" }
        let texts = signals.prefix(12).map { signal in
            let strength = record.text(signal["cn0_dbhz"], decimals: 0) ?? "–"
            return "\(record.known(record.joined([signal["name"]]))) \(strength)"
        }
        return texts.joined(separator: ", ")
    }

    // MARK: groups

    func drawGroups(_ flow: inout PageFlow) {
        guard case .object(let groups) = content.record else { return }
        let others = groups.keys.filter { name in
            if name == "satellites", case .array? = groups[name] { return false }
            return name != "note"
        }
        guard !others.isEmpty else { return }
        flow.heading(label(.allData))
        var count = 0
        for name in others.sorted(by: Self.precedes) {
            guard let group = groups[name], count < Self.rowLimit else { continue }
            var rows: [(String, String)] = []
            flatten(group, "", into: &rows, limit: Self.rowLimit - count)
            count += rows.count
            drawGroup(PlainText.line(name), rows, &flow)
        }
        if count >= Self.rowLimit { flow.text(label(.leftOut), .body) }
    }

    /// The order of the groups as in the description of the format; others follow by name.
    private static func precedes(_ first: String, _ second: String) -> Bool {
        let order = [
            "capture", "position", "velocity", "error_statistics", "time", "receiver", "authentication",
            "later_verdict", "centroid", "conditions", "camera", "image", "legacy",
        ]
        let places = (order.firstIndex(of: first) ?? order.count, order.firstIndex(of: second) ?? order.count)
        return places.0 == places.1 ? first < second : places.0 < places.1
    }

    private func drawGroup(_ name: String, _ rows: [(String, String)], _ flow: inout PageFlow) {
        flow.reserve(34)
        flow.y += 3
        flow.text(String(name.prefix(100)), TextStyle(size: 8.5, isBold: true, colour: .blue), gap: 1)
        for (index, row) in rows.enumerated() {
            var style = TextStyle.small
            style.colour = .grey
            let cells = [
                PageFlow.Cell(row.0, style, x: 4, width: 176),
                PageFlow.Cell(row.1, .small, x: 186, width: PageFlow.width - 190),
            ]
            flow.row(cells, padding: 1.3, shade: index.isMultiple(of: 2) ? .shade : nil)
        }
    }

    /// Lists the members of a value by their paths. A list is one row, or one for each object in it.
    private func flatten(_ value: JSONValue, _ path: String, into rows: inout [(String, String)], limit: Int) {
        guard rows.count < limit else { return }
        switch value {
        case .object(let members) where !members.isEmpty:
            for name in members.keys.sorted() {
                guard let member = members[name] else { continue }
                let name = String(PlainText.line(name).prefix(100))
                flatten(member, path.isEmpty ? name : "\(path).\(name)", into: &rows, limit: limit)
            }
        case .array(let elements) where elements.contains { if case .object = $0 { true } else { false } }:
            for (index, element) in elements.enumerated() {
                guard rows.count < limit else { return }
                rows.append(("\(path.prefix(200))[\(index + 1)]", summary(element)))
            }
        default:
            rows.append((String(path.prefix(200)), summary(value)))
        }
    }

    /// A value in one text: `name: value, name: value`.
    private func summary(_ value: JSONValue) -> String {
        switch value {
        case .object(let members):
            let parts = members.keys.sorted().prefix(200).compactMap { name in
                members[name].map { member in
                    if case .object = member {
                        "\(PlainText.line(name)): {\(summary(member))}"
                    } else {
                        "\(PlainText.line(name)): \(summary(member))"
                    }
                }
            }
            return String(parts.joined(separator: ", ").prefix(PlainText.limit))
        case .array(let elements):
            return String(elements.prefix(200).map(summary).joined(separator: ", ").prefix(PlainText.limit))
        default: return record.known(record.text(value))
        }
    }

    // MARK: checking

    func drawCheck(_ flow: inout PageFlow) {
        // The instructions stay together on one page.
        flow.reserve(230)
        flow.heading(label(.checkTitle))
        flow.text("\(label(.notSealed)) \(label(.readableCopy))", TextStyle(size: 9, isBold: true))
        flow.text(label(.checkOriginal), .body, gap: 3)
        let id = PlainText.line(content.sealing.id)
        flow.row(
            [.init("gnss-gateway verify --key gateway-key.pem \(id).zip", .code, x: 6, width: PageFlow.width - 12)],
            padding: 4, shade: .shade)
        flow.y += 5
        flow.text(label(.checkKey), .body, gap: 3)
        let sealing = content.sealing
        let rows: [(Label, String, TextStyle)] = [
            (.publicKey, sealing.publicKey, .code), (.manifestHash, sealing.manifestHash, .code),
            (.chainNumber, "\(sealing.sequence)", .body), (.revision, "\(sealing.revision)", .body),
            (.sealed, record.known(record.instant(.string(sealing.sealed))), .body),
            (.seal, content.verification ?? label(.notChecked), .body),
        ]
        for (index, row) in rows.enumerated() {
            let cells = [
                PageFlow.Cell(label(row.0), .caption, x: 4, width: 150, drop: 1.5),
                PageFlow.Cell(record.known(PlainText.line(row.1)), row.2, x: 158, width: PageFlow.width - 162),
            ]
            flow.row(cells, padding: 3, shade: index.isMultiple(of: 2) ? .shade : nil)
        }
        flow.y += 6
        flow.text(label(.checkProof), .body)
    }
}
