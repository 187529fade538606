// SPDX-License-Identifier: Apache-2.0

internal import CaptureFormat

/// The whole document.
struct PhotoDocument {
    let content: PhotoPDF.Content
    /// The photo, upright; nil if it cannot be shown.
    let picture: Picture?
    let record: PhotoRecord

    init(content: PhotoPDF.Content, picture: Picture?) {
        (self.content, self.picture) = (content, picture)
        record = PhotoRecord(value: content.record, language: content.language)
    }

    /// The ID of the photo in one short line.
    var id: String { String(PlainText.line(content.sealing.id).prefix(60)) }

    func label(_ label: Label) -> String { label.text(in: content.language) }

    /// Draws all pages.
    ///
    /// - Parameter total: The number of pages; 0 if it is not known yet.
    /// - Returns: The number of pages.
    func draw(on canvas: Canvas, total: Int) -> Int {
        var flow = PageFlow(canvas: canvas, footer: (id, label(.notSealed)), total: total)
        drawTitle(&flow)
        drawVerdicts(&flow)
        drawPhotoAndMap(&flow)
        drawFacts(&flow)
        drawSatellites(&flow)
        drawGroups(&flow)
        drawCheck(&flow)
        flow.drawFooter()
        return flow.page
    }
}
