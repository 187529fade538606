// SPDX-License-Identifier: Apache-2.0

public import ControlModel

/// The stored form of people and sessions. It contains no token and no password in clear text.
public struct AccessRecord: Codable, Hashable, Sendable {
    /// A person who may sign in.
    struct Person: Codable, Hashable, Sendable {
        var name: String
        var role: ControlRole
        /// The password's hash; nil if the person has no password.
        var password: PasswordHash?
        /// Distinguishes this person from an earlier one with the same name; nil in a record of an older version.
        var id: String?

        /// True if this is the same person with the same password, perhaps with another role.
        func isSame(as other: Person) -> Bool {
            name == other.name && id == other.id && password == other.password
        }
    }

    /// A signed-in browser.
    struct Session: Codable, Hashable, Sendable {
        /// Identifies the session in routes; not a secret.
        var id: String
        /// SHA-256 of the token in the browser's cookie, in hexadecimal digits.
        var hash: String
        /// The person, whose role counts; nil if the session belongs to no named person.
        var person: String?
        /// The role of a session without a person.
        var role: ControlRole
        /// The session's age when this record was stored, in seconds.
        var used: Double
        /// The browser's `User-Agent`.
        var browser: String?
        /// The address from which the browser signed in.
        var address: String?
        /// False if the browser signed in over a connection that others on the network cannot read. Nil, in a record
        /// of an older version, means unknown and counts as true.
        var isExposed: Bool?
        /// The highest role of this session, if a code signed the browser in that was made while its person had a lower
        /// role; nil if only the person's role counts.
        var most: ControlRole?
    }

    var people: [Person] = []
    var sessions: [Session] = []
    /// The time at which this record was stored, in seconds since 1970; nil if the clock was not set.
    var stored: Int64?

    /// The stored people and browsers that this version cannot read, and that a later version may have stored.
    struct Unread: Hashable, Sendable {
        /// The names of people; "?" for a name that cannot be read either.
        var people: [String] = []
        /// The number of browsers.
        var browsers = 0
    }

    /// The part of the stored form that is missing in this record; never stored.
    var unread = Unread()

    /// False if the stored form contained people or browsers that are missing in this record.
    public var isWhole: Bool { unread == Unread() }
    /// The names of all people who may sign in.
    public var names: Set<String> { Set(people.map(\.name)) }

    private enum CodingKeys: String, CodingKey {
        case people, sessions, stored
    }

    /// An empty record.
    public init() {}

    /// Reads each person and each session by itself, and skips those that cannot be read.
    ///
    /// - Throws: `DecodingError` if there are no lists of people and sessions.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let people = try container.decode([StoredElement<Person>].self, forKey: .people)
        let sessions = try container.decode([StoredElement<Session>].self, forKey: .sessions)
        self.people = people.compactMap(\.value)
        // An impossible age would otherwise end the daemon, or make a session last forever.
        self.sessions = sessions.compactMap(\.value).filter { Self.ages.contains($0.used) }
        do {
            stored = try container.decodeIfPresent(Int64.self, forKey: .stored)
        } catch {
            // The ages of the sessions are unknown.
            self.sessions = []
        }
        unread.people = people.filter { $0.value == nil }.map { $0.name ?? "?" }
        unread.browsers = sessions.count - self.sessions.count
    }

    /// The possible ages of a session, in seconds.
    private static let ages = 0...1e10

    /// True if a person or a session is new or has a higher role than before, or a person has a first password.
    func grantsMore(than before: AccessRecord) -> Bool {
        people.contains { person in
            guard let old = before.people.first(where: { $0.name == person.name }) else { return true }
            return person.role > old.role || (old.password == nil && person.password != nil)
        }
            || sessions.contains { session in
                guard let old = before.sessions.first(where: { $0.id == session.id }) else { return true }
                return session.role > old.role
            }
    }

    /// Adds a session. Beyond the limits, it takes the place of its person's oldest one, or of the oldest one of the
    /// lowest role.
    ///
    /// - Parameter old: The hash of the session that it replaces; nil if it replaces none.
    /// - Returns: False, without a change, if there is no room and all sessions have a higher role.
    mutating func add(_ session: Session, replacing old: String?) -> Bool {
        var kept = sessions.filter { $0.hash != old }
        if let person = session.person {
            let own = kept.filter { $0.person == person }.map(\.id)
            let ended = own.dropLast(AccessCoordinator.sessionsPerPerson - 1)
            kept.removeAll { ended.contains($0.id) }
        }
        if kept.count >= AccessCoordinator.sessionLimit {
            let ranks = kept.map { role(of: $0) ?? .viewer }
            guard let lowest = ranks.min(), lowest <= role(of: session) ?? .viewer,
                let index = ranks.firstIndex(of: lowest)
            else { return false }
            kept.remove(at: index)
        }
        sessions = kept + [session]
        return true
    }

    /// The person who was invited or who signs in, as it is now; nil if the person was removed, even if another one has
    /// the same name by now, or has another password.
    func present(_ person: Person) -> Person? { people.first { $0.isSame(as: person) } }

    /// True if a restart, after which `restored` applies, would undo a part of the change from `before` to this record.
    func isUndone(by restored: AccessRecord, since before: AccessRecord) -> Bool {
        restored.people.contains { old in
            let now = people.first { $0.name == old.name }
            return now != old && now != before.people.first { $0.name == old.name }
        }
            || restored.sessions.contains { old in
                let now = sessions.first { $0.id == old.id }?.role
                return now != old.role && now != before.sessions.first { $0.id == old.id }?.role
            }
    }

    /// The role of a session; nil if its person was removed.
    func role(of session: Session) -> ControlRole? {
        guard let name = session.person else { return session.role }
        return people.first { $0.name == name }.map { min($0.role, session.most ?? $0.role) }
    }
}

/// An element of a stored list, which is read without errors.
private struct StoredElement<Value: Decodable>: Decodable {
    /// Nil if the element cannot be read.
    var value: Value?
    /// The name of an element that cannot be read.
    var name: String?

    private enum CodingKeys: String, CodingKey {
        case name
    }

    init(from decoder: any Decoder) {
        value = try? Value(from: decoder)
        guard value == nil else { return }
        name = try? decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
    }
}

/// Stores people and sessions.
public protocol AccessStore: Sendable {
    /// The reason that saved records are lost when the daemon ends, with its remedy; nil if they are not lost, or are
    /// lost on purpose.
    var loss: String? { get }

    /// The record stored last; nil if none was stored.
    ///
    /// If it cannot be read, or not completely, the next `save` keeps its stored form in another place.
    ///
    /// - Throws: `ControlError` if the record cannot be read.
    func load() async throws(ControlError) -> AccessRecord?

    /// Stores a record. When this returns, the record survives a loss of power, unless `loss` says otherwise.
    ///
    /// - Throws: `ControlError` if the record cannot be stored.
    func save(_ record: AccessRecord) async throws(ControlError)
}
