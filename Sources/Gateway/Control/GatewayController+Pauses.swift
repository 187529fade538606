// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import ReceiverHost
internal import SystemSupport

extension GatewayController: ReceiverPauses {
    func pause(_ receiver: String) async -> ReceiverPause? {
        // As with a command, wait for a removal in progress.
        let number = await additions.run { self.parts.fleet.pause(receiver) }
        return number.map { ReceiverPause(receiver: receiver, number: $0) }
    }

    func resume(_ pause: ReceiverPause) async {
        await additions.run { self.parts.fleet.endPause(pause.number, of: pause.receiver) }
    }
}
