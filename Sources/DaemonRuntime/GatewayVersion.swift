// SPDX-License-Identifier: Apache-2.0

/// The version of the program.
public enum GatewayVersion {
    /// As `--version`, the gpsd protocol and plugins are told.
    public static let current = "0.1.0"
}
