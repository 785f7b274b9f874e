/// The rows of a PNG image as they come out of its packed pixels, one at a time, so that no more is unpacked than the
/// header announces.
final class PNGRows {
    private let file: PNGFile
    private let inflater: Inflater

    init(_ file: PNGFile) throws(PackageError) {
        self.file = file
        inflater = try Inflater(file.pixels, file.isCrushed ? .none : .zlib)
    }

    /// The filter of the next row, and its bytes as differences.
    func next(_ pass: PNGHeader.Pass) throws(PackageError) -> (PNGFilter, [UInt8]) {
        var row = [UInt8](repeating: 0, count: pass.rowSize)
        var kind: [UInt8] = [0]
        guard inflater.fill(&kind), inflater.fill(&row) else {
            throw .icon(file.name, "its pixels are damaged, or fewer than its header says")
        }
        guard let filter = PNGFilter(rawValue: kind[0]) else {
            throw .icon(file.name, "a row of its pixels has the unknown filter \(kind[0])")
        }
        return (filter, row)
    }

    /// Refuses an image in which something follows the last row.
    func finish() throws(PackageError) {
        guard inflater.isAtEnd() else {
            throw .icon(file.name, "its pixels are damaged, or more than its header says")
        }
    }
}
