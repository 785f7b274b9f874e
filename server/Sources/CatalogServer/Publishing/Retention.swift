import AppCatalog

/// Which releases of a package nobody needs any more, where a server keeps only the newest.
enum Retention {
    private struct Kind: Hashable {
        let channel: ReleaseChannel
        let platform: CatalogPlatform
    }

    /// Those that are older than the newest `keep` of their channel and platform that all users get: neither withdrawn, nor
    /// for some of them alone.
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
    /// Whether everyone gets it who may have the channel.
    fileprivate var isForAll: Bool { withdrawn == nil && rollout == .complete }
}
