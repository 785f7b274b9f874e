public import AppGroup
public import AppGroupPlatform
import AppGroupText

/// A terminal's window that was opened for this tool alone: the tool shows text page by page, and takes commands until its
/// user closes the window.
public struct OwnWindow {
    private var rest: ArraySlice<Substring> = []

    /// Nothing is shown yet.
    public init() {}

    /// Whether a part of the text has not been shown.
    public var hasMore: Bool { !rest.isEmpty }

    /// Shows the first page of a harmless text, in place of the one before.
    public mutating func show(_ text: String) throws(SystemError) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        rest = lines[...]
        try showMore()
    }

    /// Shows the next page. It leaves room for one line of messages and the question.
    public mutating func showMore() throws(SystemError) {
        let stream = StandardStream.output
        var room = max(1, (stream.rows ?? 24) - 2)
        let width = max(1, stream.columns ?? 80)
        var page: [Substring] = []
        while let line = rest.first {
            // A long line goes on below.
            let height = max(1, (DisplayWidth.of(String(line)) + width - 1) / width)
            guard page.isEmpty || height <= room else { break }
            page.append(line)
            rest.removeFirst()
            room -= height
        }
        try stream.writeAll(Array(page.map { "\($0)\n" }.joined().utf8))
    }

    /// Asks for a command.
    ///
    /// - Returns: What the user typed, without white space at its ends; nil if they closed the window, or typed q.
    public func ask(_ question: String) -> String? {
        try? StandardStream.output.writeAll(Array("\(question) ".utf8))
        guard let line = readLine() else { return nil }
        let answer = line.trimmed
        return ["q", "Q"].contains(answer) ? nil : answer
    }
}

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
