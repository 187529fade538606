// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import ObservationBus

extension ObservationRequest {
    /// The topics to subscribe to. With receivers, these include the observations of OSNMA and centroid on them.
    var topics: TopicFilter {
        let sources = receivers + ["osnma", "centroid"].flatMap { stage in receivers.map { .stage(stage, of: $0) } }
        return TopicFilter(kinds: kinds.isEmpty ? nil : Set(kinds), sources: sources.isEmpty ? nil : Set(sources))
    }
}
