// SPDX-License-Identifier: Apache-2.0

internal import CaptureFormat
internal import Foundation

/// The map around the position, with its legend.
struct LocationMap {
    /// The width of the map in metres.
    private static let metres = 200.0
    private static let legendHeight = 11.0

    let record: PhotoRecord
    let position: PhotoRecord.Place
    let attribution: String?
    let tile: @Sendable (_ zoom: Int, _ column: Int, _ row: Int) -> [UInt8]?

    /// Draws the map and the legend below it within a rectangle.
    func draw(in box: Box, on canvas: Canvas) {
        let legend = legendLines
        var map = box
        // One more line is kept for the note that no map is available.
        map.height -= Double(legend.count + 1) * Self.legendHeight + 4
        let scale = map.width / Self.metres
        let centre = (x: map.x + map.width / 2, y: map.y + map.height / 2)
        var hasTiles = false
        canvas.clipped(to: map) {
            canvas.rectangle(map, .init(fill: .white))
            hasTiles = drawTiles(map, scale, centre, on: canvas)
            if !hasTiles { drawGrid(map, scale, centre, on: canvas) }
            drawMarks(scale, centre, on: canvas)
            drawScaleBar(map, scale, on: canvas)
            if hasTiles, let attribution { drawAttribution(attribution, map, on: canvas) }
            if position.latitude.magnitude < 89.99 { drawNorth(map, on: canvas) }
        }
        canvas.rectangle(map, .init(stroke: .grey))
        drawLegend(legend, x: map.x, y: map.y + map.height + 4, map.width, on: canvas)
        guard !hasTiles else { return }
        let text = Label.mapGrid.text(in: record.language)
        TextBlock(text, .caption, width: map.width, on: canvas)
            .draw(x: map.x, y: map.y + map.height + 4 + Double(legend.count) * Self.legendHeight, on: canvas)
    }

    // MARK: background

    /// Draws the tiles of the first zoom that has any.
    private func drawTiles(
        _ map: Box, _ scale: Double, _ centre: (x: Double, y: Double), on canvas: Canvas
    ) -> Bool {
        let grid = TileGrid(position: position, scale: scale)
        for zoom in grid.preferredZooms {
            // Neighbouring tiles overlap a little, because viewers show thin gaps between them otherwise.
            let side = grid.side(at: zoom) + 0.2
            var isEmpty = true
            for place in grid.tiles(zoom: zoom, width: map.width, height: map.height) {
                guard let picture = tile(place.zoom, place.column, place.row).flatMap(Picture.init) else { continue }
                isEmpty = false
                let box = Box(x: centre.x + place.x, y: centre.y + place.y, width: side, height: side)
                canvas.picture(picture, in: box)
            }
            if !isEmpty { return true }
        }
        return false
    }

    /// Draws lines every 20 m, with stronger ones through the position.
    private func drawGrid(_ map: Box, _ scale: Double, _ centre: (x: Double, y: Double), on canvas: Canvas) {
        for step in -10...10 {
            let style = Canvas.Style(stroke: step == 0 ? .grey.faded(0.7) : .line, width: step == 0 ? 0.6 : 0.4)
            let distance = Double(step) * 20 * scale
            canvas.polygon([(centre.x + distance, map.y), (centre.x + distance, map.y + map.height)], style)
            canvas.polygon([(map.x, centre.y + distance), (map.x + map.width, centre.y + distance)], style)
        }
    }

    private func drawScaleBar(_ map: Box, _ scale: Double, on canvas: Canvas) {
        let (left, base) = (map.x + 10, map.y + map.height - 9)
        let length = 50 * scale
        let back = Box(x: left - 5, y: base - 13, width: length + 10, height: 18)
        canvas.rectangle(back, .init(fill: .white.faded(0.85)))
        canvas.rectangle(Box(x: left, y: base - 2, width: length / 2, height: 3), .init(fill: .ink, stroke: .ink))
        canvas.rectangle(
            Box(x: left + length / 2, y: base - 2, width: length / 2, height: 3), .init(fill: .white, stroke: .ink))
        var style = TextStyle.caption
        (style.alignment, style.colour) = (.centre, .ink)
        TextBlock("50 m", style, width: length, on: canvas).draw(x: left, y: base - 12, on: canvas)
    }

    /// Names the owner of the map at its lower right corner, as the terms of use of maps demand.
    private func drawAttribution(_ owner: String, _ map: Box, on canvas: Canvas) {
        var style = TextStyle(size: 5)
        style.alignment = .centre
        let width = map.width / 2 - 5
        let text = TextBlock(PlainText.line(owner), style, width: width - 4, on: canvas)
        let place = Box(
            x: map.x + map.width - width, y: map.y + map.height - text.height - 2, width: width, height: text.height + 2
        )
        canvas.rectangle(place, .init(fill: .white.faded(0.85)))
        text.draw(x: place.x + 2, y: place.y + 1, on: canvas)
    }

    private func drawNorth(_ map: Box, on canvas: Canvas) {
        let (x, y) = (map.x + map.width - 15, map.y + 8)
        canvas.circle(x: x, y: y + 11, radius: 13, .init(fill: .white.faded(0.85)))
        canvas.polygon(
            [(x, y), (x + 4.5, y + 13), (x, y + 10.5), (x - 4.5, y + 13)], isClosed: true, .init(fill: .ink))
        let style = TextStyle(size: 7, isBold: true, alignment: .centre)
        let letter = TextBlock(Label.north.text(in: record.language), style, width: 20, on: canvas)
        letter.draw(x: x - 10, y: y + 13, on: canvas)
    }

    // MARK: marks

    private var accuracy: Double? { record.number("position", "horizontal_accuracy_m").flatMap { $0 > 0 ? $0 : nil } }

    private var heading: Double? {
        record.number("camera", "heading_deg").flatMap { $0.magnitude <= 360 ? $0 : nil }
    }

    private func drawMarks(_ scale: Double, _ centre: (x: Double, y: Double), on canvas: Canvas) {
        let (x, y) = centre
        if let heading {
            // Without an angle of view, a narrow sector shows the direction.
            let stated = record.number("camera", "horizontal_view_deg") ?? 0
            let view = (1...360).contains(stated) ? stated : 12
            let isTrue = record["camera", "heading_reference"]?.text != "magnetic"
            let style = Canvas.Style(
                fill: .violet.faded(0.22), stroke: .violet, width: 0.8, dash: isTrue ? 0 : 2.5)
            canvas.sector(x: x, y: y, radius: 62, from: heading - view / 2, to: heading + view / 2, style)
        }
        if let accuracy {
            let radius = min(accuracy, 10_000) * scale
            canvas.circle(x: x, y: y, radius: radius, .init(fill: .blue.faded(0.15), stroke: .blue, width: 0.8))
        }
        if let averaged = record.averaged {
            let offset = position.offset(to: averaged)
            // A point far outside the map is not drawn; its distance is in the legend.
            if max(offset.east.magnitude, offset.north.magnitude) < Self.metres {
                drawDiamond(x: x + offset.east * scale, y: y - offset.north * scale, 4.6, on: canvas)
            }
        }
        canvas.circle(x: x, y: y, radius: 2.6, .init(fill: .blue, stroke: .white, width: 0.8))
    }

    private func drawDiamond(x: Double, y: Double, _ size: Double, on canvas: Canvas) {
        canvas.polygon(
            [(x, y - size), (x + size, y), (x, y + size), (x - size, y)], isClosed: true,
            .init(fill: .white.faded(0.6), stroke: .amber, width: 1.2))
    }

    // MARK: legend

    private enum Mark { case position, accuracy, averaged, camera }

    private var legendLines: [(Mark, String)] {
        func label(_ label: Label) -> String { label.text(in: record.language) }
        var lines: [(Mark, String)] = [(.position, label(.mapPosition))]
        if let accuracy { lines.append((.accuracy, "\(label(.mapAccuracy))\(label(.colon))\(metres(accuracy))")) }
        if let averaged = record.averaged {
            let offset = position.offset(to: averaged)
            let distance = (offset.east * offset.east + offset.north * offset.north).squareRoot()
            lines.append((.averaged, "\(label(.mapAveraged))\(label(.colon))\(metres(distance))"))
        }
        if heading != nil, let text = record.text(record["camera", "heading_deg"], decimals: 1, unit: "°") {
            let isMagnetic = record["camera", "heading_reference"]?.text == "magnetic"
            lines.append(
                (
                    .camera,
                    "\(label(.mapCamera))\(label(.colon))\(text)\(isMagnetic ? ", \(label(.magneticNorth))" : "")"
                ))
        }
        return lines
    }

    private func metres(_ value: Double) -> String {
        record.text(.number(value), decimals: value < 1 ? 3 : 1, unit: " m") ?? ""
    }

    private func drawLegend(
        _ lines: [(Mark, String)], x: Double, y: Double, _ width: Double, on canvas: Canvas
    ) {
        for (index, line) in lines.enumerated() {
            let (left, middle) = (x + 5, y + Double(index) * Self.legendHeight + 4.6)
            switch line.0 {
            case .position: canvas.circle(x: left, y: middle, radius: 2.6, .init(fill: .blue))
            case .accuracy:
                canvas.circle(
                    x: left, y: middle, radius: 3.6, .init(fill: .blue.faded(0.15), stroke: .blue, width: 0.8))
            case .averaged: drawDiamond(x: left, y: middle, 3.6, on: canvas)
            case .camera:
                let style = Canvas.Style(fill: .violet.faded(0.22), stroke: .violet, width: 0.8)
                canvas.sector(x: left, y: middle + 4, radius: 8, from: -28, to: 28, style)
            }
            TextBlock(line.1, .caption, width: width - 14, on: canvas)
                .draw(x: x + 14, y: y + Double(index) * Self.legendHeight, on: canvas)
        }
    }
}
