import AppGroupPlatform
public import CoreMetrics
public import HTTPTypes
import Synchronization

/// Counts requests and measures their durations, by method, route and status.
///
/// All three have few values: an unusual method is `OTHER`, and Hummingbird names the route of an unknown path `NotFound`.
public final class RequestMeter: Sendable {
    private struct Kind: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    private let factory: any MetricsFactory
    private let durations = Mutex<[Kind: any TimerHandler]>([:])
    private let active: any MeterHandler

    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    /// - Parameter factory: Where the metrics are collected.
    public init(factory: any MetricsFactory) {
        self.factory = factory
        active = factory.makeMeter(label: "http_server_active_requests", dimensions: [])
    }

    /// Counts a request that is being answered. ``end(_:route:status:after:)`` ends it.
    public func begin() { active.increment(by: 1) }

    /// Counts an answer.
    public func end(_ method: HTTPRequest.Method, route: String?, status: HTTPResponse.Status, after duration: Duration)
    {
        active.decrement(by: 1)
        let kind = Kind(
            method: Self.methods.contains(method.rawValue) ? method.rawValue : "OTHER", route: route ?? "",
            status: status.code)
        let timer = durations.withLock { durations in
            if let timer = durations[kind] { return timer }
            let timer = factory.makeTimer(
                label: "http_server_request_duration",
                dimensions: [("method", kind.method), ("route", kind.route), ("status", "\(kind.status)")])
            durations[kind] = timer
            return timer
        }
        timer.recordNanoseconds(duration.wholeNanoseconds)
    }
}
