// SPDX-License-Identifier: Apache-2.0

/// The sentences of alerts, when they begin and when they end. Each code begins with the alert's own code.
public enum AlertText: String, TextCode {
    case captureNotWritten = "alert.capture-not-written"
    case captureWritten = "alert.capture-not-written.over"
    case clientsFull = "alert.clients-full"
    case clientsClosed = "alert.clients-full.evicting"
    case clientsAdmitted = "alert.clients-full.over"
    case clockSetBack = "alert.clock-step.back"
    case clockSetForward = "alert.clock-step.forward"
    case noCorrections = "alert.corrections"
    case correctionsBack = "alert.corrections.over"
    case correctionsRemoved = "alert.corrections.removed"
    case lowDisk = "alert.low-disk"
    case enoughDisk = "alert.low-disk.over"
    case lowMemory = "alert.low-memory"
    case enoughMemory = "alert.low-memory.over"
    case noDescriptors = "alert.no-descriptors"
    case descriptorsBack = "alert.no-descriptors.over"
    case osnmaLost = "alert.osnma-lost"
    case osnmaSimulated = "alert.osnma.simulated"
    case osnmaNotLive = "alert.osnma.not-live"
    case pathNotStored = "alert.path-not-stored"
    case pathStored = "alert.path-not-stored.over"
    case pathStoredWithLoss = "alert.path-not-stored.lost"
    case permissionDenied = "alert.permission-denied"
    case permissionGranted = "alert.permission-denied.over"
    case photoNotAuthenticated = "alert.photo-not-authenticated"
    case resumed = "alert.resumed"
    case serverCertificate = "alert.server-certificate"
    case serverCertificateGood = "alert.server-certificate.over"
    case storeInMemory = "alert.store-in-memory"
    case storeWritable = "alert.store-in-memory.writable"
    case storeSetAside = "alert.store-set-aside"
    case storeLost = "alert.store-lost"
    case storeDamagedRows = "alert.store-damaged-rows"
    case storeSkippedRow = "alert.store-damaged-rows.skipped"
    case trackLogNotStored = "alert.track-log-not-stored"
    case trackLogStored = "alert.track-log-not-stored.over"
    case uplinkCertificateEnds = "alert.uplink-certificate-ends"
    case uplinkClock = "alert.uplink-clock"
    case uplinkClockRight = "alert.uplink-clock.over"
    case uplinkDropping = "alert.uplink-dropping"
    case uplinkRoom = "alert.uplink-dropping.over"
    case uplinkStored = "alert.uplink-not-stored.over"
    case uplinkReonboard = "alert.uplink-reonboard"
    case uplinkAccepted = "alert.uplink-reonboard.over"
    case webhookGivenUp = "alert.webhook-given-up"
    case webhookDelivers = "alert.webhook-given-up.over"

    public var english: String {
        switch self {
        case .captureNotWritten:
            "cannot write the capture to {folder}: {detail}; free some space or change 'tracks.capture'"
        case .captureWritten: "the capture can be written to {folder} again"
        case .clientsFull:
            "{server} has reached its client limit ({limit}) and refuses new clients; close connected programs, and "
                + "look for one that connects repeatedly"
        case .clientsClosed:
            "{server} has reached its client limit ({limit}) and closes idle ones to make room; close connected "
                + "programs, and look for one that connects repeatedly"
        case .clientsAdmitted: "{server} no longer refuses clients; it serves {clients}"
        case .clockSetBack:
            "the system's clock was set back by {seconds:1} s; host times before and after are not comparable"
        case .clockSetForward:
            "the system's clock was set forward by {seconds:1} s; host times before and after are not comparable"
        case .noCorrections: "no corrections: {reason}"
        case .correctionsBack: "receiving corrections from {stream} again"
        case .correctionsRemoved: "corrections are no longer configured"
        case .lowDisk: "only {free} MiB are free in the state directory ({folder}); free some space"
        case .enoughDisk: "{folder} has enough free space again: {free} MiB"
        case .lowMemory: "only {free} MiB of {all} MiB of memory are available; close a large program"
        case .enoughMemory: "enough memory is available again: {free} MiB"
        case .noDescriptors:
            "the daemon has no file descriptor left for another client; the servers accept clients again once one is "
                + "free; raise the limit of open files (LimitNOFILE= of the unit, ulimit -n), or end programs"
        case .descriptorsBack: "file descriptors for clients are available again"
        case .osnmaLost: "{notice}: {reason}"
        case .osnmaSimulated: "{notice} (with a simulation's keys: says nothing about Galileo)"
        case .osnmaNotLive: "{notice} (not proven to be live)"
        case .pathNotStored: "cannot store the recorded path's points; they wait in memory: {detail}"
        case .pathStored: "the recorded path's points can be stored again"
        case .pathStoredWithLoss: "the recorded path's points can be stored again; {lost} were lost in between"
        case .permissionDenied:
            "{receivers}; the daemon exits with status 77 if this lasts {seconds} s (supervision.permission_grace_s)"
        case .permissionGranted: "all configured receivers have permission for their devices"
        case .photoNotAuthenticated: "the photo {id} was taken at a position that is not authenticated"
        case .resumed: "the machine was suspended for {seconds} s; waiting receivers are retried at once"
        case .storeInMemory:
            "the gateway keeps its state in memory and loses it when it ends, because {reason}. Fix the cause, then "
                + "restart the gateway"
        case .storeWritable:
            "{folder} is writable again, but the gateway still keeps its state in memory: restart the gateway, so "
                + "that it keeps its state on disk"
        case .storeSetAside: "a damaged store is kept as {files}; the current store may lack data"
        case .storeLost: "the store {path}, which existed at the last start, is missing, and a new one was created"
        case .storeDamagedRows:
            "the store has lost single rows to damage: {rows}. 'gnss-gateway store check' shows the remaining damage"
        case .storeSkippedRow:
            "skipped an unreadable row of the store: {row} ({count} such rows since the start); 'gnss-gateway store "
                + "check' shows all of them"
        case .trackLogNotStored: "cannot store the track log; its points wait in memory: {detail}"
        case .trackLogStored: "the track log can be stored again"
        case .uplinkCertificateEnds:
            "the endpoint's certificate for agrirouter expires in {days} days: onboard again before then with a new "
                + "registration code"
        case .serverCertificate: "{finding}; {fix}"
        case .serverCertificateGood: "the problem with the HTTPS certificate is solved"
        case .uplinkClock, .uplinkReonboard: "{error}; {cure}"
        case .uplinkClockRight: "the clock is correct again: sending positions"
        case .uplinkDropping:
            "waiting positions for agrirouter were dropped, oldest first: {crowded} for lack of space, {aged} because "
                + "of their age"
        case .uplinkRoom: "the queue for agrirouter has space again: no positions are dropped"
        case .uplinkStored: "positions for agrirouter can be stored again"
        case .uplinkAccepted: "agrirouter accepts the endpoint again"
        case .webhookGivenUp:
            "events could not be delivered to {server} for a day and were given up; 'gnss-gateway status' shows the reason"
        case .webhookDelivers: "{server} accepts events again"
        }
    }
}
