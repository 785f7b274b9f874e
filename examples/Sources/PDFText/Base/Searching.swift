extension RandomAccessCollection<UInt8> where Index == Int {
    /// The first index, from `start` on, at which the pattern occurs.
    func firstIndex(of pattern: StaticString, from start: Int) -> Int? {
        let length = pattern.utf8CodeUnitCount
        let first = pattern.utf8Start[0]
        var index = Swift.max(start, startIndex)
        while index + length <= endIndex {
            if self[index] == first, holds(pattern, at: index) { return index }
            index += 1
        }
        return nil
    }

    /// Whether the pattern occurs at an index.
    func holds(_ pattern: StaticString, at start: Int) -> Bool {
        let length = pattern.utf8CodeUnitCount
        guard start >= startIndex, start + length <= endIndex else { return false }
        for offset in 0..<length where self[start + offset] != pattern.utf8Start[offset] { return false }
        return true
    }
}

extension Array {
    /// The index of the first element for which a predicate is false, found by binary search; the end if there is none.
    ///
    /// - Parameter isBefore: A predicate that is true for the first elements and false for all the others.
    func partitionIndex(_ isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
