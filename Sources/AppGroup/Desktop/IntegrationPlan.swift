/// What it takes to bring the desktop up to date with the family, decided but not yet done.
package struct IntegrationPlan: Sendable {
    /// One change on the disk.
    package enum Step: Hashable, Sendable {
        /// Writes a desktop entry, a new one or over one that was written before.
        case writeEntry(path: String, app: AppID, bytes: [UInt8])
        /// Makes an entry the default handler of schemes, through `xdg-mime`.
        case setDefault(desktopFileID: String, schemes: [URLScheme])
        /// Gives a scheme back the handlers that the user had named before; `nil` for none.
        case restoreDefault(desktopFileID: String, scheme: URLScheme, earlier: String?)
        /// Removes a desktop entry that was written before.
        case removeEntry(path: String, app: AppID)
        /// Writes the unit of the program that keeps badges and entries up to date.
        case writeUnit(path: String, bytes: [UInt8])
        /// Removes it.
        case removeUnit(path: String)
    }

    /// The changes, in the order in which they are safe: cut off after any of them, the next run finishes the rest.
    package internal(set) var steps: [Step] = []
    /// What was left as it is, and why: sentences for the person.
    package internal(set) var remarks: [String] = []
}
