public import AppGroup

extension Member {
    /// Counts that the user opened this tool, unless the program that opened it has counted that already. A program that reads what
    /// the tool prints, such as a status bar, does not count.
    public func noteOpening() { if Self.isSeen { recordOpening() } }

    /// Whether a person sees what this tool prints.
    public static var isSeen: Bool { StandardStream.output.isTerminal }

    /// Whether launcher opened a window for this tool alone. If so, the tool shows pages in it until its user closes the
    /// window, and tells the group once that the window need not stay open after that.
    public var takesOwnWindow: Bool {
        guard hasOwnWindow else { return false }
        if field("hold") == nil { setField("hold", to: "never") }
        return true
    }
}
