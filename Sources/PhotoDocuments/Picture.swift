// SPDX-License-Identifier: Apache-2.0

internal import CPango
internal import CaptureFormat

/// A JPEG or PNG image for a page. The bytes need not be trusted.
struct Picture {
    /// The greatest width and height in pixels.
    private static let side = 2048
    /// The largest size of a file in bytes.
    private static let limit = 8 << 20

    let width: Int
    let height: Int
    private let bytes: [UInt8]
    private let isJPEG: Bool

    /// Recognises a file by its first bytes; nil if it is neither JPEG nor PNG, or too large.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.limit else { return nil }
        if let image = try? JPEGImage(bytes) {
            (width, height, isJPEG) = (image.width, image.height, true)
        } else if bytes.count > 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            // The chunk IHDR is the first one (PNG, 11.2.2).
            func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
            (width, height, isJPEG) = (number(16), number(20), false)
        } else {
            return nil
        }
        guard (1...Self.side).contains(width), (1...Self.side).contains(height) else { return nil }
        self.bytes = bytes
    }

    /// An image surface, which the caller destroys; nil if the file is damaged.
    func surface() -> OpaquePointer? {
        let surface = isJPEG ? jpegSurface() : pngSurface()
        guard let surface else { return nil }
        guard cairo_surface_status(surface) == 0, cairo_image_surface_get_width(surface) == Int32(width),
            cairo_image_surface_get_height(surface) == Int32(height)
        else {
            cairo_surface_destroy(surface)
            return nil
        }
        return surface
    }

    /// An empty surface to which the file is attached: cairo puts the file itself into the PDF.
    private func jpegSurface() -> OpaquePointer? {
        guard let surface = cairo_image_surface_create(Int32(gnss_cairo_format_rgb24), Int32(width), Int32(height))
        else { return nil }
        // cairo keeps this memory until it destroys the surface, and then calls the closure.
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
        memory.initialize(from: bytes, count: bytes.count)
        let status = cairo_surface_set_mime_data(
            surface, "image/jpeg", memory, UInt(bytes.count), { $0?.deallocate() }, memory)
        guard status == 0 else {
            memory.deallocate()
            cairo_surface_destroy(surface)
            return nil
        }
        return surface
    }

    private func pngSurface() -> OpaquePointer? {
        /// The bytes that cairo has not read yet.
        struct Input {
            var rest: UnsafeBufferPointer<UInt8>.SubSequence
        }
        return bytes.withUnsafeBufferPointer { buffer in
            var input = Input(rest: buffer[...])
            return withUnsafeMutablePointer(to: &input) { input in
                cairo_image_surface_create_from_png_stream(
                    { closure, data, length in
                        guard let closure, let data else { return UInt32(gnss_cairo_status_read_error) }
                        // The pointer is that of `input`, which lives during the call.
                        let input = closure.assumingMemoryBound(to: Input.self)
                        let part = input.pointee.rest.prefix(Int(length))
                        guard part.count == Int(length) else { return UInt32(gnss_cairo_status_read_error) }
                        _ = UnsafeMutableBufferPointer(start: data, count: part.count).update(fromContentsOf: part)
                        input.pointee.rest = input.pointee.rest.dropFirst(part.count)
                        return 0
                    }, input)
            }
        }
    }
}
