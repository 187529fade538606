// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import RawFrames
internal import ReceiverHost

extension GatewayController: RawFrameControl {
    func rawFrames(of receiver: String, _ request: RawFrameRequest) async throws(ControlError) -> [UInt8] {
        try parts.rawFrames.report(of: try condition(receiver).plan.id, request)
    }

    func rawFile(of receiver: String) async throws(ControlError) -> RawFrameFile {
        let id = try condition(receiver).plan.id
        if let file = parts.rawFrames.file(of: id) { return file }
        throw ControlError(
            .conflict,
            "no frames of \(id) are kept, because no client has asked for \(id)'s raw data in the last minute",
            code: .noFrames)
    }
}
