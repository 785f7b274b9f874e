import AppCatalog
import AppGroup
import Synchronization

/// All offered releases as of one moment, in the order of catalogs.
struct ReleaseShelf: Sendable {
    /// Distinguishes the shelves of this process.
    struct Version: Hashable, Sendable {
        private let number: Int
        private static let last = Atomic<Int>(0)

        /// A new one.
        init() { number = Self.last.add(1, ordering: .relaxed).newValue }
    }

    /// Ordered by identifier. Packages without an offered release are left out.
    let packages: [ShelvedPackage]
    let version = Version()
    /// The approximate memory that it takes, in bytes.
    let cost: Int
    private let numbers: PackageNumbers
    private let room: PieceRoom
    /// The place of each package by its number; -1 if it is not here.
    private let places: [Int32]

    /// - Parameters:
    ///   - numbers: The numbers of packages in this process.
    ///   - room: For what catalogs show of the releases.
    init(_ releases: [Release], numbers: PackageNumbers, room: PieceRoom) {
        let packages = Self.packages(of: releases, room: room).sorted { $0.id < $1.id }
        self.init(packages: packages, numbers: numbers, room: room)
    }

    private init(packages: [ShelvedPackage], numbers: PackageNumbers, room: PieceRoom) {
        let order = packages.map { numbers.number(of: $0.id) }
        var places = [Int32](repeating: -1, count: (order.max() ?? -1) + 1)
        for (place, number) in order.enumerated() { places[number] = Int32(place) }
        self.init(packages: packages, numbers: numbers, room: room, places: places)
    }

    private init(packages: [ShelvedPackage], numbers: PackageNumbers, room: PieceRoom, places: [Int32]) {
        (self.packages, self.numbers, self.room, self.places) = (packages, numbers, room, places)
        cost = packages.reduce(0) { $0 + $1.cost }
    }

    private static func packages(of releases: [Release], room: PieceRoom) -> [ShelvedPackage] {
        Dictionary(grouping: releases.filter { $0.terms.withdrawn == nil }, by: \.contents.package)
            .map { ShelvedPackage($0, $1, room: room) }
    }

    /// The shelf with the releases of some packages replaced.
    ///
    /// - Parameter releases: All releases that these packages have now.
    func replacing(_ ids: Set<AppID>, with releases: [Release]) -> ReleaseShelf {
        let new = Self.packages(of: releases, room: room)
        let known = new.compactMap { place(of: $0.id) }
        guard new.count == ids.count, known.count == ids.count else {
            let all = packages.filter { !ids.contains($0.id) } + new
            return ReleaseShelf(packages: all.sorted { $0.id < $1.id }, numbers: numbers, room: room)
        }
        var packages = packages
        for (place, package) in zip(known, new) { packages[place] = package }
        return ReleaseShelf(packages: packages, numbers: numbers, room: room, places: places)
    }

    /// A package; `nil` if it has no offered release.
    func package(_ id: AppID) -> ShelvedPackage? { place(of: id).map { packages[$0] } }

    /// The packages and releases that one user may have, in the order of catalogs.
    func pieces(for rights: Rights) throws -> [CatalogPiece] {
        var channels: [(place: Int, channel: ReleaseChannel)] = []
        if let everything = rights.everything {
            channels = packages.indices.map { ($0, everything) }
            for item in rights.packages {
                if let place = place(of: item.number) { channels[place].channel = item.channel }
            }
        } else {
            channels = rights.packages.compactMap { item in place(of: item.number).map { ($0, item.channel) } }
            channels.sort { $0.place < $1.place }
        }
        return try channels.compactMap { try packages[$0.place].piece(for: rights.user, upTo: $0.channel) }
    }

    private func place(of id: AppID) -> Int? { numbers.known(id).flatMap { place(of: $0) } }

    private func place(of number: Int) -> Int? {
        places.indices.contains(number) && places[number] >= 0 ? Int(places[number]) : nil
    }
}
