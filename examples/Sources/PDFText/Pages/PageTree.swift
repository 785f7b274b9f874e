/// Walks through the pages of a document in order, with its own stack instead of recursion.
struct PageTree {
    private struct Level {
        let kids: [PDFObject]
        var next = 0
    }

    private let table: ObjectTable
    private var levels: [Level]
    /// The visited nodes: a bit for each object number.
    private var known: [UInt64] = []
    private var visitedNodes = 0

    /// Whether a part of the tree could not be followed.
    private(set) var isDamaged = false

    init(table: ObjectTable, root: PDFObject) {
        self.table = table
        levels = [Level(kids: [root])]
    }

    /// The next page and the number of its object; nil at the end.
    mutating func next() -> (page: PDFDictionary, number: Int?)? {
        while let last = levels.indices.last {
            guard levels[last].next < levels[last].kids.count else {
                levels.removeLast()
                continue
            }
            let kid = levels[last].kids[levels[last].next]
            levels[last].next += 1
            visitedNodes += 1
            guard visitedNodes <= table.limits.pages * 2 else {
                isDamaged = true
                return nil
            }
            do {
                guard let node = try table.resolve(kid).dictionary else {
                    isDamaged = true
                    continue
                }
                // Each node of a tree occurs once. This refuses cycles, and shared branches that would make the tree endless.
                if let number = kid.reference, try isKnown(number) { throw ReadFailure.damaged }
                guard let kids = try table.resolve(node["Kids"]).array else { return (node, kid.reference) }
                table.keep(node, asNode: kid.reference)
                try descend(into: kids)
            } catch {
                isDamaged = true
            }
        }
        return nil
    }

    private mutating func isKnown(_ number: Int) throws -> Bool {
        // A reader doesn't remember objects with larger numbers.
        guard number >= 0, number < 8 * table.limits.objects else { throw ReadFailure.tooLarge }
        let (word, bit) = (number / 64, UInt64(1) << (number % 64))
        if word >= known.count { known += [UInt64](repeating: 0, count: word + 1 - known.count) }
        defer { known[word] |= bit }
        return known[word] & bit != 0
    }

    private mutating func descend(into kids: [PDFObject]) throws {
        let waiting = levels.reduce(0) { $0 + $1.kids.count }
        guard levels.count < table.limits.pageTreeDepth, waiting + kids.count <= table.limits.pages else {
            throw ReadFailure.tooLarge
        }
        levels.append(Level(kids: kids))
    }
}
