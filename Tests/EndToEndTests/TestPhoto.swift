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
    /// - Parameter socket: The gateway's control socket.
    /// - Returns: Its id.
    static func take(socket: String) throws -> String {
        let bytes = [UInt8](try #require(Data(base64Encoded: base64)))
        var answer = ""
        var id: String?
        try eventually("no photo is allowed: \(answer)") {
            let begun = try PlainHTTP.request("POST", "/v1/captures", body: #"{"countdown_s":0}"#, socket: socket)
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
