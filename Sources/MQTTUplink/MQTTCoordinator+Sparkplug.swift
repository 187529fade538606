// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Outbox

/// The queue of Sparkplug, whose positions another connection sends.
extension MQTTCoordinator {
    /// Takes back what the connection of Sparkplug borrowed. Called before the store removes what was delivered.
    func settleSparkplug(at now: HostTime) {
        let returned = handover.takeReturned()
        for (form, queue) in queues where form == .sparkplug {
            for token in returned.proved { _ = queue.acknowledged(token) }
            for token in returned.refused { _ = queue.refused(token, at: now) }
            if returned.isAbandoned { queue.reset() }
        }
    }

    /// Lends stored positions to the connection of Sparkplug if it has asked for them.
    func lendToSparkplug(at now: HostTime) async {
        guard let settings, let request = handover.openRequest else { return }
        for (form, queue) in queues where form == .sparkplug && form.topic(settings) != nil {
            var batch = SparkplugHandover.Batch()
            while batch.items.count < request.size {
                token &+= 1
                let mark = token
                guard let item = await queue.next(mark, at: now) else { break }
                batch.tokens.append(mark)
                batch.items.append(item)
            }
            batch.isLast = batch.items.count < request.size
            handover.lend(batch, for: request)
        }
    }
}
