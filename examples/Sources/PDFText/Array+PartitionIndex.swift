extension Array {
    /// The first index, by halves, of an element that is no longer what all before it are; the end where all are.
    ///
    /// - Parameter isBefore: is true of the first elements and false of all behind them.
    func partitionIndex(_ isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
