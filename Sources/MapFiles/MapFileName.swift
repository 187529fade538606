// SPDX-License-Identifier: Apache-2.0

/// The name of a map file. The case of its ending does not count, because other systems write `Field.MBTILES` too.
struct MapFileName {
    enum Format: String, CaseIterable {
        case tiles = ".mbtiles"
        case areas = ".geojson"
    }

    /// The name in the folder.
    let file: String
    let format: Format
    /// The name without its ending.
    let id: String

    /// The name with its ending in small letters. Two files of the folder with the same one would be the same map.
    var usual: String { id + format.rawValue }

    /// - Returns: nil if the name has no ending of a map file.
    init?(_ file: String) {
        // The bytes are compared, so that no letter outside ASCII counts as one of an ending.
        let found = Format.allCases.first { format in
            file.utf8.suffix(format.rawValue.utf8.count).elementsEqual(format.rawValue.utf8) { byte, letter in
                byte == letter || (byte & 0x20 == 0 && byte | 0x20 == letter && letter != UInt8(ascii: "."))
            }
        }
        guard let format = found else { return nil }
        (self.file, self.format) = (file, format)
        id = String(decoding: file.utf8.dropLast(format.rawValue.utf8.count), as: UTF8.self)
    }
}
