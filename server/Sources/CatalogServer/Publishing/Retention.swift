import AppCatalog

/// Decides which releases of a package to remove on a server that keeps only the newest.
enum Retention {
    private struct Kind: Hashable {
        let channel: ReleaseChannel
        let platform: CatalogPlatform
    }

    /// The releases that are older than the newest `keep` of their channel and platform, counting only releases that all users
    /// get: neither withdrawn ones nor those with a partial rollout.
    ///
    /// - Parameter keep: At least 1.
    static func superseded(_ releases: [Release], keep: Int) -> [Release] {
        Dictionary(grouping: releases) { Kind(channel: $0.terms.channel, platform: $0.contents.platform) }.values
            .flatMap { releases in
                let sorted = releases.sorted { $0.isNewer(than: $1) }
                let last = sorted.indices.filter { sorted[$0].terms.isForAll }.dropFirst(keep - 1).first
                return last.map { sorted[($0 + 1)...] } ?? []
            }
    }
}

extension Release.Terms {
    /// Whether all users of the channel get the release.
    fileprivate var isForAll: Bool { withdrawn == nil && rollout == .complete }
}
