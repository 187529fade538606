// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The sentences about a Traccar server: its state, its problems and their remedies.
public enum TraccarText: String, TextCode {
    case works = "traccar.works"
    // The problems.
    case refused = "traccar.problem.refused"
    case notAuthorised = "traccar.problem.not_authorised"
    case notTraccar = "traccar.problem.not_traccar"
    case serverFails = "traccar.problem.failing"
    case unreachable = "traccar.problem.unreachable"
    case timedOut = "traccar.problem.timed_out"
    case tls = "traccar.problem.tls"
    case failed = "traccar.problem.failed"
    case notStored = "traccar.problem.not_stored"
    // The remedies.
    case register = "traccar.cure.register"
    case checkAccess = "traccar.cure.check_access"
    case checkAddress = "traccar.cure.check_address"
    case checkServer = "traccar.cure.check_server"
    case checkNetwork = "traccar.cure.check_network"
    case checkCertificates = "traccar.cure.check_certificates"

    public var english: String {
        switch self {
        case .works: "positions are sent to {server}"
        case .refused: "the Traccar server {server} refuses positions of the device {device} ({detail})"
        case .notAuthorised: "the server {server} does not let this gateway send positions ({detail})"
        case .notTraccar: "the server {server} does not take positions at this address ({detail})"
        case .serverFails: "the server {server} does not work ({detail})"
        case .unreachable: "the server {server} cannot be reached ({detail})"
        case .timedOut: "the server {server} does not answer"
        case .tls: "no encrypted connection to {server} is possible ({detail})"
        case .failed: "positions cannot be sent to {server} ({detail})"
        case .notStored: "positions for Traccar cannot be stored; they wait in memory ({detail})"
        case .register: "add a device with this identifier in Traccar, or correct 'traccar.id'"
        case .checkAccess: "permit this gateway at the server, or at the proxy in front of it"
        case .checkAddress:
            "correct 'traccar.url': it is the address of Traccar's protocol OsmAnd, usually at port 5055"
        case .checkServer: "read the server's log"
        case .checkNetwork: "correct 'traccar.url', or check the network, the server and firewalls"
        case .checkCertificates:
            "check 'traccar.ca_file', the name in the server's certificate, the clock, and whether the port expects TLS"
        }
    }
}
