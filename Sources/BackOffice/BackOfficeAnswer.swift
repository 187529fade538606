// SPDX-License-Identifier: Apache-2.0

/// The reason why a call did not succeed although the server answered.
public enum BackOfficeRefusal: Error, Hashable, Sendable {
    /// It is not the answer of a back office. The detail is for people: a clause about the answer, such as `it is empty`.
    case notAnAnswer(String)
    /// The server refused, with its own words: one line of at most 500 characters.
    case refused(String)
}

/// Reads the answers of both kinds of servers: that of EGNSS4CAP writes all values as texts, that of PIC2BIM some as numbers,
/// and the names of some members differ. Nothing in the bytes is trusted. Of a member that occurs twice, the last one counts.
public enum BackOfficeAnswer {
    /// The greatest number of tasks, and of paths, that are read.
    public static let most = 10_000
    /// The greatest number of photos of a task whose identifiers are read.
    public static let mostIDs = 1000
    /// The greatest number of bytes of a text; of a longer one, the rest is left out.
    public static let longestText = 64 << 10

    /// Reads the answer to `signIn`.
    ///
    /// - Parameter login: The name with which the person signed in, which the known servers do not repeat.
    /// - Returns: The person, and the token of the session; nil if the server gives none.
    /// - Throws: The refusal, for example of a wrong password; `notAnAnswer` also without a user or with a malformed token.
    public static func signIn(
        _ bytes: [UInt8], login: String = ""
    ) throws(BackOfficeRefusal) -> (person: BackOfficePerson, token: String?) {
        let form: SignInForm = try read(bytes)
        guard let id = form.id?.identifier else { throw .notAnAnswer("it does not say who has signed in") }
        let person = BackOfficePerson(
            id: id, login: form.login?.line ?? login, name: form.name?.line ?? "", surname: form.surname?.line ?? "")
        guard let given = form.token, given.kind == .text, !given.text.isEmpty else { return (person, nil) }
        guard let token = given.token else { throw .notAnAnswer("its token is malformed") }
        return (person, token)
    }

    /// Reads the answer to `tasks`. Of two tasks with the same identifier, the first one counts.
    ///
    /// - Throws: The refusal. An incomplete list is `notAnAnswer`, because tasks that it lacks count as removed: one without
    ///   a list, with more than `most` tasks, or with a task without an identifier.
    public static func tasks(_ bytes: [UInt8]) throws(BackOfficeRefusal) -> [BackOfficeTask] {
        let form: TasksForm = try read(bytes)
        guard let tasks = form.tasks else { throw .notAnAnswer("it has no list of tasks") }
        return tasks
    }

    /// Reads the answer to `status`.
    ///
    /// - Throws: The refusal. The server says "ok" also if it ignores the request.
    public static func done(_ bytes: [UInt8]) throws(BackOfficeRefusal) {
        let _: PlainForm = try read(bytes)
    }

    /// Reads the answer to `photo`.
    ///
    /// - Returns: The identifier of the photo; nil if the server had it already. EGNSS4CAP answers the same if it has dropped
    ///   a form that is larger than PHP accepts; whether the photo is there, `photosWithoutTask` or the task's `photoIDs`
    ///   with `storedPhoto` tell.
    /// - Throws: The refusal, except that the photo exists.
    public static func photo(_ bytes: [UInt8]) throws(BackOfficeRefusal) -> String? {
        do throws(BackOfficeRefusal) {
            let form: StoredForm = try read(bytes)
            return form.photo?.identifier
        } catch {
            // PIC2BIM refuses a photo that it has; EGNSS4CAP says "ok" without an identifier.
            guard case .refused(let words) = error, words.lowercased().contains("photo already exists") else {
                throw error
            }
            return nil
        }
    }

    /// Reads the answer to `photosWithoutTask`: the identifiers of the last `most` photos.
    ///
    /// - Throws: The refusal.
    public static func photoIDs(_ bytes: [UInt8]) throws(BackOfficeRefusal) -> [String] {
        let form: PhotoIDsForm = try read(bytes)
        guard let ids = form.ids else { throw .notAnAnswer("it has no list of photos") }
        return ids
    }

    /// Reads the answer to `storedPhoto`.
    ///
    /// - Returns: The photo's digest; nil if it has none.
    /// - Throws: The refusal, for example if the server has no such photo.
    public static func digest(_ bytes: [UInt8]) throws(BackOfficeRefusal) -> String? {
        let form: StoredPhotoForm = try read(bytes)
        guard form.isPhoto else { throw .notAnAnswer("it has no photo") }
        return form.digest?.identifier
    }

    /// Reads the answer to `recordedPath`.
    ///
    /// - Returns: The identifier of the path; nil if the answer does not say it.
    /// - Throws: The refusal.
    public static func recordedPath(_ bytes: [UInt8]) throws(BackOfficeRefusal) -> String? {
        let form: StoredForm = try read(bytes)
        return form.path?.identifier
    }

    /// Reads the answer to `recordedPaths`. A path without an identifier is left out, and of more than `most` the first ones:
    /// servers list the newest ones last.
    ///
    /// - Throws: The refusal.
    public static func recordedPaths(_ bytes: [UInt8]) throws(BackOfficeRefusal) -> [BackOfficeTrackEntry] {
        let form: PathsForm = try read(bytes)
        guard let paths = form.paths else { throw .notAnAnswer("it has no list of paths") }
        return paths
    }

    private static func read<Form: AnswerForm>(_ bytes: [UInt8]) throws(BackOfficeRefusal) -> Form {
        var reader = try AnswerReader(bytes)
        var (form, head) = (Form(), AnswerHead())
        guard try reader.beginObject() else { throw .notAnAnswer("it does not begin with a JSON object") }
        while let name = try reader.member() {
            if try head.take(name, from: &reader) { continue }
            try form.take(name, from: &reader)
        }
        try reader.finish()
        try head.check()
        return form
    }
}
