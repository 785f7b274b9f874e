/// The prediction that prepares rows of samples for compression, as in PNG or in TIFF (ISO 32000-1, 7.4.4.4).
struct Predictor {
    private let isPNG: Bool
    private let bitsPerComponent: Int
    private let colors: Int
    private let rowBytes: Int

    /// Returns nil if there is no prediction to undo.
    init?(_ parameters: PDFDictionary) throws {
        let kind = parameters["Predictor"]?.integer ?? 1
        guard kind > 1 else { return nil }
        colors = parameters["Colors"]?.integer ?? 1
        bitsPerComponent = parameters["BitsPerComponent"]?.integer ?? 8
        let columns = parameters["Columns"]?.integer ?? 1
        guard kind == 2 || (10...15).contains(kind), (1...32).contains(colors),
            [1, 2, 4, 8, 16].contains(bitsPerComponent), (1...1 << 20).contains(columns)
        else { throw ReadFailure.damaged }
        isPNG = kind != 2
        rowBytes = (columns * colors * bitsPerComponent + 7) / 8
    }

    func undo(_ bytes: [UInt8]) -> [UInt8] { isPNG ? undoPNG(bytes) : undoTIFF(bytes) }

    /// Each row begins with the number of its filter (PNG specification, 9).
    private func undoPNG(_ bytes: [UInt8]) -> [UInt8] {
        let pixel = max(1, colors * bitsPerComponent / 8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var start = 0
        while start < bytes.count {
            let filter = bytes[start]
            let row = bytes[(start + 1)..<min(bytes.count, start + 1 + rowBytes)]
            let rowStart = result.count
            for (index, byte) in row.enumerated() {
                let left = index >= pixel ? result[rowStart + index - pixel] : 0
                let up = rowStart >= rowBytes ? result[rowStart + index - rowBytes] : 0
                let corner = index >= pixel && rowStart >= rowBytes ? result[rowStart + index - rowBytes - pixel] : 0
                let predicted: UInt8 =
                    switch filter {
                    case 1: left
                    case 2: up
                    case 3: UInt8((Int(left) + Int(up)) / 2)
                    case 4: Self.paeth(left, up, corner)
                    default: 0
                    }
                result.append(byte &+ predicted)
            }
            start += 1 + rowBytes
        }
        return result
    }

    private static func paeth(_ left: UInt8, _ up: UInt8, _ corner: UInt8) -> UInt8 {
        let estimate = Int(left) + Int(up) - Int(corner)
        let (toLeft, toUp, toCorner) = (abs(estimate - Int(left)), abs(estimate - Int(up)), abs(estimate - Int(corner)))
        if toLeft <= toUp, toLeft <= toCorner { return left }
        return toUp <= toCorner ? up : corner
    }

    /// Each sample is the difference from the sample of the same color to its left (TIFF 6.0, 14).
    private func undoTIFF(_ bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        for row in stride(from: 0, to: bytes.count, by: rowBytes) {
            let end = min(bytes.count, row + rowBytes)
            if bitsPerComponent == 8 {
                for index in (row..<end).dropFirst(colors) { result[index] &+= result[index - colors] }
            } else if bitsPerComponent == 16 {
                for index in stride(from: row + 2 * colors, to: end - 1, by: 2) {
                    let before = index - 2 * colors
                    let sum =
                        (UInt16(result[index]) << 8 | UInt16(result[index + 1]))
                        &+ (UInt16(result[before]) << 8 | UInt16(result[before + 1]))
                    (result[index], result[index + 1]) = (UInt8(sum >> 8), UInt8(sum & 0xFF))
                }
            } else {
                undoBits(in: &result, from: row, to: end)
            }
        }
        return result
    }

    /// Undoes the prediction of samples that are smaller than a byte.
    private func undoBits(in bytes: inout [UInt8], from row: Int, to end: Int) {
        let mask = UInt8(1 << bitsPerComponent - 1)
        var left = [UInt8](repeating: 0, count: colors)
        for sample in 0..<((end - row) * 8 / bitsPerComponent) {
            let bit = sample * bitsPerComponent
            let shift = 8 - bitsPerComponent - bit % 8
            let index = row + bit / 8
            let value = (bytes[index] >> shift &+ left[sample % colors]) & mask
            bytes[index] = bytes[index] & ~(mask << shift) | value << shift
            left[sample % colors] = value
        }
    }
}
