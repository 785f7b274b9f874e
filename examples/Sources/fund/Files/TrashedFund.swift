import AppGroupPlatform
import ToolSupport

/// The folder of a fund that was moved to the trash, with the fund's notes as files in it.
struct TrashedFund {
    private let item: TrashedItem
    /// Where its files are. Behind a link, they stay where they were.
    private let contents: String
    /// The folder of the notes, if it has a name that a person sees.
    private var notes: String?

    /// The folder of the notes until the fund is in the trash. A scan doesn't see it, and would take the notes for files of the fund.
    static func hiddenNotes(in folder: String) -> String { "\(folder)/.fund-notes" }

    /// - Parameter target: The folder itself, if a link was moved.
    init(_ item: TrashedItem, target: String?) { (self.item, contents) = (item, target ?? item.place) }

    /// Gives the folder of the notes a name that a person sees. Something of the user's may have it already.
    mutating func showNotes() throws(SystemError) {
        var path = "\(contents)/Notes"
        var number = 1
        while Files.exists(path, followingLinks: false) {
            number += 1
            path = "\(contents)/Notes \(number)"
        }
        try Files.rename(Self.hiddenNotes(in: contents), to: path)
        notes = path
    }

    /// Moves the folder back to where it was, with the notes hidden again.
    func putBack() throws(SystemError) {
        if let notes { try Files.rename(notes, to: Self.hiddenNotes(in: contents)) }
        try item.putBack()
    }
}
