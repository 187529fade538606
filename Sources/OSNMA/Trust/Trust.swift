// SPDX-License-Identifier: Apache-2.0

/// The degree of trust in a value, as part of its type: received values are `Unverified`, and only verifying
/// functions return `Verified` ones.
public protocol Trust: Sendable {}

/// Received, but not verified.
public enum Unverified: Trust {}

/// Proven by something trusted above it, or provisioned by the operator.
public enum Verified: Trust {}
