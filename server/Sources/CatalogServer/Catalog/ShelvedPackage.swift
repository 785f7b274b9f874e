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

    /// A release as a catalog shows it.
    private struct Shown: Hashable {
        let place: Int
        let hasNotes: Bool
    }

    private struct State {
        /// The JSON of each release that was needed.
        var texts: [Shown: [UInt8]] = [:]
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
            let texts = try shown(selection).map { shown in
                if let known = state.texts[shown] { return known }
                var release = CatalogRelease(releases[shown.place])
                if !shown.hasNotes { release.notes = "" }
                let text = Array(try JSON.encode(release))
                state.texts[shown] = text
                return text
            }
            let frame = try JSONFrame(CatalogPackage(id, releases[newest].contents, releases: []), list: "releases")
            let piece = try CatalogPiece(
                id, selection.map { releases[$0] }, texts: texts, frame: frame, room: room)
            if piece.canStay { state.pieces[selection] = piece }
            return piece
        }
    }

    /// How many bytes of notes a catalog has for a package and a platform: enough for the longest notes of the newest release there.
    /// The notes of all releases could make a catalog larger than what clients read.
    private static let mostNotes = ReleaseNotes.longest

    /// The releases of a selection, with the notes of the newest ones for each platform.
    private func shown(_ selection: Selection) -> [Shown] {
        var taken: [CatalogPlatform: Int] = [:]
        return selection.map { place in
            let release = releases[place]
            taken[release.contents.platform, default: 0] += release.terms.notes.utf8.count
            return Shown(place: place, hasNotes: taken[release.contents.platform, default: 0] <= Self.mostNotes)
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
