// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import MessageTexts

extension CaptureText {
    /// The reason why a file is not accepted as an image, for people.
    public static func message(of error: ImageError) -> CodedText {
        switch error {
        case .otherFormat("HEIC"): CodedText(CaptureText.heic)
        case .otherFormat(let format): CodedText(CaptureText.otherFormat, ["format": .words(format)])
        case .damaged(let detail): CodedText(CaptureText.damagedImage, ["detail": .words(detail)])
        case .tooManyBytes:
            CodedText(CaptureText.tooManyBytes, ["limit": .count(JPEGImage.Limit.bytes >> 20)])
        case .tooManyPixels(let width, let height):
            CodedText(
                CaptureText.tooManyPixels,
                [
                    "width": .count(width), "height": .count(height),
                    "limit": .count(JPEGImage.Limit.pixels / 1_000_000),
                ])
        }
    }
}
