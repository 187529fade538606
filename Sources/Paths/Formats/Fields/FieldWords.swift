// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

// The words that stand in files for what is an enumeration here; where the control interface has a word, the same.

/// An enumeration each of whose cases has a word.
protocol HasWord: CaseIterable {
    /// The word.
    var word: String { get }
}

extension HasWord {
    /// What a word stands for, nil for another word.
    init?(word: String) {
        guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = found
    }

    /// All words, as an error names them.
    static var words: String { allCases.map(\.word).joined(separator: ", ") }
}

extension PathPoint.Origin: HasWord {
    var word: String {
        switch self {
        case .recorded: "recorded"
        case .vertex: "vertex"
        case .centroid: "centroid"
        }
    }
}

extension FixKind: HasWord {
    var word: String {
        switch self {
        case .none: "none"
        case .twoDimensional: "2d"
        case .threeDimensional: "3d"
        }
    }
}

extension FixQuality: HasWord {
    var word: String {
        switch self {
        case .invalid: "invalid"
        case .autonomous: "autonomous"
        case .differential: "differential"
        case .precise: "precise"
        case .rtkFixed: "rtk_fixed"
        case .rtkFloat: "rtk_float"
        case .deadReckoning: "dead_reckoning"
        case .manual: "manual"
        case .simulated: "simulated"
        case .combinedDeadReckoning: "combined_dead_reckoning"
        }
    }
}

extension AccuracyOrigin: HasWord {
    var word: String {
        switch self {
        case .receiver: "receiver"
        case .errorStatistics: "error_statistics"
        case .dilutionOfPrecision: "dilution_of_precision"
        }
    }
}

extension Authentication.State: HasWord {
    var word: String { code }
}
