// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import MessageTexts

/// The reason that a receiver is gone and the condition that the host waits for, in one sentence. Only this type
/// composes and parses it.
struct LostReason: Equatable, CustomStringConvertible {
    /// The condition waited for.
    enum Wait: Equatable {
        /// The device, which is not present.
        case device
        /// A time in seconds with one decimal.
        case pause(String)
    }

    var cause: String
    var wait: Wait?

    init(_ cause: String, _ wait: Wait) { (self.cause, self.wait) = (cause, wait) }

    /// Parses a sentence. If it names nothing that is waited for, the whole sentence is the cause.
    init(reading text: String) {
        if text.hasSuffix(Self.device) {
            (cause, wait) = (String(text.dropLast(Self.device.count)), .device)
        } else if let place = text.firstRange(of: Self.pause) {
            (cause, wait) = (String(text[..<place.lowerBound]), .pause(String(text[place.upperBound...].dropLast(2))))
        } else {
            (cause, wait) = (text, nil)
        }
    }

    var description: String {
        switch wait {
        case .device?: cause + Self.device
        case .pause(let seconds)?: cause + Self.pause + seconds + " s"
        case nil: cause
        }
    }

    /// Returns the sentence as a code with parameters.
    ///
    /// - Parameter cause: The cause as a code with parameters.
    static func message(_ cause: CodedText, _ wait: Wait) -> CodedText {
        switch wait {
        case .device: CodedText(ReceiverText.waitingForDevice, ["cause": .sentence(cause)])
        case .pause(let seconds):
            CodedText(
                ReceiverText.retrying, ["cause": .sentence(cause), "seconds": .number(Double(seconds) ?? 0)])
        }
    }

    private static let device = "; waiting for the device to come back"
    private static let pause = "; trying again in "
}
