// SPDX-License-Identifier: Apache-2.0

import CZip
import Glibc
import XMLReading

/// ZIP archives in memory; no file is opened or made.
enum KMZArchive {
    /// An archive with the file `doc.kml`.
    ///
    /// - Throws: where libzip cannot make it, for want of memory.
    static func archive(_ text: [UInt8]) throws(PathFormatError) -> [UInt8] {
        let result = text.withUnsafeBytes { text in Result { () throws(PathFormatError) in try written(text) } }
        return try result.get()
    }

    private static func written(_ text: UnsafeRawBufferPointer) throws(PathFormatError) -> [UInt8] {
        var error = zip_error_t()
        guard let sink = zip_source_buffer_create(nil, 0, 0, &error) else { throw unwritten(&error) }
        // Kept beyond the archive, which gives up one hold of its own when it is closed.
        zip_source_keep(sink)
        defer { zip_source_free(sink) }
        guard let archive = zip_open_from_source(sink, ZIP_TRUNCATE, &error) else {
            zip_source_free(sink)
            throw unwritten(&error)
        }
        guard let source = zip_source_buffer(archive, text.baseAddress, zip_uint64_t(text.count), 0) else {
            defer { zip_discard(archive) }
            throw unwritten(zip_get_error(archive))
        }
        guard zip_file_add(archive, "doc.kml", source, zip_flags_t(ZIP_FL_ENC_UTF_8)) >= 0 else {
            zip_source_free(source)
            defer { zip_discard(archive) }
            throw unwritten(zip_get_error(archive))
        }
        guard zip_close(archive) == 0 else {
            defer { zip_discard(archive) }
            throw unwritten(zip_get_error(archive))
        }
        return try contents(sink)
    }

    private static func contents(_ source: OpaquePointer) throws(PathFormatError) -> [UInt8] {
        guard zip_source_open(source) == 0 else { throw unwritten(zip_source_error(source)) }
        defer { zip_source_close(source) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = piece.withUnsafeMutableBytes { zip_source_read(source, $0.baseAddress, zip_uint64_t($0.count)) }
            guard count >= 0 else { throw unwritten(zip_source_error(source)) }
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: piece.prefix(Int(count)))
        }
    }

    /// The paths of an archive's first file whose name ends in `.kml`; nothing of it is kept, and nothing written.
    ///
    /// - Throws: as `KMLDecoder` does; where it is no archive, has no such file or expands too far.
    static func decode(_ bytes: [UInt8], _ limits: PathReader.Limits) throws(PathFormatError) -> [ImportedPath] {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(PathFormatError) in try decode(bytes, limits) }
        }
        return try result.get()
    }

    private static func decode(
        _ bytes: UnsafeRawBufferPointer, _ limits: PathReader.Limits
    ) throws(PathFormatError) -> [ImportedPath] {
        var error = zip_error_t()
        guard let source = zip_source_buffer_create(bytes.baseAddress, zip_uint64_t(bytes.count), 0, &error) else {
            throw unread(&error)
        }
        guard let archive = zip_open_from_source(source, ZIP_RDONLY, &error) else {
            zip_source_free(source)
            throw unread(&error)
        }
        defer { zip_discard(archive) }
        let count = zip_get_num_entries(archive, 0)
        guard let index = (0..<max(0, count)).first(where: { isKML(zip_get_name(archive, zip_uint64_t($0), 0)) }) else {
            throw PathFormatError("the archive has no file whose name ends in .kml")
        }
        guard let file = zip_fopen_index(archive, zip_uint64_t(index), 0) else {
            throw unread(zip_get_error(archive))
        }
        defer { zip_fclose(file) }
        let most = min(
            limits.bytes, (1 << 20) + bytes.count.multipliedReportingOverflow(by: limits.expansion).partialValue)
        return try decode(file, atMost: most, limits)
    }

    private static func decode(
        _ file: OpaquePointer, atMost most: Int, _ limits: PathReader.Limits
    ) throws(PathFormatError) -> [ImportedPath] {
        let decoder = KMLDecoder(limits)
        let reader = try PathFormatError.reading { () throws(XMLError) in try XMLReader(decoder, depth: limits.depth) }
        var piece = [UInt8](repeating: 0, count: XMLReader.piece)
        var total = 0
        while true {
            let count = Int(piece.withUnsafeMutableBytes { zip_fread(file, $0.baseAddress, zip_uint64_t($0.count)) })
            guard count >= 0 else { throw unread(zip_file_get_error(file)) }
            total += count
            guard total <= most else {
                throw PathFormatError("the KML in the archive has more than \(most) bytes; no more are read")
            }
            let result = piece.withUnsafeBytes { bytes in
                Result { () throws(XMLError) in
                    try reader.read(UnsafeRawBufferPointer(rebasing: bytes[..<count]), isLast: count == 0)
                }
            }
            try PathFormatError.reading { () throws(XMLError) in try result.get() }
            guard count > 0 else { return try decoder.paths() }
        }
    }

    private static func isKML(_ name: UnsafePointer<CChar>?) -> Bool {
        name.map { String(cString: $0).lowercased().hasSuffix(".kml") } ?? false
    }

    private static func unread(_ error: UnsafeMutablePointer<zip_error_t>?) -> PathFormatError {
        PathFormatError("the archive cannot be read: \(words(error))")
    }

    private static func unwritten(_ error: UnsafeMutablePointer<zip_error_t>?) -> PathFormatError {
        PathFormatError("the archive cannot be made: \(words(error))")
    }

    /// What libzip says.
    static func words(_ error: UnsafeMutablePointer<zip_error_t>?) -> String {
        error.flatMap(zip_error_strerror).map { String(cString: $0) } ?? "libzip says nothing"
    }
}
