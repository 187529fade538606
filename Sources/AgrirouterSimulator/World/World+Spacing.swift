// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

extension World {
    /// The minimum time between two requests of one kind, in seconds.
    var minimumSpacing: Double { (options.environment == "QA" ? 10 : 5) * options.spacingFactor }

    /// Counts a POST and returns a refusal if it came too early.
    ///
    /// - Parameter time: When it was sent, according to its envelope if the clock follows requests, otherwise the
    ///   current time.
    mutating func countPost(_ id: String, at time: UTCTime) -> HTTPAnswer? {
        guard var endpoint = endpoints[id] else { return nil }
        if clock.following != nil { checkGets(endpoint.traffic, until: time) }
        let answer = count(&endpoint.traffic.posts, "POSTs", at: time)
        endpoint.traffic.getsSincePost = 0
        endpoints[id] = endpoint
        return answer
    }

    /// Counts a GET and returns a refusal if it came too early. A GET directly after one that returned items is exempt.
    mutating func countGet(_ id: String) -> HTTPAnswer? {
        guard var endpoint = endpoints[id] else { return nil }
        defer { endpoints[id] = endpoint }
        if endpoint.traffic.lastGetBroughtItems {
            endpoint.traffic.gets.count += 1
            endpoint.traffic.gets.last = now
            return nil
        }
        endpoint.traffic.getsSincePost += 1
        // A GET does not contain its time of sending. With a clock that follows requests, GETs are counted between
        // POSTs.
        guard clock.following == nil else {
            endpoint.traffic.gets.count += 1
            return nil
        }
        return count(&endpoint.traffic.gets, "GETs", at: now)
    }

    private mutating func count(_ line: inout Traffic.Line, _ name: String, at time: UTCTime) -> HTTPAnswer? {
        line.count += 1
        defer { line.last = time }
        guard let last = line.last else { return nil }
        let spacing = time.seconds(since: last)
        line.spacings.append(spacing)
        if line.spacings.count > 1000 { line.spacings.removeFirst(500) }
        // The check of the envelope reports a time that went back.
        guard spacing < minimumSpacing - options.spacingTolerance, spacing >= 0 else { return nil }
        line.tooEarly += 1
        violate("M-10", "two \(name) are \(spacing) s apart; the minimum is \(minimumSpacing) s")
        guard options.spacingLimit > 0, line.tooEarly >= options.spacingLimit else { return nil }
        return HTTPAnswer(429, [("Retry-After", "30")])
    }

    private mutating func checkGets(_ traffic: Traffic, until time: UTCTime) {
        guard let last = traffic.posts.last, minimumSpacing > 0 else { return }
        let span = max(0, time.seconds(since: last))
        let allowed = Int((span + options.spacingTolerance) / minimumSpacing) + 1
        guard traffic.getsSincePost > allowed else { return }
        violate("M-10", "\(traffic.getsSincePost) GETs within \(span) s; at most \(allowed) are allowed")
    }
}
