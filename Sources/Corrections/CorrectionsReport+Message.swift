// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes

extension CorrectionsReport {
    /// Counts a received message.
    mutating func note(_ message: RTCMMessage, at time: HostTime) {
        messages &+= 1
        bytes &+= UInt64(message.bytes.count)
        lastMessage = Timestamp(time)
        if let number = message.number.map({ "\($0)" }), messageNumbers[number] != nil || messageNumbers.count < 64 {
            messageNumbers[number, default: 0] &+= 1
        }
        station = message.station ?? station
        stationPosition = message.stationPosition ?? stationPosition
    }
}
