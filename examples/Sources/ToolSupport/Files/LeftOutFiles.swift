/// Files and folders that a tool leaves out, and why.
public struct LeftOutFiles: Sendable {
    /// Why something is left out.
    public enum Reason: Hashable, Sendable {
        /// The name is not UTF-8.
        case name
        /// The folder is deeper than this many folders.
        case depth(limit: Int)
        /// It is a link that leads nowhere.
        case link
        /// It is a link that leads nowhere, and its file counts as deleted.
        case deletedLink
        /// There are already this many files.
        case number(limit: Int)
    }

    private var groups: [(reason: Reason, count: Int, first: String)] = []

    /// None yet.
    public init() {}

    /// Adds one, by its name or path in a form to show.
    public mutating func add(_ name: String, because reason: Reason = .name) {
        if let place = groups.firstIndex(where: { $0.reason == reason }) {
            groups[place].count += 1
        } else {
            groups.append((reason, 1, name))
        }
    }

    /// What to tell the user; nil if there is none.
    public var sentence: String? {
        groups.isEmpty ? nil : groups.map { Self.sentence($0.reason, $0.count, $0.first) }.joined(separator: " ")
    }

    private static func sentence(_ reason: Reason, _ count: Int, _ first: String) -> String {
        let isOne = count == 1
        return switch reason {
        case .name:
            isOne
                ? "1 file has a name that is not UTF-8 and is left out: \(first). Rename it."
                : "\(count) files have names that are not UTF-8 and are left out, such as \(first). Rename them."
        case .depth(let limit):
            isOne
                ? "1 folder is more than \(limit) folders deep and is left out: \(first). Move it up."
                : "\(count) folders are more than \(limit) folders deep and are left out, such as \(first). Move them up."
        case .link:
            isOne
                ? "1 link leads nowhere and is left out: \(first). Repair or delete it."
                : "\(count) links lead nowhere and are left out, such as \(first). Repair or delete them."
        case .deletedLink:
            isOne
                ? "1 link leads nowhere, so its file counts as deleted, also for other devices: \(first). Mount its disk, or "
                    + "delete the link."
                : "\(count) links lead nowhere, so their files count as deleted, also for other devices, such as \(first). "
                    + "Mount their disks, or delete the links."
        case .number(let limit):
            isOne
                ? "Only \(limit) files are listed, so 1 file is left out: \(first). Move some files elsewhere."
                : "Only \(limit) files are listed, so \(count) files are left out, such as \(first). "
                    + "Move some files elsewhere."
        }
    }
}
