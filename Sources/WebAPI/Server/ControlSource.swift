// SPDX-License-Identifier: Apache-2.0

internal import BackOfficeModel
internal import ControlModel
internal import SetupModel

/// The parts of the gateway that give reports and take commands. A part that is nil has no routes.
struct ControlSource: Sendable {
    var control: (any GatewayControl)?
    var trust: (any TrustControl)?
    var setup: (any ReceiverSetup)?
    var trials: (any ReceiverTrials)?
    var provisions: (any ReceiverProvisions)?
    var rawFrames: (any RawFrameControl)?
    var maps: (any MapControl)?
    var paths: (any PathControl)?
    var centroid: (any CentroidControl)?
    var captures: (any CaptureControl)?
    var backOffice: (any BackOfficeControl)?
    var sky: (any SkyControl)?
    var fleet: (any FleetControl)?
    var agrirouter: (any AgrirouterControl)?
    var settings: (any SettingsControl)?
    var corrections: (any CorrectionsControl)?
    var metrics: (@Sendable () async -> String)?
    /// Diagnoses why receivers do not work, and returns the findings as JSON; takes a moment.
    var examine: (@Sendable () async -> String)?
}
