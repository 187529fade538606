// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The result of checking captures: whether each is as the gateway sealed it, and whether their chain is whole.
public struct CaptureVerification: Codable, Hashable, Sendable {
    /// The result for a capture, and for all together, the worst last.
    public enum Outcome: String, Codable, Sendable, Comparable, CaseIterable {
        /// Everything is as it was sealed.
        case valid
        /// The parts are sealed, but not in one chain, or not in that of the photos that the gateway still has.
        case brokenChain = "broken_chain"
        /// The seal is by another key than the expected one.
        case wrongKey = "wrong_key"
        /// A part was changed, is missing, or was added.
        case altered

        public static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }
        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// A problem.
    public struct Finding: Codable, Hashable, Sendable {
        /// The result to which it leads.
        public var outcome: Outcome
        /// The part: the name of a file, of a group of the record (`record-1.json: position`),
        /// `archive` or `chain`.
        public var part: String
        /// The problem, for people.
        public var text: String

        /// The largest number of findings of a capture and of the chain, because files of others could have millions.
        static let limit = 1000

        init(_ outcome: Outcome, _ part: String, _ text: String) {
            (self.outcome, self.part, self.text) = (outcome, part, text)
        }
    }

    /// A capture.
    public struct Capture: Codable, Hashable, Sendable {
        /// The capture's ID; nil if no manifest can be read.
        public var id: String?
        /// The folder or archive.
        public var place: String
        /// The number of revisions.
        public var revisions = 0
        /// When its gateway deleted it, although its files are here. Nil if no manifest of a deletion names it.
        public var deleted: Timestamp?
        public var outcome = Outcome.valid
        /// The first 1000 findings, and one that says that there are more.
        public var findings: [Finding] = []
    }

    /// The chain of all manifests that were found.
    public struct Chain: Codable, Hashable, Sendable {
        /// The lowest and the highest number; nil if there is no manifest.
        public var first: Int64?
        public var last: Int64?
        /// The numbers between them that are missing and are not those of deleted captures, at most 100.
        public var missing: [Int64] = []
        /// The numbers of manifests of deleted captures.
        public var deleted: [Int64] = []
        /// The first 1000 findings, and one that says that there are more.
        public var findings: [Finding] = []

        /// True if no manifest from the first to the last is missing.
        public var isWhole: Bool { missing.isEmpty && findings.isEmpty }
    }

    public var outcome = Outcome.valid
    public var captures: [Capture] = []
    public var chain = Chain()
    /// The keys by which the manifests are signed, each once.
    public var keys: [String] = []
    /// True if the keys were compared with an expected one.
    public var isKeyExpected = false

    /// True if nothing was found that should not be.
    public var isValid: Bool { outcome == .valid }

    /// Checks captures.
    ///
    /// - Parameters:
    ///   - captures: The files of each capture.
    ///   - key: The expected key; nil to accept any, as long as it is the same for all.
    ///   - isComplete: True if the chain must have no gap, and no capture may be one that its gateway deleted.
    public init(_ captures: [any CaptureFiles], by key: VerificationKey? = nil, isComplete: Bool = false) {
        isKeyExpected = key != nil
        var checks: [CaptureCheck] = []
        for files in captures {
            var check = CaptureCheck(files, key)
            check.run()
            checks.append(check)
        }
        let links = checks.flatMap(\.links)
        let deletions = CaptureDeletions(links)
        for var check in checks {
            check.note(deletions, isFinding: isComplete)
            self.captures.append(check.capture)
        }
        keys = Array(Set(links.map(\.manifest.key))).sorted()
        if keys.count > 1, key == nil {
            find(.wrongKey, "the manifests are signed by \(keys.count) keys: " + keys.joined(separator: ", "))
        }
        link(links)
        if isComplete, !chain.missing.isEmpty || chain.first != 1 {
            let text = chain.missing.isEmpty ? "it does not begin with number 1" : "numbers are missing: \(gaps)"
            find(.brokenChain, text)
        }
        outcome = max(outcome, self.captures.map(\.outcome).max() ?? .valid)
    }

    /// Adds a finding of the chain.
    private mutating func find(_ outcome: Outcome, _ text: String) {
        self.outcome = max(self.outcome, outcome)
        chain.findings.add(Finding(outcome, "chain", text))
    }

    /// The missing numbers, for people.
    public var gaps: String { chain.missing.map(String.init).joined(separator: ", ") }

    private mutating func link(_ links: [CheckedLink]) {
        var known: [Int64: (hash: String, previous: String?)] = [:]
        for link in links {
            let manifest = link.manifest
            note(manifest.sequence, link.hash, manifest.previous, in: &known)
            for deleted in manifest.deleted ?? [] {
                note(deleted.sequence, deleted.sha256, deleted.previous, in: &known)
                chain.deleted.append(deleted.sequence)
            }
        }
        chain.deleted = Array(Set(chain.deleted)).sorted()
        let numbers = known.keys.sorted()
        (chain.first, chain.last) = (numbers.first, numbers.last)
        for (number, next) in zip(numbers, numbers.dropFirst()) {
            if next == number + 1 {
                guard known[next]?.previous != known[number]?.hash else { continue }
                find(.brokenChain, "number \(next) does not follow number \(number)")
            } else {
                chain.missing += (number + 1..<next).prefix(max(0, 100 - chain.missing.count))
            }
        }
        if let first = known[1], first.previous != nil {
            find(.brokenChain, "number 1 names a predecessor")
        }
    }

    private mutating func note(
        _ number: Int64, _ hash: String, _ previous: String?, in known: inout [Int64: (hash: String, previous: String?)]
    ) {
        guard number >= 1 else {
            return find(.altered, "a manifest has number \(number), and 1 is the first")
        }
        if let other = known[number], other.hash != hash {
            find(.brokenChain, "two different manifests have number \(number)")
        }
        known[number] = (hash, previous)
    }
}

extension [CaptureVerification.Finding] {
    /// Adds a finding; beyond the limit only one that says that there are more.
    fileprivate mutating func add(_ finding: CaptureVerification.Finding) {
        let limit = CaptureVerification.Finding.limit
        guard count <= limit else { return }
        append(
            count < limit
                ? finding : .init(finding.outcome, finding.part, "there are more findings, which are not listed"))
    }
}

/// A manifest whose signature is valid.
struct CheckedLink {
    let manifest: CaptureManifest
    let hash: String
}

/// The manifests that gateways deleted.
private struct CaptureDeletions {
    private struct Name: Hashable {
        let key: String
        let sequence: Int64
        let hash: String
    }

    private var instants: [Name: Timestamp] = [:]

    init(_ links: [CheckedLink]) {
        for manifest in links.map(\.manifest) where manifest.reason == .deletion {
            for link in manifest.deleted ?? [] {
                instants[Name(key: manifest.key, sequence: link.sequence, hash: link.sha256)] = manifest.sealed
            }
        }
    }

    /// When the gateway that sealed a manifest deleted it; nil if it did not.
    func instant(of link: CheckedLink) -> Timestamp? {
        instants[Name(key: link.manifest.key, sequence: link.manifest.sequence, hash: link.hash)]
    }
}

/// Checks the files of one capture.
private struct CaptureCheck {
    private let files: any CaptureFiles
    private let expected: VerificationKey?
    var capture: CaptureVerification.Capture
    var links: [CheckedLink] = []
    /// The names of the files that a manifest mentions, or that belong to one.
    private var mentioned: Set<String> = [CaptureFileName.key]

    init(_ files: any CaptureFiles, _ key: VerificationKey?) {
        (self.files, expected) = (files, key)
        capture = CaptureVerification.Capture(id: nil, place: files.place)
    }

    mutating func run() {
        if let problem = files.problem { return find(.altered, "archive", problem) }
        let revisions = files.names.compactMap(CaptureFileName.revision(ofManifest:)).sorted()
        capture.revisions = revisions.count
        for revision in revisions { check(revision) }
        if revisions.isEmpty { find(.altered, "manifest", "there is no manifest") }
        // Of a deleted capture, only the manifest of the deletion remains.
        let isDeleted = links.contains { $0.manifest.reason == .deletion }
        if let last = revisions.last, revisions.count != last, !isDeleted {
            find(.altered, "manifest", "the manifests are not numbered from 1 to \(last)")
        }
        checkFiles()
        for name in files.names where !mentioned.contains(name) {
            find(.altered, shown(name), "the file does not belong to the capture")
        }
    }

    /// Notes whether the capture's gateway deleted it, according to a manifest of any capture.
    mutating func note(_ deletions: CaptureDeletions, isFinding: Bool) {
        capture.deleted = links.compactMap(deletions.instant).max()
        guard isFinding, capture.deleted != nil else { return }
        find(.brokenChain, "manifest", "the photo is here, although its gateway deleted it")
    }

    private mutating func find(_ outcome: CaptureVerification.Outcome, _ part: String, _ text: String) {
        capture.outcome = max(capture.outcome, outcome)
        capture.findings.add(.init(outcome, part, text))
    }

    private func shown(_ name: String) -> String { String(name.prefix(100)) }

    private mutating func check(_ revision: Int) {
        let name = CaptureFileName.manifest(revision)
        mentioned.formUnion([name, CaptureFileName.signature(revision), CaptureFileName.record(revision)])
        guard let bytes = read(name), let signature = read(CaptureFileName.signature(revision)) else { return }
        guard let manifest = manifest(bytes, name) else { return }
        // A deletion seals no record, so a record beside it is an additional file.
        if manifest.reason == .deletion { mentioned.remove(CaptureFileName.record(revision)) }
        guard let key = VerificationKey(manifest.key) else {
            return find(.altered, name, "its key is malformed")
        }
        guard key.isValid(signature, for: bytes) else {
            return find(.altered, name, "the signature does not match: the manifest or its signature was changed")
        }
        if let expected, key != expected {
            find(.wrongKey, name, "it is signed by the key \(key.text), not by \(expected.text)")
        }
        guard manifest.revision == revision else {
            return find(.altered, name, "it is the manifest of revision \(manifest.revision)")
        }
        if let id = capture.id, id != manifest.capture {
            return find(.altered, name, "it belongs to the capture \(manifest.capture)")
        }
        capture.id = manifest.capture
        links.append(CheckedLink(manifest: manifest, hash: CaptureHash.text(of: bytes)))
        if manifest.reason != .deletion { checkRecord(manifest) }
    }

    private mutating func read(_ name: String) -> [UInt8]? {
        do throws(CaptureFileError) {
            return try files.bytes(of: name)
        } catch {
            find(.altered, shown(name), error.description)
            return nil
        }
    }

    private mutating func manifest(_ bytes: [UInt8], _ name: String) -> CaptureManifest? {
        do {
            let value = try JSONValue(parsing: bytes)
            guard value["format"]?.text == CaptureManifest.format else {
                find(.altered, name, "its format is not \(CaptureManifest.format)")
                return nil
            }
            // Otherwise two readers could read two different manifests.
            guard value.canonical == bytes else {
                find(.altered, name, "its text is not canonical")
                return nil
            }
            return try value.decoded()
        } catch {
            find(
                .altered, name, "it is not a manifest: \((error as? JSONTextError)?.description ?? "a member is wrong")"
            )
            return nil
        }
    }

    /// Checks the record of a revision, group by group, so that a finding names the group that was changed.
    private mutating func checkRecord(_ manifest: CaptureManifest) {
        let name = CaptureFileName.record(manifest.revision)
        guard let bytes = read(name) else { return }
        let record: JSONValue
        do throws(JSONTextError) {
            record = try JSONValue(parsing: bytes)
        } catch {
            return find(.altered, name, "it is not JSON: \(error)")
        }
        let (found, sealed) = (Self.byBytes(CaptureManifest.hashes(of: record)), Self.byBytes(manifest.record))
        let names = Set(found.keys).union(sealed.keys)
        let changed = names.filter { found[$0] != sealed[$0] }.sorted { $0.lexicographicallyPrecedes($1) }
        for group in changed {
            let text =
                found[group] == nil
                ? "this group is missing"
                : sealed[group] == nil ? "this group was added" : "this group was changed"
            find(.altered, "\(name): \(String(decoding: group, as: UTF8.self).prefix(100))", text)
        }
        if changed.isEmpty, record.canonical != bytes { find(.altered, name, "its text is not canonical") }
    }

    /// The hashes by the bytes of the names, because strings are equal if they differ only in their Unicode form.
    private static func byBytes(_ hashes: [String: String]) -> [[UInt8]: String] {
        Dictionary(hashes.map { (Array($0.key.utf8), $0.value) }, uniquingKeysWith: { $1 })
    }

    /// Checks the files that the manifests mention. A later revision may replace a file by one with another name.
    private mutating func checkFiles() {
        var hashes: [String: CaptureManifest.File] = [:]
        for link in links {
            for (name, file) in link.manifest.files {
                guard CaptureFileName.isAllowed(name) else {
                    find(.altered, shown(name), "a manifest names a file with a forbidden name")
                    continue
                }
                if let other = hashes[name], other != file {
                    find(.altered, shown(name), "two revisions give different hashes")
                }
                hashes[name] = file
            }
        }
        for (name, file) in hashes.sorted(by: { $0.key < $1.key }) {
            mentioned.insert(name)
            guard let bytes = read(name) else { continue }
            guard bytes.count == file.bytes else {
                find(.altered, name, "it has \(bytes.count) bytes instead of \(file.bytes)")
                continue
            }
            if CaptureHash.text(of: bytes) != file.sha256 { find(.altered, name, "it was changed") }
        }
    }
}
