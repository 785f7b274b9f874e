import Accounts

/// Metrics of what is kept in memory of the database.
struct CacheMetrics: Sendable {
    /// The most memory that the caches should take together, in bytes.
    let limit: Int
    let usage: @Sendable () -> [CacheUsage]

    /// In Prometheus's text format.
    var exposition: String {
        let usage = usage()
        let lines =
            ["# TYPE catalog_cache_bytes gauge"]
            + usage.map { "catalog_cache_bytes{cache=\"\($0.cache)\"} \($0.bytes)" }
            + ["# TYPE catalog_cache_limit_bytes gauge", "catalog_cache_limit_bytes \(limit)"]
            + ["# TYPE catalog_cache_misses_total counter"]
            + usage.map { "catalog_cache_misses_total{cache=\"\($0.cache)\"} \($0.misses)" }
        return lines.joined(separator: "\n") + "\n"
    }
}
