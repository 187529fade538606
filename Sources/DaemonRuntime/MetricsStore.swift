// SPDX-License-Identifier: Apache-2.0

public import CoreMetrics
internal import Synchronization

/// The back end of swift-metrics: stores counts and measurements for Prometheus to fetch.
///
/// Labels become Prometheus names (`gnss_gateway_reloads_total`), and dimensions become Prometheus labels. Recorders
/// and timers become histograms; timers are in seconds. A metric is kept for the lifetime of the store. The store
/// keeps at most `mostMetrics` metrics and ignores further ones.
public final class MetricsStore: MetricsFactory {
    /// The maximum number of metrics. It is limited because names or dimensions may be derived from external data.
    public static let mostMetrics = 2000

    /// Protects the table of metrics. Each metric has its own lock, which is never taken while this one is held.
    private let metrics = Mutex<[Key: Metric]>([:])

    struct Key: Hashable {
        var name: String
        /// Names and values alternately, in Prometheus form.
        var labels: [String]
    }

    public init() {}

    /// Makes this the back end of swift-metrics. Call it once per process.
    public func bootstrap() { MetricsSystem.bootstrap(self) }

    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        metric(label, dimensions, .counter)
    }

    /// Creates a counter for fractional amounts.
    public func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        metric(label, dimensions, .counter)
    }

    /// Creates a gauge, which can rise and fall.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        metric(label, dimensions, .gauge)
    }

    /// Creates a gauge with the last value, or a histogram if values are aggregated.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        metric(label, dimensions, aggregate ? .histogram : .gauge)
    }

    /// Creates a histogram of seconds.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        metric(label, dimensions, .histogram)
    }

    /// Does nothing, so that the counts stay available.
    public func destroyCounter(_ handler: any CounterHandler) {}
    /// Does nothing, so that the counts stay available.
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    /// Does nothing, so that the value stays available.
    public func destroyMeter(_ handler: any MeterHandler) {}
    /// Does nothing, so that the values stay available.
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Does nothing, so that the values stay available.
    public func destroyTimer(_ handler: any TimerHandler) {}

    /// Writes all metrics, ordered by name.
    package func write(to text: inout PrometheusText) {
        let families = Dictionary(grouping: metrics.withLock { Array($0) }, by: \.key.name)
        for (name, members) in families.sorted(by: { $0.key < $1.key }) {
            // All metrics of one name must have the same kind.
            guard let kind = members.first?.value.kind else { continue }
            let sorted = members.filter { $0.value.kind == kind }
                .sorted { $0.key.labels.lexicographicallyPrecedes($1.key.labels) }
            text.family(name, kind, "Counted by the program.", sorted.flatMap { $0.value.samples($0.key.pairs) })
        }
    }

    private func metric(_ label: String, _ dimensions: [(String, String)], _ kind: PrometheusText.Kind) -> Metric {
        let name = PrometheusText.name(label)
        let labels = dimensions.sorted { $0.0 < $1.0 }.flatMap { [PrometheusText.name($0.0), $0.1] }
        return metrics.withLock { metrics in
            let key = Key(name: name, labels: labels)
            if let known = metrics[key], known.kind == kind { return known }
            let metric = Metric(kind)
            if metrics[key] == nil, metrics.count < Self.mostMetrics { metrics[key] = metric }
            return metric
        }
    }
}

extension MetricsStore.Key {
    fileprivate var pairs: [(String, String)] {
        stride(from: 0, to: labels.count - 1, by: 2).map { (labels[$0], labels[$0 + 1]) }
    }
}

/// One metric of any kind. Its numbers are always finite.
private final class Metric: CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    /// The upper limits of the histogram's buckets, in seconds or in the recorded unit.
    static let bounds = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]

    let kind: PrometheusText.Kind
    /// Protects this metric's numbers.
    private let state = Mutex(State())

    private struct State {
        var value = 0.0
        var count = 0.0
        var buckets = [Double](repeating: 0, count: Metric.bounds.count)
    }

    init(_ kind: PrometheusText.Kind) { self.kind = kind }

    func increment(by amount: Int64) { add(Double(amount)) }
    func increment(by amount: Double) { add(amount) }
    func decrement(by amount: Double) { add(-amount) }
    func reset() { state.withLock { $0 = State() } }
    func set(_ value: Int64) { put(Double(value)) }
    func set(_ value: Double) { put(value) }
    func record(_ value: Int64) { record(Double(value)) }
    func record(_ value: Double) { kind == .histogram ? observe(value) : put(value) }
    func recordNanoseconds(_ duration: Int64) { observe(Double(duration) / 1e9) }

    func samples(_ labels: [(String, String)]) -> [PrometheusText.Sample] {
        let state = state.withLock { $0 }
        guard kind == .histogram else { return [PrometheusText.Sample(labels: labels, value: state.value)] }
        let buckets = zip(Self.bounds, state.buckets).map { bound, count in
            PrometheusText.Sample(labels: labels + [("le", "\(bound)")], value: count, suffix: "_bucket")
        }
        return buckets + [
            PrometheusText.Sample(labels: labels + [("le", "+Inf")], value: state.count, suffix: "_bucket"),
            PrometheusText.Sample(labels: labels, value: state.value, suffix: "_sum"),
            PrometheusText.Sample(labels: labels, value: state.count, suffix: "_count"),
        ]
    }

    private func add(_ amount: Double) {
        guard amount.isFinite, kind != .counter || amount >= 0 else { return }
        state.withLock { $0.value += amount }
    }

    private func put(_ value: Double) {
        if value.isFinite { state.withLock { $0.value = value } }
    }

    private func observe(_ value: Double) {
        guard value.isFinite else { return }
        state.withLock { state in
            state.value += value
            state.count += 1
            for (index, bound) in Self.bounds.enumerated() where value <= bound { state.buckets[index] += 1 }
        }
    }
}
