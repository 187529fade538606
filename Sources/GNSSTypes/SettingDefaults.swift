// SPDX-License-Identifier: Apache-2.0

/// The defaults of settings that are both in the configuration and in a stage or an engine. Both take them from here,
/// so that each number is defined in only one place.
public enum SettingDefaults {
    /// The defaults for validating Galileo's navigation data.
    public enum OSNMA {
        /// The minimum number of tag bits for a set of data to count as authenticated (40 since January 2024).
        public static let minimumTagBits = 40
        /// The age of the last valid tag, in seconds, from which data no longer count as authenticated.
        public static let staleSeconds: Int64 = 180
        /// The number of satellites in the solution that must have authenticated data if authentication is required.
        public static let requiredSatellites = 4
    }

    /// The defaults for sending positions to agrirouter.
    public enum Agrirouter {
        /// The interval at which positions are collected, in seconds.
        public static let collectSeconds = 5
        /// The interval at which positions are sent, in seconds.
        public static let sendSeconds = 10
        /// The largest number of waiting positions.
        public static let queueEntries = 2_000_000
        /// The largest total size of the waiting positions in MiB.
        public static let queueMiB = 256
        /// The number of days after which a waiting position is dropped; agrirouter does not keep messages for longer
        /// either.
        public static let queueDays = 28
        /// The time without a position after which a member is outdated.
        public static let outdatedAfter = Duration.seconds(300)
        /// The time limit for an encrypted connection.
        public static let connectLimit = Duration.seconds(20)
        /// The time limit for a whole request.
        public static let requestLimit = Duration.seconds(120)
    }

    /// The defaults for fetching corrections.
    public enum Corrections {
        /// The interval at which the position is sent to the caster.
        public static let positionInterval = Duration.seconds(10)
        /// The time without data after which a stream counts as stalled.
        public static let silence = Duration.seconds(30)
    }
}
