/// What a repair found and did.
public struct RepairReport: Hashable, Sendable {
    /// The faults of the registry, in sentences or in SQLite's own words; empty if it was intact and was not changed.
    public let faults: [String]
    /// What was saved of a damaged registry; `nil` if the registry was intact.
    public let salvage: Salvage?
    /// The apps that lost their icon, because it was missing or damaged. Each brings it again when it next registers.
    public let droppedIcons: [AppID]

    /// Whether nothing had to be done.
    public var wasSound: Bool { salvage == nil && droppedIcons.isEmpty }

    /// What a new registry contains of a damaged one, and what is known to be lost.
    public struct Salvage: Hashable, Sendable {
        /// Where the damaged file is kept, with its log beside it if it has one; `nil` if there was nothing to keep.
        public internal(set) var keptOldAs: String?
        /// How many apps were saved.
        public let apps: Int
        /// How many fields of these apps were saved.
        public let fields: Int
        /// How many shared settings were saved.
        public let settings: Int
        /// How many openings were saved, of those that a group keeps.
        public let openings: Int
        /// Apps that left only traces. They come back, without badge and usage, when they next register.
        public let lostApps: [AppID]
        /// How many pages of the file are missing or unreadable.
        public let lostPages: Int
        /// How many rows of the other pages could not be read.
        public let lostRows: Int

        /// Whether nothing is known to be lost.
        public var isComplete: Bool { lostApps.isEmpty && lostPages == 0 && lostRows == 0 }
    }
}
