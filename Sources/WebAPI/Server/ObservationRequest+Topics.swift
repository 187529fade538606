// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import ObservationBus

extension ObservationRequest {
    /// The topics to subscribe to. For requested receivers, they include the observations that the OSNMA and centroid
    /// stages publish about them.
    var topics: TopicFilter {
        let sources = receivers + ["osnma", "centroid"].flatMap { stage in receivers.map { .stage(stage, of: $0) } }
        return TopicFilter(kinds: kinds.isEmpty ? nil : Set(kinds), sources: sources.isEmpty ? nil : Set(sources))
    }
}
