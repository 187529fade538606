// SPDX-License-Identifier: Apache-2.0

/// The routes of the control interface, which the server and its client share.
package enum ControlRoute {
    /// The stream of observations.
    package static let observations = "/v1/observations"
    /// The codes with which browsers sign in.
    package static let invitation = "/v1/session/invitation"
    /// The people who may sign in.
    package static let users = "/v1/users"
    /// The browsers that are signed in.
    package static let sessions = "/v1/sessions"
    /// The certificate of the HTTPS server.
    package static let certificate = "/v1/certificate"
    package static let trust = "/v1/osnma/trust"
    /// The drivers that were found.
    package static let drivers = "/v1/drivers"
    package static let receivers = "/v1/receivers"
    /// The searches for receivers.
    package static let searches = "/v1/receivers/searches"
    /// The interactive pairings.
    package static let pairings = "/v1/receivers/pairings"
    /// The set-ups of receivers.
    package static let provisionings = "/v1/receivers/provisionings"
    package static let paths = "/v1/paths"
    /// Photos.
    package static let captures = "/v1/captures"
    /// All settings that users may change.
    package static let settings = "/v1/settings"
    package static let corrections = "/v1/corrections"
    /// The mount points of a caster.
    package static let mountpoints = "/v1/corrections/mountpoints"
    package static let centroid = "/v1/centroid"
    /// The settings of sampling sessions.
    package static let centroidSettings = "/v1/centroid/settings"
    /// The uplink to agrirouter.
    package static let agrirouter = "/v1/agrirouter"
    /// The endpoint at agrirouter.
    package static let onboarding = "/v1/agrirouter/onboarding"
    /// The effective settings of the uplink.
    package static let agrirouterSettings = "/v1/agrirouter/settings"
    /// The other members that share their positions.
    package static let members = "/v1/members"
    /// The link to the back office.
    package static let backOffice = "/v1/back-office"
    /// The person who has signed in there, and the fetching of tasks.
    package static let backOfficeSession = "/v1/back-office/session"
    package static let backOfficeSync = "/v1/back-office/sync"
    /// The tasks of the back office.
    package static let tasks = "/v1/tasks"
    /// The gateways at the same MQTT broker.
    package static let fleet = "/v1/fleet"
}
