/// A set of Unicode scalars as a sorted table of ranges.
package struct ScalarRanges: Sendable {
    /// The beginnings and ends of the ranges in turn, ascending: each range goes from an even element up to, but not
    /// including, the odd element after it.
    private let boundaries: [UInt32]

    /// Takes a table of boundaries.
    package init(boundaries: [UInt32]) { self.boundaries = boundaries }

    /// Whether a scalar is in one of the ranges.
    package func contains(_ scalar: Unicode.Scalar) -> Bool {
        var low = 0
        var high = boundaries.count
        while low < high {
            let middle = (low + high) / 2
            if boundaries[middle] <= scalar.value { low = middle + 1 } else { high = middle }
        }
        return !low.isMultiple(of: 2)
    }
}
