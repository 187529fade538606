// SPDX-License-Identifier: Apache-2.0

internal import CTurboJPEG

/// A smaller picture of a photo, upright whatever the photo's EXIF orientation is. Made with libjpeg-turbo.
public enum Thumbnail {
    /// The longest side of a thumbnail in pixels.
    static let side = 320
    /// The largest size of a thumbnail in bytes.
    static let limit = 30_000
    /// The largest number of pixels of a progressive image; decoding one needs six bytes a pixel.
    private static let progressiveLimit = 16_000_000

    /// Makes the thumbnail of a photo.
    ///
    /// - Returns: A JPEG file; nil if libjpeg-turbo is not installed or cannot decode the photo.
    public static func file(of image: JPEGImage) -> [UInt8]? {
        guard let small = upright(image, side) else { return nil }
        for quality: Int32 in [80, 65, 50, 35, 20] {
            guard let file = encoded(small, quality) else { return nil }
            if file.count <= limit { return file }
        }
        return nil
    }

    /// Makes an upright picture of a photo for print, of any size in bytes.
    ///
    /// - Parameter side: The greatest length of the longer side in pixels, 1 or more. A smaller photo keeps its size.
    /// - Returns: A JPEG file without EXIF data; nil if libjpeg-turbo is not installed or cannot decode the photo, or if
    ///   `side` is less than 1.
    public static func picture(of image: JPEGImage, side: Int) -> [UInt8]? {
        guard side >= 1 else { return nil }
        return upright(image, side).flatMap { encoded($0, 85) }
    }

    /// Decodes a photo, reduced and upright.
    private static func upright(_ image: JPEGImage, _ side: Int) -> Pixels? {
        if image.isProgressive, image.width * image.height > progressiveLimit { return nil }
        return decoded(image, side).map { upright(shrunk($0, side), image.orientation) }
    }

    /// Pixels of three bytes each: red, green, blue.
    private struct Pixels {
        var width: Int
        var height: Int
        var bytes: [UInt8]
    }

    /// Decodes a photo to little more than the wanted size, which is much faster than decoding all of it.
    private static func decoded(_ image: JPEGImage, _ side: Int) -> Pixels? {
        guard let decoder = tjInitDecompress() else { return nil }
        defer { tjDestroy(decoder) }
        // The decoder scales to N eighths and rounds up.
        let eighths = (1...8).first { max(image.width, image.height) * $0 / 8 >= side } ?? 8
        let width = (image.width * eighths + 7) / 8
        let height = (image.height * eighths + 7) / 8
        var pixels = Pixels(width: width, height: height, bytes: [UInt8](repeating: 0, count: width * height * 3))
        let flags = TJFLAG_FASTDCT | TJFLAG_LIMITSCANS
        let result = tjDecompress2(
            decoder, image.bytes, UInt(image.bytes.count), &pixels.bytes, Int32(width), 0, Int32(height),
            Int32(TJPF_RGB.rawValue), flags)
        return result == 0 ? pixels : nil
    }

    /// Averages pixels until the longer side has at most the wanted length.
    private static func shrunk(_ pixels: Pixels, _ side: Int) -> Pixels {
        let longest = max(pixels.width, pixels.height)
        guard longest > side else { return pixels }
        let width = max(1, pixels.width * side / longest)
        let height = max(1, pixels.height * side / longest)
        var small = Pixels(width: width, height: height, bytes: [])
        small.bytes.reserveCapacity(width * height * 3)
        for row in 0..<height {
            let rows =
                row * pixels.height / height..<max(row * pixels.height / height + 1, (row + 1) * pixels.height / height)
            for column in 0..<width {
                let first = column * pixels.width / width
                let columns = first..<max(first + 1, (column + 1) * pixels.width / width)
                for channel in 0..<3 {
                    var sum = 0
                    for y in rows {
                        for x in columns { sum += Int(pixels.bytes[(y * pixels.width + x) * 3 + channel]) }
                    }
                    small.bytes.append(UInt8(sum / (rows.count * columns.count)))
                }
            }
        }
        return small
    }

    /// Applies an EXIF orientation, 1...8 (EXIF 2.32, section 4.6.4).
    private static func upright(_ pixels: Pixels, _ orientation: Int) -> Pixels {
        guard (2...8).contains(orientation) else { return pixels }
        let isTurned = orientation >= 5
        var result = Pixels(
            width: isTurned ? pixels.height : pixels.width, height: isTurned ? pixels.width : pixels.height,
            bytes: [UInt8](repeating: 0, count: pixels.bytes.count))
        for y in 0..<result.height {
            for x in 0..<result.width {
                let (right, down) = (pixels.width - 1, pixels.height - 1)
                let source: (x: Int, y: Int) =
                    switch orientation {
                    case 2: (right - x, y)
                    case 3: (right - x, down - y)
                    case 4: (x, down - y)
                    case 5: (y, x)
                    case 6: (y, down - x)
                    case 7: (right - y, down - x)
                    default: (right - y, x)
                    }
                for channel in 0..<3 {
                    result.bytes[(y * result.width + x) * 3 + channel] =
                        pixels.bytes[(source.y * pixels.width + source.x) * 3 + channel]
                }
            }
        }
        return result
    }

    private static func encoded(_ pixels: Pixels, _ quality: Int32) -> [UInt8]? {
        guard let encoder = tjInitCompress() else { return nil }
        defer { tjDestroy(encoder) }
        var data: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        let result = tjCompress2(
            encoder, pixels.bytes, Int32(pixels.width), 0, Int32(pixels.height), Int32(TJPF_RGB.rawValue), &data, &size,
            Int32(TJSAMP_420.rawValue), quality, 0)
        // The library owns the data until `tjFree`.
        defer { tjFree(data) }
        guard result == 0, let data else { return nil }
        return Array(UnsafeBufferPointer(start: data, count: Int(size)))
    }
}
