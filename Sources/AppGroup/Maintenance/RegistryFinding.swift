/// One thing that an examination of a family's data found, good or bad.
public struct Finding: Hashable, Sendable {
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

    /// What was looked at.
    public enum Check: String, Hashable, Sendable, CaseIterable {
        /// The folder that the group's members share: that it is there, is the user's own, and is closed to others.
        case container
        /// The files in it, and who may read and write them.
        case permissions
        /// The lock under which everybody writes.
        case lock
        /// SQLite's journal: its kind, which the file system decides, and the size of the log.
        case journal
        /// Whose file it is, and which release may write it.
        case version
        /// The file's inner structure.
        case integrity
        /// What its rows hold.
        case rows
        /// Whether each app can be launched.
        case launches
        /// Who opens a URL, in this group and among all groups of the user.
        case schemes
        /// Apps that are members of more than one group.
        case membership
        /// The files of the icons.
        case images
        /// Moments that have not come yet.
        case dates
    }

    /// What was looked at.
    public let check: Check
    /// How much it matters.
    public let severity: Severity
    /// The one thing that this is about: a path, an app's identifier, a scheme; the group where it is about all of it.
    public let subject: String
    /// What was found, in a sentence.
    public let sentence: String
    /// What to do about it; `nil` where there is nothing to do, or where the sentence says so already.
    public let remedy: String?

    init(_ check: Check, _ severity: Severity, _ subject: String, _ sentence: String, remedy: String? = nil) {
        self.check = check
        self.severity = severity
        self.subject = subject
        self.sentence = sentence
        self.remedy = remedy
    }
}
