// SPDX-License-Identifier: Apache-2.0

internal import CPango

/// A colour with components 0...1.
struct Colour {
    var red, green, blue: Double
    /// The opacity, 0...1.
    var alpha = 1.0

    func faded(_ alpha: Double) -> Colour { Colour(red: red, green: green, blue: blue, alpha: alpha) }

    static let ink = Colour(red: 0.12, green: 0.14, blue: 0.16)
    static let grey = Colour(red: 0.40, green: 0.43, blue: 0.46)
    static let line = Colour(red: 0.82, green: 0.84, blue: 0.86)
    static let shade = Colour(red: 0.955, green: 0.96, blue: 0.965)
    static let white = Colour(red: 1, green: 1, blue: 1)
    static let green = Colour(red: 0.09, green: 0.45, blue: 0.22)
    static let red = Colour(red: 0.70, green: 0.11, blue: 0.12)
    static let amber = Colour(red: 0.72, green: 0.42, blue: 0.0)
    static let blue = Colour(red: 0.05, green: 0.36, blue: 0.75)
    static let violet = Colour(red: 0.48, green: 0.16, blue: 0.58)
}

/// A rectangle in points; y grows downwards.
struct Box {
    var x, y, width, height: Double
}

/// The pages of a PDF. Lengths are in points (1/72 inch), from the upper left corner of a page.
///
/// It owns all objects of cairo and pango, and is used by one thread.
final class Canvas {
    /// The size of A4.
    static let width = 595.28
    static let height = 841.89

    /// Receives the file from cairo.
    private final class Output {
        var bytes: [UInt8] = []
    }

    private let output = Output()
    /// Both are destroyed in `deinit`; nil on a canvas that only measures.
    private let surface: OpaquePointer?
    private let context: OpaquePointer?
    let fonts: Fonts

    /// - Parameter title: The document's title; nil for a canvas that only measures text and draws nothing.
    init(title: String?) throws(PDFError) {
        fonts = try Fonts()
        guard let title else {
            (surface, context) = (nil, nil)
            return
        }
        // `deinit` finishes the surface while `output` is still alive, and nothing is written after that.
        surface = cairo_pdf_surface_create_for_stream(
            { closure, data, length in
                guard let closure, let data else { return UInt32(gnss_cairo_status_write_error) }
                let output = Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue()
                output.bytes += UnsafeBufferPointer(start: data, count: Int(length))
                return 0
            }, Unmanaged.passUnretained(output).toOpaque(), Self.width, Self.height)
        cairo_pdf_surface_set_metadata(surface, UInt32(gnss_cairo_pdf_metadata_title), title)
        cairo_pdf_surface_set_metadata(surface, UInt32(gnss_cairo_pdf_metadata_creator), "gnss-gateway")
        context = cairo_create(surface)
    }

    deinit {
        if let context { cairo_destroy(context) }
        if let surface {
            cairo_surface_finish(surface)
            cairo_surface_destroy(surface)
        }
    }

    /// Ends the last page and returns the file. Draws nothing afterwards.
    ///
    /// - Throws: `PDFError.failed` if anything failed since the beginning.
    func finish() throws(PDFError) -> [UInt8] {
        guard let context, let surface else { return [] }
        cairo_show_page(context)
        let status = cairo_status(context)
        cairo_surface_finish(surface)
        let final = cairo_surface_status(surface)
        guard status == 0, final == 0 else { throw .failed(status: status == 0 ? final : status) }
        return output.bytes
    }

    func endPage() { if let context { cairo_show_page(context) } }

    /// Gives the context to a closure; does nothing on a canvas that only measures.
    func use(_ body: (OpaquePointer) -> Void) {
        guard let context else { return }
        body(context)
    }

    /// Draws within a rectangle only.
    func clipped(to box: Box, _ body: () -> Void) {
        use {
            cairo_save($0)
            cairo_new_path($0)
            cairo_rectangle($0, box.x, box.y, box.width, box.height)
            cairo_clip($0)
            body()
            cairo_restore($0)
        }
    }

    // MARK: shapes

    /// A path, its filling and its outline.
    struct Style {
        var fill: Colour?
        var stroke: Colour?
        /// The width of the outline in points.
        var width = 0.6
        /// The length of dashes in points; 0 for a solid line.
        var dash = 0.0
    }

    func rectangle(_ box: Box, _ style: Style) {
        draw(style) { cairo_rectangle($0, box.x, box.y, box.width, box.height) }
    }

    /// - Parameter radius: In points, 0 or more.
    func circle(x: Double, y: Double, radius: Double, _ style: Style) {
        draw(style) { cairo_arc($0, x, y, radius, 0, 2 * .pi) }
    }

    /// Draws a line through points, or the area that they enclose.
    func polygon(_ points: [(Double, Double)], isClosed: Bool = false, _ style: Style) {
        draw(style) {
            for point in points { cairo_line_to($0, point.0, point.1) }
            if isClosed { cairo_close_path($0) }
        }
    }

    /// Draws a sector of a circle.
    ///
    /// - Parameters:
    ///   - radius: In points, 0 or more.
    ///   - from: The first direction in degrees, clockwise from the top of the page.
    ///   - to: The last direction in degrees, more than `from`.
    func sector(x: Double, y: Double, radius: Double, from: Double, to: Double, _ style: Style) {
        draw(style) {
            cairo_move_to($0, x, y)
            cairo_arc($0, x, y, radius, (from - 90) * .pi / 180, (to - 90) * .pi / 180)
            cairo_close_path($0)
        }
    }

    private func draw(_ style: Style, _ path: (OpaquePointer) -> Void) {
        use { context in
            if let fill = style.fill {
                cairo_new_path(context)
                path(context)
                set(fill)
                cairo_fill(context)
            }
            if let stroke = style.stroke {
                cairo_new_path(context)
                path(context)
                set(stroke)
                cairo_set_line_width(context, style.width)
                // cairo copies the dashes.
                let dashes = [style.dash, style.dash]
                cairo_set_dash(context, dashes, style.dash > 0 ? 2 : 0, 0)
                cairo_stroke(context)
            }
        }
    }

    func set(_ colour: Colour) {
        use { cairo_set_source_rgba($0, colour.red, colour.green, colour.blue, colour.alpha) }
    }

    /// Draws a picture that fills a rectangle.
    func picture(_ picture: Picture, in box: Box) {
        use { context in
            guard let image = picture.surface() else { return }
            // The context's source has its own reference.
            defer { cairo_surface_destroy(image) }
            cairo_save(context)
            cairo_translate(context, box.x, box.y)
            cairo_scale(context, box.width / Double(picture.width), box.height / Double(picture.height))
            cairo_set_source_surface(context, image, 0, 0)
            cairo_paint(context)
            cairo_restore(context)
        }
    }
}
