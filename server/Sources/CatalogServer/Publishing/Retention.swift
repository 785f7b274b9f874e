import AppCatalog

/// Which releases of a package nobody needs any more, where a server keeps only the newest.
enum Retention {
    private struct Kind: Hashable {
        let channel: ReleaseChannel
        let platform: CatalogPlatform
    }

    /// Those that come after the newest `keep` of their channel and platform.
    static func superseded(_ releases: [Release], keep: Int) -> [Release] {
        Dictionary(grouping: releases) { Kind(channel: $0.terms.channel, platform: $0.contents.platform) }.values
            .flatMap { $0.sorted { $0.isNewer(than: $1) }.dropFirst(keep) }
    }
}
