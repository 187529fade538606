// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import ReceiverHost

extension GatewayController: ReceiverPauses {
    func pause(_ receiver: String) async -> ReceiverPause? {
        // As with a command, wait for a removal in progress. Nothing here throws.
        let number = try? await inTurn { () throws(ControlError) -> UInt64? in self.parts.fleet.pause(receiver) }
        return number.map { ReceiverPause(receiver: receiver, number: $0) }
    }

    func resume(_ pause: ReceiverPause) async {
        try? await inTurn { () throws(ControlError) in
            self.parts.fleet.endPause(pause.number, of: pause.receiver)
        }
    }
}
