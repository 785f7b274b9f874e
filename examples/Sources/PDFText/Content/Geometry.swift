/// The part of a page that is shown (ISO 32000-1, 14.11.2).
struct PageBox {
    private var left: Double
    private var bottom: Double
    private var right: Double
    private var top: Double

    /// A rectangle by two of its corners; nil where it is none, or is empty.
    init?(_ numbers: [Double]) {
        guard numbers.count >= 4 else { return nil }
        (left, right) = (min(numbers[0], numbers[2]), max(numbers[0], numbers[2]))
        (bottom, top) = (min(numbers[1], numbers[3]), max(numbers[1], numbers[3]))
        guard left < right, bottom < top else { return nil }
    }

    /// What both have; the first where they have nothing in common.
    func cut(to other: PageBox) -> PageBox {
        var box = self
        (box.left, box.right) = (max(left, other.left), min(right, other.right))
        (box.bottom, box.top) = (max(bottom, other.bottom), min(top, other.top))
        return box.left < box.right && box.bottom < box.top ? box : self
    }

    /// What holds the rectangle after a map.
    func mapped(by matrix: Matrix) -> PageBox {
        let corners = [(left, bottom), (right, bottom), (left, top), (right, top)].map { x, y in
            (x: matrix.a * x + matrix.c * y + matrix.e, y: matrix.b * x + matrix.d * y + matrix.f)
        }
        var box = self
        (box.left, box.right) = (corners.map(\.x).min() ?? left, corners.map(\.x).max() ?? right)
        (box.bottom, box.top) = (corners.map(\.y).min() ?? bottom, corners.map(\.y).max() ?? top)
        return box
    }

    /// The map that puts the rectangle into another one.
    func fitting(into place: PageBox) -> Matrix {
        let x = (place.right - place.left) / max(right - left, .leastNormalMagnitude)
        let y = (place.top - place.bottom) / max(top - bottom, .leastNormalMagnitude)
        return Matrix(a: x, d: y, e: place.left - left * x, f: place.bottom - bottom * y)
    }

    /// Whether any of a text may be seen.
    func shows(_ run: TextRun) -> Bool {
        if run.direction == 60_000 {
            return run.end > left - run.size && run.start < right + run.size && run.height > bottom - run.size
                && run.height < top + run.size
        }
        let (ux, uy) = run.unit
        let (startX, endX) = (run.start * ux - run.height * uy, run.end * ux - run.height * uy)
        let (startY, endY) = (run.start * uy + run.height * ux, run.end * uy + run.height * ux)
        return max(startX, endX) > left - run.size && min(startX, endX) < right + run.size
            && max(startY, endY) > bottom - run.size && min(startY, endY) < top + run.size
    }
}

extension TextRun {
    /// Its direction as a vector of length 1, as exact as the direction is.
    fileprivate var unit: (Double, Double) {
        let x = (Double(direction) / 1000).rounded()
        let y = Double(direction) - x * 1000
        let length = (x * x + y * y).squareRoot()
        return length > 0 ? (x / length, y / length) : (1, 0)
    }
}
