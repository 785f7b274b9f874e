import AppCatalog
import AppGroup
import Serving
import Synchronization

/// A package's offered releases, newest first, and what catalogs show of them.
final class ShelvedPackage: Sendable {
    let id: AppID
    let releases: [Release]

    /// The places of some of the releases.
    private typealias Selection = [Int]

    private struct State {
        /// The JSON of each release that was needed.
        var texts: [Int: [UInt8]] = [:]
        var pieces: [Selection: CatalogPiece] = [:]
    }

    /// The places of the releases of each channel and of those before it; `nil` if who gets them depends on the user.
    private let selections: [ReleaseChannel: Selection]?
    private let room: PieceRoom
    private let state = Mutex(State())

    /// - Parameters:
    ///   - releases: Offered releases of the package, in any order; at least one.
    ///   - room: For what catalogs show.
    init(_ id: AppID, _ releases: [Release], room: PieceRoom) {
        let releases = releases.sorted { $0.isNewer(than: $1) }
        self.id = id
        self.releases = releases
        self.room = room
        let isForAll = releases.allSatisfy { $0.terms.rollout == .complete }
        selections =
            !isForAll
            ? nil
            : Dictionary(
                uniqueKeysWithValues: ReleaseChannel.allCases.map { channel in
                    (channel, releases.indices.filter { channel.includes(releases[$0].terms.channel) })
                })
    }

    /// The approximate memory that it takes without pieces, in bytes.
    var cost: Int { releases.reduce(400) { $0 + 1_500 + 2 * $1.terms.notes.utf8.count } }

    /// The releases that a user with a grant up to a channel may have.
    func visible(to user: User.ID, upTo channel: ReleaseChannel) -> [Release] {
        selection(for: user, upTo: channel).map { releases[$0] }
    }

    /// What such a user's catalog shows; `nil` if they may have none of the releases.
    func piece(for user: User.ID, upTo channel: ReleaseChannel) throws -> CatalogPiece? {
        let selection = selection(for: user, upTo: channel)
        guard let newest = selection.first else { return nil }
        return try state.withLock { state in
            if let known = state.pieces[selection] { return known }
            let texts = try selection.map { place in
                if let known = state.texts[place] { return known }
                let text = Array(try JSON.encode(CatalogRelease(releases[place])))
                state.texts[place] = text
                return text
            }
            let frame = try JSONFrame(CatalogPackage(id, releases[newest].contents, releases: []), list: "releases")
            let piece = try CatalogPiece(
                id, selection.map { releases[$0] }, texts: texts, frame: frame, room: room)
            if piece.canStay { state.pieces[selection] = piece }
            return piece
        }
    }

    private func selection(for user: User.ID, upTo channel: ReleaseChannel) -> Selection {
        if let selections { return selections[channel] ?? [] }
        return releases.indices.filter { place in
            let release = releases[place]
            return channel.includes(release.terms.channel)
                && release.terms.rollout.includes(user, for: release.contents)
        }
    }
}

extension CatalogPackage {
    /// A package as its users see it: named as in its newest release.
    init(_ id: AppID, _ newest: Release.Contents, releases: [CatalogRelease]) {
        self.init(
            id: "\(id)", name: "\(newest.name)", schemes: newest.schemes.map { "\($0)" },
            icon: CatalogIcon(
                path: "/v1/packages/\(id)/icons/\(newest.icon.digest)", type: newest.icon.format.rawValue,
                sha256: "\(newest.icon.digest)"),
            releases: releases)
    }
}

extension CatalogRelease {
    /// A release as its users see it.
    init(_ release: Release) {
        let contents = release.contents
        self.init(
            version: contents.version?.description, build: contents.build?.description, channel: release.terms.channel,
            platform: contents.platform, minimumSystem: contents.minimumSystem?.description, size: contents.size,
            unpackedSize: contents.unpackedSize, sha256: "\(contents.digest)", notes: release.terms.notes,
            published: "\(release.published)", path: "/v1/packages/\(contents.package)/releases/\(contents.digest)/file"
        )
    }
}

extension Release {
    /// Compares by version, then by build, then by the time of publication.
    func isNewer(than other: Release) -> Bool {
        let byVersion = VersionOrder.compare(
            contents.version?.description ?? "", other.contents.version?.description ?? "")
        if byVersion != 0 { return byVersion > 0 }
        let byBuild = VersionOrder.compare(contents.build?.description ?? "", other.contents.build?.description ?? "")
        if byBuild != 0 { return byBuild > 0 }
        return id.rawValue > other.id.rawValue
    }
}
