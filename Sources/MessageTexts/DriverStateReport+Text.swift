// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

extension DriverStateReport {
    /// Creates a state with the gateway's reason.
    public init(_ state: DriverState, _ message: CodedText) {
        self.init(state, reason: message.text)
        self.message = message
    }

    /// Creates a state with the gateway's reason.
    public init(_ state: DriverState, _ text: ReceiverText) { self.init(state, CodedText(text)) }

    /// True if the receiver stopped because it was removed or changed, by a command, or with the daemon.
    public var isStopOnRequest: Bool { state == .stopped && message == CodedText(ReceiverText.stoppedOnRequest) }

    /// The reason as a code with parameters; the driver's own sentence has a code too.
    public var codedReason: CodedText { message ?? .driver(reason) }
}
