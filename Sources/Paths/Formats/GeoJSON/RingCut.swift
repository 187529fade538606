// SPDX-License-Identifier: Apache-2.0

/// Cuts a ring along a meridian into rings on both sides.
///
/// The crossings with the meridian divide the ring into chains, each of which stays on one side. Along the meridian,
/// the interior of the ring extends from the first crossing to the second, from the third to the fourth, and so on.
/// Joining the chains of one side by these pieces gives its rings. This also applies to rings that cross themselves.
struct RingCut {
    /// A part of the ring on one side, with the indices of the crossings at its ends.
    private struct Chain {
        var isEast: Bool
        var places: [Place]
        var start = 0
        var end = 0
    }

    private let ring: [Place]
    private let meridian: Double
    private var crossings: [Place] = []

    /// Creates a cut of a ring whose last corner is implicitly joined to the first.
    init(ring: [Place], at meridian: Double) { (self.ring, self.meridian) = (ring, meridian) }

    /// The rings on both sides; the ring itself if it does not cross the meridian.
    var parts: [[Place]] {
        var cut = self
        let chains = cut.chains()
        guard !chains.isEmpty else { return [ring] }
        let partners = cut.partners()
        return [false, true].flatMap { side in
            cut.joined(chains.filter { $0.isEast == side }, partners)
        }
    }

    private func isEast(_ place: Place) -> Bool { place.longitude >= meridian }

    /// The chains in order; empty if the ring does not cross the meridian.
    private mutating func chains() -> [Chain] {
        guard let start = ring.indices.first(where: { isEast(ring[$0]) != isEast(ring[before($0)]) }) else { return [] }
        var chains: [Chain] = []
        for offset in ring.indices {
            let index = (start + offset) % ring.count
            let place = ring[index]
            if chains.last?.isEast != isEast(place) {
                let crossing = ring[before(index)].crossing(place, at: meridian)
                if !chains.isEmpty { chains[chains.count - 1].end = crossings.count }
                chains.append(Chain(isEast: isEast(place), places: [], start: crossings.count))
                crossings.append(crossing)
            }
            chains[chains.count - 1].places.append(place)
        }
        return chains
    }

    private func before(_ index: Int) -> Int { index == 0 ? ring.count - 1 : index - 1 }

    /// For each crossing, the crossing at the other end of the interior along the meridian.
    private func partners() -> [Int] {
        let order = crossings.indices.sorted { (crossings[$0].latitude, $0) < (crossings[$1].latitude, $1) }
        var partners = Array(crossings.indices)
        for pair in stride(from: 0, to: order.count - 1, by: 2) {
            partners[order[pair]] = order[pair + 1]
            partners[order[pair + 1]] = order[pair]
        }
        return partners
    }

    /// Joins the chains of one side to rings. Each crossing is an end of exactly one chain on this side.
    private func joined(_ chains: [Chain], _ partners: [Int]) -> [[Place]] {
        var chainAt: [Int: Int] = [:]
        for (number, chain) in chains.enumerated() { (chainAt[chain.start], chainAt[chain.end]) = (number, number) }
        var isUsed = Array(repeating: false, count: chains.count)
        return chains.indices.compactMap { first in
            guard !isUsed[first] else { return nil }
            var ring: [Place] = []
            var (next, from): (Int?, Int) = (first, chains[first].start)
            while let number = next, !isUsed[number] {
                isUsed[number] = true
                let chain = chains[number]
                let isForward = chain.start == from
                let end = isForward ? chain.end : chain.start
                ring.append(crossings[from])
                ring.append(contentsOf: isForward ? chain.places : chain.places.reversed())
                ring.append(crossings[end])
                from = partners[end]
                next = chainAt[from]
            }
            return ring
        }
    }
}
