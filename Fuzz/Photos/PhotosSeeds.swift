// SPDX-License-Identifier: Apache-2.0

import CaptureFormat

/// The seeds: an image, a manifest, an archive with a photo whose seal is wrong.
func seeds() -> [[UInt8]] {
    let manifest =
        #"{"capture":"c","files":{},"format":"gnss-gateway-capture/1","key":"ab","reason":"capture","record":{},"#
        + #""revision":1,"sealed":"2026-05-04T12:30:05.250Z","sequence":1,"x":[1e-7,-0.5,"\u00e9",null,true]}"#
    let archive =
        (try? CaptureArchive.archive([
            ("c/manifest-1.json", Array(manifest.utf8)), ("c/manifest-1.sig", [UInt8](repeating: 1, count: 64)),
            ("c/record-1.json", Array("{}".utf8)),
        ])) ?? []
    return [image + [0], Array(manifest.utf8) + [1], archive + [2]]
}

/// A photo of 8 × 8 pixels.
private let image: [UInt8] =
    [
        0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10, 0x4A, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xFF, 0xDB, 0, 0x43, 0,
    ] + [UInt8](repeating: 16, count: 64) + [
        0xFF, 0xC0, 0, 0x0B, 8, 0, 8, 0, 8, 1, 1, 0x11, 0, 0xFF, 0xC4, 0, 0x14, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0,
        0, 5, 0xFF, 0xC4, 0, 0x14, 0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0,
        0, 0x3F,
        0, 9, 0x43, 0xFF, 0xD9,
    ]
