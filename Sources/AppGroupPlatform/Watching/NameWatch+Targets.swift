extension NameWatch {
    /// Names in a folder.
    package struct Target: Hashable, Sendable {
        package let folder: ExactPath
        /// The names that matter; `nil` for all.
        package let names: Set<ExactPath>?
        /// What ``NameWatch/take()`` returns after a change.
        package let subjects: Subjects
        /// What matters about a file beside its name.
        package let detail: Detail

        package init(folder: ExactPath, names: Set<ExactPath>?, subjects: Subjects = .all, detail: Detail = .contents) {
            self.folder = folder
            self.names = names
            self.subjects = subjects
            self.detail = detail
        }
    }

    /// What may matter about a file beside its name.
    package enum Detail: Sendable { case contents, permissions }

    /// What names are about, for the program to tell them apart.
    package struct Subjects: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let all = Subjects(rawValue: .max)
    }
}
