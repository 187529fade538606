// SPDX-License-Identifier: Apache-2.0

/// Places blocks one below the other, and begins a new page where they do not fit.
struct PageFlow {
    /// The margins in points.
    static let left = 42.0
    static let top = 40.0
    /// The width between the margins in points.
    static let width = Canvas.width - 2 * left
    private static let bottom = Canvas.height - 50

    let canvas: Canvas
    /// The texts of the footer on the left and in the middle.
    let footer: (String, String)
    /// The number of all pages; 0 while it is being measured.
    let total: Int
    private(set) var page = 1
    /// The place of the next block in points.
    var y = PageFlow.top

    init(canvas: Canvas, footer: (String, String), total: Int) {
        (self.canvas, self.footer, self.total) = (canvas, footer, total)
    }

    /// The height that is left on the page in points.
    var rest: Double { Self.bottom - y }

    /// Begins a new page unless a block of this height fits.
    mutating func reserve(_ height: Double) { if height > rest, y > Self.top { newPage() } }

    mutating func newPage() {
        drawFooter()
        canvas.endPage()
        page += 1
        y = Self.top
    }

    /// Draws the footer of the page.
    func drawFooter() {
        let place = Canvas.height - 40
        canvas.polygon([(Self.left, place), (Self.left + Self.width, place)], .init(stroke: .line))
        let texts: [(String, TextStyle.Alignment)] = [
            (footer.0, .leading), (footer.1, .centre), ("\(page)/\(total)", .trailing),
        ]
        for (text, alignment) in texts {
            var style = TextStyle.caption
            style.alignment = alignment
            TextBlock(text, style, width: Self.width, on: canvas).draw(x: Self.left, y: place + 6, on: canvas)
        }
    }

    /// Places a text over the whole width; a long one continues on the next page.
    mutating func text(_ text: String, _ style: TextStyle, gap: Double = 4) {
        row([Cell(text, style, x: 0, width: Self.width)], padding: 0)
        y += gap
    }

    /// Places a heading that stays on the page of the next 60 points.
    mutating func heading(_ text: String, _ style: TextStyle = .heading) {
        reserve(60)
        if y > Self.top { y += 8 }
        self.text(text, style, gap: 5)
    }

    // MARK: tables

    /// A text in a row.
    struct Cell {
        var text: String
        var style: TextStyle
        /// The distance from the left margin, and the width, in points.
        var x: Double
        var width: Double

        /// The distance from the top of the row in points, so that a small label is level with its value.
        var drop = 0.0

        init(_ text: String, _ style: TextStyle, x: Double, width: Double, drop: Double = 0) {
            (self.text, self.style, self.x, self.width) = (text, style, x, width)
            self.drop = drop
        }
    }

    /// The height up to which a row is moved to the next page as a whole, in points.
    private static let unbrokenHeight = 90.0

    /// Places a row. A high one that does not fit continues on the next page.
    ///
    /// - Parameters:
    ///   - padding: The space above and below the texts in points.
    ///   - shade: The background; nil for none.
    ///   - repeated: Is called after the beginning of each new page, to repeat the table's head.
    mutating func row(
        _ cells: [Cell], padding: Double = 2.2, shade: Colour? = nil, repeated: (inout PageFlow) -> Void = { _ in }
    ) {
        let blocks = cells.map { (cell: $0, block: TextBlock($0.text, $0.style, width: $0.width, on: canvas)) }
        let height = (blocks.map { $0.cell.drop + $0.block.height }.max() ?? 0) + 2 * padding
        if height > rest, height <= Self.unbrokenHeight || rest < 30, y > Self.top {
            newPage()
            repeated(&self)
        }
        guard height > rest else {
            if let shade {
                canvas.rectangle(Box(x: Self.left, y: y, width: Self.width, height: height), .init(fill: shade))
            }
            for (cell, block) in blocks { block.draw(x: Self.left + cell.x, y: y + padding + cell.drop, on: canvas) }
            y += height
            return
        }
        broken(blocks.map { ($0.cell.x, $0.block, $0.block.lines) }, padding, repeated)
    }

    private mutating func broken(
        _ blocks: [(x: Double, block: TextBlock, lines: [TextBlock.Line])], _ padding: Double,
        _ repeated: (inout PageFlow) -> Void
    ) {
        var next = blocks.map { _ in 0 }
        while true {
            y += padding
            var used = 0.0
            for (index, (x, block, lines)) in blocks.enumerated() where next[index] < lines.count {
                let first = next[index]
                let start = lines[first].top
                var end = first
                // A line that is higher than a page is drawn all the same, so that the text comes to an end.
                while end < lines.count, lines[end].bottom - start <= rest || end == first && y < Self.top + 40 {
                    end += 1
                }
                block.draw(first..<end, x: Self.left + x, y: y, on: canvas)
                if end > first { used = max(used, lines[end - 1].bottom - start) }
                next[index] = end
            }
            y += used + padding
            guard zip(next, blocks).contains(where: { $0 < $1.lines.count }) else { return }
            newPage()
            repeated(&self)
        }
    }
}
