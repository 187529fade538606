// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A photo of 8 × 8 pixels.
enum TestPhoto {
    private static let base64 =
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8yb"
        + "qmx5moq6T/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAABf/EABcQAAMBAAAAAAAAAAAAAAAAAAABA2H/2gAIAQEAAD8ACUMP/9k="

    /// Takes it as soon as a photo is allowed, without a countdown.
    ///
    /// - Parameters:
    ///   - socket: The gateway's control socket.
    ///   - task: The task of the back office that it is for; nil for none.
    ///   - image: Another JPEG file in its place.
    /// - Returns: Its id.
    static func take(
        socket: String, task: String? = nil, note: String? = nil, image: [UInt8]? = nil
    ) throws -> String {
        let small = try #require(Data(base64Encoded: base64))
        let bytes = image ?? [UInt8](small)
        var request: [String: Any] = ["countdown_s": 0]
        if let task { request["task"] = task }
        if let note { request["note"] = note }
        let body = String(decoding: try JSONSerialization.data(withJSONObject: request), as: UTF8.self)
        var answer = ""
        var id: String?
        try eventually("no photo is allowed: \(answer)") {
            let begun = try PlainHTTP.request("POST", "/v1/captures", body: body, socket: socket)
            (answer, id) = (begun.text, begun.json["id"] as? String)
            return begun.status == 202
        }
        let taken = try #require(id, "\(answer)")
        try eventually("the picture is not accepted: \(answer)") {
            let stored = try PlainHTTP.request("PUT", "/v1/captures/\(taken)/image", bytes: bytes, socket: socket)
            answer = stored.text
            return stored.status == 200
        }
        return taken
    }
}
