extension PNGFile {
    /// The image as any viewer reads it, of at most so many bytes: every pixel is there, and none too many.
    ///
    /// An ordinary image keeps its packed pixels. Those of Xcode's variant are raw deflate without zlib's header, blue
    /// comes first, and colours are multiplied by alpha (theapplewiki.com, "PNG CgBI Format"): they are made over.
    func standard(limit: Int) throws(PackageError) -> [UInt8] {
        let pixels = isCrushed ? try CrushedPixels.standard(self, limit: limit) : try checkedPixels()
        let result = bytes(withPixels: pixels)
        guard result.count <= limit else { throw tooLarge(limit) }
        return result
    }

    func tooLarge(_ limit: Int) -> PackageError {
        .icon(name, "as an ordinary PNG image it is larger than \(limit >> 10) KiB")
    }

    private func checkedPixels() throws(PackageError) -> [UInt8] {
        let rows = try PNGRows(self)
        for pass in header.passes {
            for _ in 0..<pass.rows { _ = try rows.next(pass) }
        }
        try rows.finish()
        return pixels
    }
}
