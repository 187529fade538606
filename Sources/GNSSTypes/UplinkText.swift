// SPDX-License-Identifier: Apache-2.0

/// The sentences about the uplink to agrirouter: its state, its problems and their remedies.
public enum UplinkText: String, TextCode {
    case notOnboarded = "uplink.not_onboarded"
    case connecting = "uplink.connecting"
    case online = "uplink.online"
    case onlineSlower = "uplink.online_slower"
    case paused = "uplink.paused"
    case offline = "uplink.offline"
    case blocked = "uplink.blocked"
    // What is wrong.
    case clockNotSet = "uplink.clock_not_set"
    case clockBehind = "uplink.clock_behind"
    case clockAhead = "uplink.clock_ahead"
    case certificateExpired = "uplink.certificate_expired"
    case certificateNotYet = "uplink.certificate_not_yet"
    case notStored = "uplink.not_stored"
    case unreachable = "uplink.unreachable"
    case noAnswer = "uplink.no_answer"
    case certificateRefused = "uplink.certificate_refused"
    case serverNotTrusted = "uplink.server_not_trusted"
    case notAgrirouter = "uplink.not_agrirouter"
    case redirected = "uplink.redirected"
    case endpointRefused = "uplink.endpoint_refused"
    case rateLimited = "uplink.rate_limited"
    case maintenance = "uplink.maintenance"
    case internalError = "uplink.internal_error"
    case requestRefused = "uplink.request_refused"
    /// A response with agrirouter's own code; `docs/agrirouter.md` lists them.
    case answer = "uplink.answer"
    // What to do.
    case setClock = "uplink.cure.set_clock"
    case synchroniseClock = "uplink.cure.synchronise_clock"
    case onboardAgain = "uplink.cure.onboard_again"
    case checkPortal = "uplink.cure.check_portal"
    case checkNetwork = "uplink.cure.check_network"
    case checkTrust = "uplink.cure.check_trust"
    case checkLogin = "uplink.cure.check_login"
    case checkLoginOrOnboard = "uplink.cure.check_login_or_onboard"
    case checkEndpoint = "uplink.cure.check_endpoint"
    case reportDefect = "uplink.cure.report_defect"

    public var english: String {
        switch self {
        case .notOnboarded: "there is no endpoint: onboard with a registration code from the agrirouter portal"
        case .connecting: "sending the gateway's capabilities to agrirouter; positions follow"
        case .online: "positions are being sent"
        case .onlineSlower:
            "positions are being sent, every {seconds} s: {wanted} s is less than {environment} allows"
        case .paused: "paused by the operator: nothing is collected or sent"
        case .offline: "positions are kept until agrirouter can be reached again"
        case .blocked: "agrirouter blocks this endpoint"
        case .clockNotSet: "this machine's clock is not set; nothing is sent to agrirouter until it is"
        case .clockBehind:
            "this machine's clock is {seconds} s behind agrirouter's; it accepts a difference of at most a minute; "
                + "positions wait"
        case .clockAhead:
            "this machine's clock is {seconds} s ahead of agrirouter's; it accepts a difference of at most a minute; "
                + "positions wait"
        case .certificateExpired: "the endpoint's certificate has expired; positions are kept"
        case .certificateNotYet:
            "the endpoint's certificate is not valid yet: this machine's clock is probably wrong"
        case .notStored: "cannot store positions for agrirouter; they wait in memory: {detail}"
        case .unreachable: "cannot reach agrirouter{detail}"
        case .noAnswer: "agrirouter does not answer in time{detail}"
        case .certificateRefused: "agrirouter rejects the endpoint's certificate{detail}"
        case .serverNotTrusted: "the server's certificate is not trusted: nothing is sent{detail}"
        case .notAgrirouter: "the answer does not come from agrirouter{detail}"
        case .redirected:
            "something redirects requests to agrirouter (HTTP {status}): the redirect is not followed"
        case .endpointRefused: "agrirouter does not accept the endpoint (HTTP {status})"
        case .rateLimited: "agrirouter asks for fewer requests (HTTP 429)"
        case .maintenance: "agrirouter is out of order or under maintenance (HTTP 503)"
        case .internalError: "agrirouter has an internal error (HTTP {status})"
        case .requestRefused: "agrirouter rejects the gateway's request (HTTP {status})"
        case .answer: "agrirouter answers {code}: {detail}"
        case .setClock: "set the clock"
        case .synchroniseClock: "set the clock (timedatectl, NTP)"
        case .onboardAgain: "onboard again with a new registration code"
        case .checkPortal: "check the portal, and correct the ids in 'agrirouter'"
        case .checkNetwork: "check the network"
        case .checkTrust: "check the machine's clock, its certificates (ca-certificates) and any proxies"
        case .checkLogin: "does the network require a login, or use a proxy?"
        case .checkLoginOrOnboard:
            "does the network require a login, or use a proxy? If agrirouter's address has changed, onboard again"
        case .checkEndpoint:
            "check whether it still exists in the portal; onboard again with a new registration code"
        case .reportDefect: "this is an error in the gateway: report it"
        }
    }
}
