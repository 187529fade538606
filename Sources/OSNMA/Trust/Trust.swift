// SPDX-License-Identifier: Apache-2.0

/// How far something is trusted, as a part of its type: what was received is `Unverified`, and only the functions that
/// verify make it `Verified`.
public protocol Trust: Sendable {}

/// Received, but not verified.
public enum Unverified: Trust {}

/// Proven by something trusted above it, or provisioned by the operator.
public enum Verified: Trust {}
