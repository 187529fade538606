// SPDX-License-Identifier: Apache-2.0

internal import CaptureFormat

// The first page.
extension PhotoDocument {
    func drawTitle(_ flow: inout PageFlow) {
        let taken = record.known(record.instant(record["capture", "taken"]))
        flow.text("\(label(.photo)) \(id)", TextStyle(size: 17, isBold: true), gap: 1)
        flow.text(label(.taken) + label(.colon) + taken, TextStyle(size: 10, colour: .grey), gap: 6)
        guard record.bool("capture", "replay") == true else { return }
        let style = TextStyle(size: 13, isBold: true, colour: .white, alignment: .centre)
        let text = TextBlock(label(.replay), style, width: PageFlow.width, on: flow.canvas)
        let band = Box(x: PageFlow.left, y: flow.y, width: PageFlow.width, height: text.height + 10)
        flow.canvas.rectangle(band, .init(fill: .red))
        text.draw(x: PageFlow.left, y: flow.y + 5, on: flow.canvas)
        flow.y += band.height + 6
    }

    // MARK: authentication

    private enum Symbol { case check, cross, question }

    /// Draws the verdict of the moment of the photo, and the one that was completed later, if any.
    func drawVerdicts(_ flow: inout PageFlow) {
        let isReplay = record.bool("capture", "replay") == true
        let group = record["authentication"]
        let verdict = record.bool("authentication", "authenticated")
        var reasons: [String] = []
        if verdict != true, let cause = record["authentication", "cause"]?.text {
            reasons.append(Label.cause(cause).map(label) ?? PlainText.line(cause))
        }
        if let statement = record.text(group?["statement"]), !statement.isEmpty { reasons.append(statement) }
        let isCompleted = record["later_verdict"] != nil
        let isPending = !isCompleted && record["authentication", "result"]?.text == "pending"
        drawVerdict(verdict, "", reasons, isReplay, isPending: isPending, &flow)
        guard isCompleted else { return }
        let later = record.text(record["later_verdict", "statement"]).map { [$0] } ?? []
        drawVerdict(
            record.bool("later_verdict", "authenticated"), label(.completedLater) + label(.colon), later, isReplay,
            &flow)
    }

    private func drawVerdict(
        _ verdict: Bool?, _ prefix: String, _ reasons: [String], _ isReplay: Bool, isPending: Bool = false,
        _ flow: inout PageFlow
    ) {
        let (sentence, colour, symbol): (Label, Colour, Symbol) =
            switch verdict {
            // What a recording proves about itself is no proof of the place of the photo.
            case true?: (.authenticated, isReplay ? .amber : .green, .check)
            case false? where isPending: (.authenticationPending, .amber, .question)
            case false?: (.notAuthenticated, .red, .cross)
            case nil: (.authenticationUnknown, .amber, .question)
            }
        let canvas = flow.canvas
        let width = PageFlow.width - 52
        let title = TextStyle(size: 12, isBold: true, colour: colour)
        // Two long statements must leave space for the rest of the page.
        let details = reasons.map { String($0.prefix(300)) }.joined(separator: "\n")
        let head = TextBlock(prefix + label(sentence), title, width: width, on: canvas)
        let body = details.isEmpty ? nil : TextBlock(details, TextStyle(size: 8.5), width: width, on: canvas)
        let height = max(34, head.height + (body?.height ?? 0) + 14)
        flow.reserve(height)
        let box = Box(x: PageFlow.left, y: flow.y, width: PageFlow.width, height: height)
        canvas.rectangle(box, .init(fill: colour.faded(0.08), stroke: colour, width: 1))
        canvas.rectangle(Box(x: box.x, y: box.y, width: 36, height: height), .init(fill: colour))
        draw(symbol, x: box.x + 18, y: box.y + height / 2, on: canvas)
        let top = flow.y + (height - head.height - (body?.height ?? 0)) / 2
        head.draw(x: box.x + 45, y: top, on: canvas)
        body?.draw(x: box.x + 45, y: top + head.height, on: canvas)
        flow.y += height + 6
    }

    private func draw(_ symbol: Symbol, x: Double, y: Double, on canvas: Canvas) {
        let style = Canvas.Style(stroke: .white, width: 3)
        switch symbol {
        case .check: canvas.polygon([(x - 8, y), (x - 2.5, y + 6), (x + 8, y - 6)], style)
        case .cross:
            canvas.polygon([(x - 6, y - 6), (x + 6, y + 6)], style)
            canvas.polygon([(x - 6, y + 6), (x + 6, y - 6)], style)
        case .question:
            let text = TextStyle(size: 20, isBold: true, colour: .white, alignment: .centre)
            let mark = TextBlock("?", text, width: 36, on: canvas)
            mark.draw(x: x - 18, y: y - mark.height / 2, on: canvas)
        }
    }

    // MARK: photo and map

    /// Draws the photo on the left, and the map on the rest of the width.
    func drawPhotoAndMap(_ flow: inout PageFlow) {
        let canvas = flow.canvas
        let space = (width: 310.0, height: 270.0)
        flow.reserve(space.height + 12)
        var frame = Box(x: PageFlow.left, y: flow.y + 2, width: space.width, height: space.height - 38)
        if let picture {
            let scale = min(space.width / Double(picture.width), space.height / Double(picture.height))
            // A picture that is very narrow stays visible.
            frame.width = max(2, Double(picture.width) * scale)
            frame.height = max(2, Double(picture.height) * scale)
            canvas.picture(picture, in: frame)
            canvas.rectangle(frame, .init(stroke: .line))
        } else {
            message(label(.photoMissing), in: frame, on: canvas)
        }
        // The map is at most as wide as the photo, and needs some height.
        let width = min(space.width, PageFlow.width - frame.width - 13)
        let height = max(frame.height, 232)
        let box = Box(x: PageFlow.left + PageFlow.width - width, y: frame.y, width: width, height: height)
        if let position = record.position {
            // Tiles are not needed while the pages are only measured.
            canvas.use { _ in
                let map = LocationMap(
                    record: record, position: position, attribution: content.attribution, tile: content.tile)
                map.draw(in: box, on: canvas)
            }
        } else {
            message(label(.mapNone), in: box, on: canvas)
        }
        flow.y = frame.y + height + 10
    }

    private func message(_ text: String, in box: Box, on canvas: Canvas) {
        canvas.rectangle(box, .init(fill: .shade, stroke: .line))
        let style = TextStyle(size: 9, colour: .grey, alignment: .centre)
        let block = TextBlock(text, style, width: box.width - 24, on: canvas)
        block.draw(x: box.x + 12, y: box.y + (box.height - block.height) / 2, on: canvas)
    }

    // MARK: facts

    /// Draws the most important values, two in a row, and the note.
    func drawFacts(_ flow: inout PageFlow) {
        for (index, pair) in facts.enumerated() {
            let columns = Double(pair.count)
            let width = PageFlow.width / columns
            var cells: [PageFlow.Cell] = []
            for (column, fact) in pair.enumerated() {
                let x = Double(column) * width
                cells.append(.init(label(fact.0), .caption, x: x + 4, width: 92, drop: fact.isStrong ? 2.7 : 2.1))
                let style = TextStyle(size: fact.isStrong ? 10 : 9.2, isBold: fact.isStrong)
                cells.append(.init(record.known(fact.1), style, x: x + 98, width: width - 102))
            }
            flow.row(cells, padding: 4.6, shade: index.isMultiple(of: 2) ? .shade : nil)
        }
    }

    private typealias Fact = (Label, String?, isStrong: Bool)

    private var facts: [[Fact]] {
        let record = record
        let used = record.text(record["position", "satellites_used"])
        let inView = record.text(record["position", "satellites_in_view"])
        let satellites = "\(record.known(used)); \(label(.inView))\(label(.colon))\(record.known(inView))"
        let time = record.instant(record["time", "gnss"] ?? record["position", "time"])
        let taken = record.instant(record["capture", "taken"]).map { "\($0) (\(label(.byGatewayClock)))" }
        let tilt = record.text(record["camera", "tilt_deg"], decimals: 1, unit: "°")
        let sealing = content.sealing
        let seal = [
            content.verification.map(PlainText.line) ?? label(.notChecked),
            "\(label(.revision)) \(sealing.revision)",
        ]
        var delivery: [Fact] = [(.sent, label(sending), false)]
        if let task = record.joined([record["capture", "task"]]) { delivery.insert((.task, task, false), at: 0) }
        return [
            [
                (.latitude, record.text(record["position", "latitude_deg"], decimals: 8, unit: "°"), true),
                (.longitude, record.text(record["position", "longitude_deg"], decimals: 8, unit: "°"), true),
            ],
            [
                (.ellipsoidalHeight, height("ellipsoidal_height_m"), false),
                (.orthometricHeight, height("orthometric_height_m"), false),
            ],
            [
                (.method, record.joined([record["position", "quality"], record["position", "kind"]], by: ", "), false),
                (.mapAveraged, averaged, false),
            ],
            [
                (.horizontalAccuracy, record.accuracy("horizontal"), false),
                (.verticalAccuracy, record.accuracy("vertical"), false),
            ],
            [
                (.positionTime, time.map { "\($0) (\(record.known(record.timeOrigin)))" }, false),
                (.taken, taken, false),
            ],
            [
                (.heading, record.heading, false),
                (.tilt, tilt.map { "\($0) (\(label(.tiltMeaning)))" }, false),
            ],
            [
                (.receiver, record.joined([record["receiver", "vendor"], record["receiver", "model"]]), false),
                (.firmware, record.joined([record["receiver", "firmware"]]), false),
            ],
            [
                (.serial, record.joined([record["receiver", "serial"]]), false),
                (.satellitesUsed, satellites, false),
            ],
            [
                (.user, record.joined([record["capture", "user"]]), false),
                (.seal, seal.joined(separator: "; "), false),
            ],
            delivery,
            [(.note, record.text(record["note"]), false)],
        ]
    }

    private var sending: Label {
        switch content.sending {
        case .unsent: .no
        case .sending: .beingSent
        case .sent: .yes
        }
    }

    private var averaged: String? {
        let place = record["centroid", "estimate", "position"] ?? record["centroid", "estimate"]
        let numbers = ["latitude_deg", "longitude_deg"].compactMap {
            record.text(place?[$0], decimals: 8, unit: "°").map(PlainText.line)
        }
        return numbers.isEmpty ? nil : numbers.joined(separator: ", ")
    }

    private func height(_ name: String) -> String? {
        record.text(record["position", name], decimals: 3, unit: " m")
    }
}
