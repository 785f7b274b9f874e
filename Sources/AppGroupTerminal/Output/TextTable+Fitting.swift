extension TextTable {
    /// The spaces between two columns.
    static let gap = 2

    /// The widths at which columns that would like `natural` stand side by side in `available`; 0 leaves a column out.
    ///
    /// First it is settled who stays, by the least that everyone needs: those with the lowest shrink order go first, but
    /// never the first column, which says what its line is about. Those who stay give way in the same order, the widest
    /// of equals first. Where all that is not enough, every column is cut, down to a single letter.
    static func fit(_ natural: [Int], of columns: [Column], into available: Int) -> [Int] {
        var widths = natural.map { min($0, available) }
        let orders = Set(columns.compactMap(\.shrinkOrder)).sorted()
        let least = zip(widths, columns).map { $1.shrinkOrder == nil ? $0 : min($0, $1.minimumWidth) }

        var kept = Array(columns.indices)
        for order in orders {
            for leaver in columns.indices.dropFirst().reversed() where columns[leaver].shrinkOrder == order {
                guard excess(of: kept.map { least[$0] }, over: available) > 0 else { break }
                kept.removeAll { $0 == leaver }
                widths[leaver] = 0
            }
        }

        func narrow(_ indices: [Int], downTo floor: [Int]) {
            for _ in 0..<max(0, excess(of: widths, over: available)) {
                guard let widest = indices.filter({ widths[$0] > floor[$0] }).max(by: { widths[$0] < widths[$1] })
                else { return }
                widths[widest] -= 1
            }
        }
        for order in orders {
            narrow(kept.filter { columns[$0].shrinkOrder == order }, downTo: least)
        }
        narrow(kept, downTo: columns.map { _ in 1 })
        return widths
    }

    private static func excess(of widths: [Int], over available: Int) -> Int {
        let shown = widths.filter { $0 > 0 }
        return shown.reduce(0, +) + gap * (shown.count - 1) - available
    }
}
