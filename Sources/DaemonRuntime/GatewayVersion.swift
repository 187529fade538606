// SPDX-License-Identifier: Apache-2.0

/// The version of the program.
public enum GatewayVersion {
    /// The version in `--version`, the gpsd protocol and the plugins' host table.
    public static let current = "0.1.0"
}
