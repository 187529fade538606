// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The sentences about the back office and its tasks.
public enum BackOfficeText: String, TextCode {
    // Refusals of requests.
    case notConfigured = "back_office.not_configured"
    case signedInAlready = "back_office.signed_in_already"
    case noAccount = "back_office.no_account"
    case serverLocked = "back_office.server_locked"
    case wrongLogin = "back_office.wrong_login"
    case blankLogin = "back_office.blank_login"
    case unknownTask = "back_office.unknown_task"
    case notEditable = "back_office.not_editable"
    case noPhotos = "back_office.no_photos"
    case photosPending = "back_office.photos_pending"
    case photoSent = "back_office.photo_sent"
    case photoOfTask = "back_office.photo_of_task"
    case noSecret = "back_office.no_secret"
    case taskSending = "back_office.task_sending"
    case notSending = "back_office.not_sending"
    // Problems with the server.
    case unreachable = "back_office.unreachable"
    case timedOut = "back_office.timed_out"
    case tls = "back_office.tls"
    case badAnswer = "back_office.bad_answer"
    case failing = "back_office.failing"
    case sessionEnded = "back_office.session_ended"
    case refused = "back_office.refused"
    case failed = "back_office.failed"
    case statusIgnored = "back_office.status_ignored"
    case photoNotTaken = "back_office.photo_not_taken"
    case photoGone = "back_office.photo_gone"
    case pathGone = "back_office.path_gone"
    case pathEmpty = "back_office.path_empty"
    case notStored = "back_office.not_stored"

    /// The refusals of requests about the back office.
    public static let refusals: [BackOfficeText] = [
        .notConfigured, .signedInAlready, .noAccount, .serverLocked, .wrongLogin, .blankLogin, .unknownTask,
        .notEditable, .noPhotos, .photosPending, .photoSent, .photoOfTask, .photoGone, .noSecret, .taskSending,
        .notSending, .unreachable, .timedOut, .tls, .badAnswer, .failing, .sessionEnded, .failed, .pathEmpty,
        .notStored,
    ]

    /// The code of a refused request: the last part of the text's own code.
    public var refusalCode: String { rawValue.split(separator: ".").last.map(String.init) ?? rawValue }

    public var english: String {
        switch self {
        case .notConfigured: "no back office is configured: set 'back_office.server' to its address"
        case .signedInAlready: "{login} has signed in at the back office already; sign out first"
        case .noAccount: "you have not signed in at the back office; sign in there first"
        case .serverLocked: "a user has signed in at the back office; sign out there, then change the server"
        case .wrongLogin: "the back office does not accept this name and password ({detail})"
        case .blankLogin: "the name or the password is missing or too long"
        case .unknownTask: "there is no task \"{id}\""
        case .notEditable: "the task \"{name}\" can no longer be changed"
        case .noPhotos: "the task \"{name}\" has no photos; take one first"
        case .photosPending:
            "the positions of {count} of the photos may still become authenticated; wait for the verdict, or confirm that they "
                + "are sent without it"
        case .photoSent: "the photo was sent to the back office"
        case .photoOfTask: "the photo belongs to a task and is sent with it"
        case .noSecret:
            "the secret of the back office is missing, with which it recognises photos: set 'captures.legacy_secret_file'"
        case .taskSending: "the task \"{name}\" is being sent"
        case .notSending: "the task \"{name}\" is not being sent"
        case .unreachable: "the back office {server} cannot be reached ({detail})"
        case .timedOut: "the back office {server} does not answer"
        case .tls: "no encrypted connection to the back office {server} is possible ({detail})"
        case .badAnswer: "the server {server} does not answer like a back office ({detail})"
        case .failing: "the back office {server} does not work at present ({detail})"
        case .sessionEnded: "the back office no longer accepts the sign-in; sign out and in again"
        case .refused: "the back office refused: {detail}"
        case .failed: "the request to the back office {server} failed ({detail})"
        case .statusIgnored: "the back office did not take the task over; its state there is \"{state}\""
        case .photoNotTaken:
            "the back office did not store the photo; it may be larger than the server accepts"
        case .photoGone: "the photo was deleted"
        case .pathGone: "the path was deleted"
        case .pathEmpty: "the path has no points, or is being recorded"
        case .notStored: "the state of the back office cannot be stored: {detail}"
        }
    }
}
