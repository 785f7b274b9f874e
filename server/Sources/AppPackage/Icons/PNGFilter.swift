/// How the bytes of a row follow from those to the left and above (W3C, Portable Network Graphics, third edition,
/// section 9).
enum PNGFilter: UInt8, CaseIterable {
    case none, sub, up, average, paeth

    /// What is expected of a byte, from its neighbours to the left, above, and above to the left.
    @inline(__always)
    private func prediction(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
        switch self {
        case .none: return 0
        case .sub: return left
        case .up: return above
        case .average: return UInt8((Int(left) + Int(above)) / 2)
        case .paeth:
            let sum = Int(left) + Int(above) - Int(corner)
            let (toLeft, toAbove, toCorner) = (abs(sum - Int(left)), abs(sum - Int(above)), abs(sum - Int(corner)))
            if toLeft <= toAbove, toLeft <= toCorner { return left }
            return toAbove <= toCorner ? above : corner
        }
    }

    /// Makes the bytes of a row out of their differences; both rows have one length.
    func undo(_ row: inout [UInt8], above: [UInt8], pixelSize: Int) {
        for index in 0..<min(row.count, above.count) {
            let hasLeft = index >= pixelSize
            row[index] &+= prediction(
                hasLeft ? row[index - pixelSize] : 0, above[index], hasLeft ? above[index - pixelSize] : 0)
        }
    }

    /// Writes the differences that stand for a row behind the number of the filter. Gives the sum of their magnitudes, or
    /// `nil` where that is not below a limit.
    private func apply(
        to row: [UInt8], above: [UInt8], pixelSize: Int, into result: inout [UInt8], below limit: Int
    ) -> Int? {
        result[0] = rawValue
        var sum = 0
        for index in 0..<min(row.count, above.count) {
            let hasLeft = index >= pixelSize
            let difference =
                row[index]
                &- prediction(
                    hasLeft ? row[index - pixelSize] : 0, above[index], hasLeft ? above[index - pixelSize] : 0)
            result[index + 1] = difference
            sum += Int(Int8(bitPattern: difference).magnitude)
            if sum >= limit { return nil }
        }
        return sum
    }

    /// A row as the filter writes it whose differences are the smallest in sum, which the specification recommends
    /// (section 12.7).
    static func best(for row: [UInt8], above: [UInt8], pixelSize: Int) -> [UInt8] {
        var best: (row: [UInt8], sum: Int) = ([], .max)
        var candidate = [UInt8](repeating: 0, count: row.count + 1)
        for filter in allCases {
            guard
                let sum = filter.apply(
                    to: row, above: above, pixelSize: pixelSize, into: &candidate, below: best.sum)
            else { continue }
            best.sum = sum
            if best.row.isEmpty { best.row = candidate } else { swap(&best.row, &candidate) }
        }
        return best.row
    }
}
