/// One result of an examination of a group's data, good or bad.
public struct RegistryFinding: Hashable, Sendable {
    /// How much it matters.
    public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
        /// As it should be.
        case ok
        /// Worth knowing; everything works.
        case note
        /// Something does not work, or soon will not.
        case problem

        /// By how much it matters.
        public static func < (left: Severity, right: Severity) -> Bool {
            (left == .ok && right != .ok) || (left == .note && right == .problem)
        }
    }

    /// What is checked.
    public enum Check: String, Hashable, Sendable, CaseIterable {
        /// The folder that the group's members share: whether it exists, belongs to the user, and is closed to others.
        case container
        /// Who may read and write the files in it.
        case permissions
        /// The lock that every writer takes.
        case lock
        /// SQLite's journal: its mode, which depends on the file system, and the size of the log.
        case journal
        /// Which release made the file, and which may write it.
        case version
        /// The structure of the database file.
        case integrity
        /// The contents of its rows.
        case rows
        /// Whether each app can be launched.
        case launches
        /// Which app opens a URL, in this group and among all groups of the user.
        case schemes
        /// Apps that are members of more than one group, and groups that could not be read to find them.
        case membership
        /// The files of the icons.
        case images
        /// Dates in the future.
        case dates
    }

    /// What was checked.
    public let check: Check
    /// How much it matters.
    public let severity: Severity
    /// The one thing that the finding is about: a path, an app's identifier, a scheme; a group if it is about all of it.
    public let subject: String
    /// What was found, in a sentence.
    public let sentence: String
    /// What to do about it; `nil` if there is nothing to do, or if the sentence says so already.
    public let remedy: String?

    init(_ check: Check, _ severity: Severity, _ subject: String, _ sentence: String, remedy: String? = nil) {
        self.check = check
        self.severity = severity
        self.subject = subject
        self.sentence = sentence
        self.remedy = remedy
    }
}
