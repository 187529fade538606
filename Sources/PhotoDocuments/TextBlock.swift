// SPDX-License-Identifier: Apache-2.0

internal import CPango

/// The fonts of a document. Owns the objects of pango.
final class Fonts {
    private let map: OpaquePointer
    fileprivate let context: OpaquePointer

    init() throws(PDFError) {
        // A map of its own, because pango's default one would keep its caches for as long as the thread lives.
        guard let map = pango_cairo_font_map_new() else { throw .unavailable }
        guard let context = pango_font_map_create_context(map) else {
            g_object_unref(UnsafeMutableRawPointer(map))
            throw .unavailable
        }
        (self.map, self.context) = (map, context)
        // Metrics rounded to pixels of a screen would make the spacing of printed letters uneven.
        pango_context_set_round_glyph_positions(context, 0)
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_font_options_set_hint_style(options, UInt32(gnss_cairo_hint_style_none))
        cairo_font_options_set_hint_metrics(options, UInt32(gnss_cairo_hint_metrics_off))
        // The context copies the options.
        pango_cairo_context_set_font_options(context, options)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(context))
        g_object_unref(UnsafeMutableRawPointer(map))
    }
}

/// The look of a text.
struct TextStyle {
    enum Alignment { case leading, centre, trailing }

    /// The size of the font in points.
    var size: Double
    var isBold = false
    /// True for a font whose characters have the same width.
    var isFixed = false
    var colour = Colour.ink
    var alignment = Alignment.leading

    static let body = TextStyle(size: 9)
    static let small = TextStyle(size: 7.5)
    static let caption = TextStyle(size: 6.8, colour: .grey)
    static let heading = TextStyle(size: 12, isBold: true)
    static let code = TextStyle(size: 8, isFixed: true)
}

/// Text that is wrapped to a width. Never read as markup.
final class TextBlock {
    /// A line with its place in the block, in points.
    struct Line {
        var top: Double
        var bottom: Double
        var left: Double
        var baseline: Double
    }

    private static let scale = Double(gnss_pango_scale)
    private let layout: OpaquePointer?
    private let colour: Colour
    // The layout refers to the context.
    private let fonts: Fonts
    /// The height of all lines in points.
    let height: Double
    /// The width of the longest line in points.
    let width: Double

    /// - Parameter width: The width in points; nil for text that is not wrapped.
    init(_ text: String, _ style: TextStyle, width: Double?, on canvas: Canvas) {
        (fonts, colour) = (canvas.fonts, style.colour)
        layout = pango_layout_new(fonts.context)
        let font = pango_font_description_new()
        defer { pango_font_description_free(font) }
        pango_font_description_set_family(font, style.isFixed ? "monospace" : "Noto Sans, DejaVu Sans, sans-serif")
        pango_font_description_set_absolute_size(font, style.size * Self.scale)
        let weight = style.isBold ? gnss_pango_weight_bold : gnss_pango_weight_normal
        pango_font_description_set_weight(font, UInt32(weight))
        pango_layout_set_font_description(layout, font)
        let alignment =
            switch style.alignment {
            case .leading: gnss_pango_align_left
            case .centre: gnss_pango_align_center
            case .trailing: gnss_pango_align_right
            }
        pango_layout_set_alignment(layout, UInt32(alignment))
        pango_layout_set_wrap(layout, UInt32(gnss_pango_wrap_word_char))
        pango_layout_set_width(layout, width.map { Int32($0 * Self.scale) } ?? -1)
        // A NUL would end the text; `PlainText` has removed it from text of others.
        pango_layout_set_text(layout, text, -1)
        var size: (width: Int32, height: Int32) = (0, 0)
        pango_layout_get_size(layout, &size.width, &size.height)
        (self.width, height) = (Double(size.width) / Self.scale, Double(size.height) / Self.scale)
    }

    deinit { if let layout { g_object_unref(UnsafeMutableRawPointer(layout)) } }

    /// Draws the text with its upper left corner at a point.
    func draw(x: Double, y: Double, on canvas: Canvas) {
        canvas.set(colour)
        canvas.use {
            cairo_move_to($0, x, y)
            pango_cairo_show_layout($0, layout)
        }
    }

    /// The lines from the first to the last one.
    var lines: [Line] {
        var lines: [Line] = []
        forEachLine { line, _ in lines.append(line) }
        return lines
    }

    /// Draws some of the lines, the first of them at `y`.
    func draw(_ range: Range<Int>, x: Double, y: Double, on canvas: Canvas) {
        canvas.set(colour)
        var (index, top) = (0, 0.0)
        forEachLine { line, pointer in
            if index == range.lowerBound { top = line.top }
            if range.contains(index) {
                canvas.use {
                    cairo_move_to($0, x + line.left, y + line.baseline - top)
                    pango_cairo_show_layout_line($0, pointer)
                }
            }
            index += 1
        }
    }

    private func forEachLine(_ body: (Line, OpaquePointer?) -> Void) {
        guard let iterator = pango_layout_get_iter(layout) else { return }
        defer { pango_layout_iter_free(iterator) }
        repeat {
            var (top, bottom): (Int32, Int32) = (0, 0)
            var logical = PangoRectangle()
            pango_layout_iter_get_line_yrange(iterator, &top, &bottom)
            pango_layout_iter_get_line_extents(iterator, nil, &logical)
            let line = Line(
                top: Double(top) / Self.scale, bottom: Double(bottom) / Self.scale,
                left: Double(logical.x) / Self.scale,
                baseline: Double(pango_layout_iter_get_baseline(iterator)) / Self.scale)
            // The line belongs to the layout, which lives during the call.
            body(line, pango_layout_iter_get_line_readonly(iterator))
        } while pango_layout_iter_next_line(iterator) != 0
    }
}
