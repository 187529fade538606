// SPDX-License-Identifier: Apache-2.0

import CZip
import Glibc
import XMLReading
import Zip

/// Reads and writes ZIP archives in memory without opening or creating files.
enum KMZArchive {
    /// Creates an archive that contains the file `doc.kml`.
    ///
    /// - Throws: `PathFormatError` if libzip fails for lack of memory.
    static func archive(_ text: [UInt8]) throws(PathFormatError) -> [UInt8] {
        do throws(ZipError) {
            return try ZipWriter.archive([("doc.kml", text)], isCompressed: true)
        } catch {
            throw PathFormatError("cannot create the archive: \(error)")
        }
    }

    /// Decodes the first file in an archive whose name ends in `.kml`, without unpacking it to disk.
    ///
    /// - Throws: Like `KMLDecoder`; in addition, if the input is not an archive, has no such file or expands too much.
    static func decode(_ input: PathInput, _ collector: inout PathCollector) throws(PathFormatError) {
        try KMZDirectory.check(input)
        switch input.place {
        case .memory(let bytes):
            var read = collector
            let result = bytes.withUnsafeBytes { bytes in
                Result { () throws(PathFormatError) in
                    var error = zip_error_t()
                    // libzip does not copy the bytes. They stay valid until the closure ends, and `decode` closes the
                    // archive before that.
                    let source = zip_source_buffer_create(bytes.baseAddress, zip_uint64_t(bytes.count), 0, &error)
                    guard let source else { throw unread(&error) }
                    guard let archive = zip_open_from_source(source, ZIP_RDONLY, &error) else {
                        zip_source_free(source)
                        throw unread(&error)
                    }
                    try decode(archive, input, &read)
                }
            }
            try result.get()
            collector = read
        case .file(let descriptor):
            // The archive gets its own descriptor, which it closes.
            let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
            guard own >= 0, lseek(own, 0, SEEK_SET) == 0 else { throw PathFormatError("cannot read the archive") }
            var code: Int32 = 0
            guard let archive = zip_fdopen(own, 0, &code) else {
                close(own)
                var error = zip_error_t()
                zip_error_init_with_code(&error, code)
                defer { zip_error_fini(&error) }
                throw unread(&error)
            }
            try decode(archive, input, &collector)
        }
    }

    /// Decodes the KML and closes the archive.
    private static func decode(
        _ archive: OpaquePointer, _ input: PathInput, _ collector: inout PathCollector
    ) throws(PathFormatError) {
        defer { zip_discard(archive) }
        let count = zip_get_num_entries(archive, 0)
        guard let index = (0..<max(0, count)).first(where: { isKML(zip_get_name(archive, zip_uint64_t($0), 0)) }) else {
            throw PathFormatError("the archive has no file whose name ends in .kml")
        }
        try checkMethod(of: zip_uint64_t(index), in: archive)
        guard let file = zip_fopen_index(archive, zip_uint64_t(index), 0) else {
            throw unread(zip_get_error(archive))
        }
        defer { zip_fclose(file) }
        let limits = collector.limits
        let most = min(
            limits.bytes, (1 << 20) + input.count.multipliedReportingOverflow(by: limits.expansion).partialValue)
        try KMLDecoder.decode(&collector) { reader throws(PathFormatError) in
            try read(file, atMost: most, input, into: reader)
        }
    }

    /// Refuses other compression methods, which KMZ does not use and which may need unlimited memory.
    private static func checkMethod(of index: zip_uint64_t, in archive: OpaquePointer) throws(PathFormatError) {
        var status = zip_stat_t()
        guard zip_stat_index(archive, index, 0, &status) == 0 else { throw unread(zip_get_error(archive)) }
        let known = zip_uint64_t(ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD)
        guard status.valid & known == known, status.encryption_method == ZIP_EM_NONE else {
            throw PathFormatError("the KML in the archive is encrypted")
        }
        guard [ZIP_CM_STORE, ZIP_CM_DEFLATE].contains(Int32(status.comp_method)) else {
            throw PathFormatError(
                "the KML in the archive is compressed with method \(status.comp_method), expected deflate (8)")
        }
    }

    private static func read(
        _ file: OpaquePointer, atMost most: Int, _ input: PathInput, into reader: XMLReader
    ) throws(PathFormatError) {
        var piece = [UInt8](repeating: 0, count: XMLReader.piece)
        var total = 0
        while true {
            try input.checkStop()
            let count = Int(piece.withUnsafeMutableBytes { zip_fread(file, $0.baseAddress, zip_uint64_t($0.count)) })
            guard count >= 0 else { throw unread(zip_file_get_error(file)) }
            total += count
            guard total <= most else {
                throw PathFormatError("the KML in the archive is larger than \(most) bytes, which is the limit")
            }
            try PathInput.feed(piece, count, isLast: count == 0, to: reader)
            guard count > 0 else { return }
        }
    }

    private static func isKML(_ name: UnsafePointer<CChar>?) -> Bool {
        name.map { String(cString: $0).lowercased().hasSuffix(".kml") } ?? false
    }

    private static func unread(_ error: UnsafeMutablePointer<zip_error_t>?) -> PathFormatError {
        PathFormatError("cannot read the archive: \(ZipError(error))")
    }
}
