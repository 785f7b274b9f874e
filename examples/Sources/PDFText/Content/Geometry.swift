/// A map of coordinates: x' = ax + cy + e, y' = bx + dy + f (ISO 32000-1, 8.3.4).
struct Matrix {
    var a = 1.0, b = 0.0, c = 0.0, d = 1.0, e = 0.0, f = 0.0

    static let identity = Matrix()

    static func translation(_ x: Double, _ y: Double) -> Matrix { Matrix(e: x, f: y) }

    /// The map that applies this one first, and then the other.
    func then(_ other: Matrix) -> Matrix {
        Matrix(
            a: a * other.a + b * other.c, b: a * other.b + b * other.d,
            c: c * other.a + d * other.c, d: c * other.b + d * other.d,
            e: e * other.a + f * other.c + other.e, f: e * other.b + f * other.d + other.f)
    }
}

extension Matrix {
    /// The area of the image of the unit square.
    var area: Double { abs(a * d - b * c) }

    /// A matrix from six numbers; nil for any other count.
    init?(_ numbers: [Double]) {
        guard numbers.count == 6 else { return nil }
        self.init(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4], f: numbers[5])
    }
}

/// A rectangle, such as the visible part of a page (ISO 32000-1, 14.11.2).
struct PageBox {
    private var left: Double
    private var bottom: Double
    private var right: Double
    private var top: Double

    /// A rectangle from two opposite corners; nil if there are too few numbers, or if it is empty.
    init?(_ numbers: [Double]) {
        guard numbers.count >= 4 else { return nil }
        (left, right) = (min(numbers[0], numbers[2]), max(numbers[0], numbers[2]))
        (bottom, top) = (min(numbers[1], numbers[3]), max(numbers[1], numbers[3]))
        guard left < right, bottom < top else { return nil }
    }

    var area: Double { (right - left) * (top - bottom) }

    /// The image of the unit square.
    init?(unitSquareBy matrix: Matrix) {
        guard let square = PageBox([0, 0, 1, 1]) else { return nil }
        self = square.mapped(by: matrix)
    }

    /// The intersection with another rectangle; this rectangle if they do not overlap.
    func cut(to other: PageBox) -> PageBox {
        var box = self
        (box.left, box.right) = (max(left, other.left), min(right, other.right))
        (box.bottom, box.top) = (max(bottom, other.bottom), min(top, other.top))
        return box.left < box.right && box.bottom < box.top ? box : self
    }

    /// The bounding box of the rectangle after a map.
    func mapped(by matrix: Matrix) -> PageBox {
        let corners = [(left, bottom), (right, bottom), (left, top), (right, top)].map { x, y in
            (x: matrix.a * x + matrix.c * y + matrix.e, y: matrix.b * x + matrix.d * y + matrix.f)
        }
        var box = self
        (box.left, box.right) = (corners.map(\.x).min() ?? left, corners.map(\.x).max() ?? right)
        (box.bottom, box.top) = (corners.map(\.y).min() ?? bottom, corners.map(\.y).max() ?? top)
        return box
    }

    /// The map that fits the rectangle into another one.
    func fitting(into place: PageBox) -> Matrix {
        let x = (place.right - place.left) / max(right - left, .leastNormalMagnitude)
        let y = (place.top - place.bottom) / max(top - bottom, .leastNormalMagnitude)
        return Matrix(a: x, d: y, e: place.left - left * x, f: place.bottom - bottom * y)
    }

    /// Whether it hides a part of a text that runs from left to right, like a bar over a line of text. A rectangle that is
    /// higher than a few lines may be clipped.
    func hides(from start: Double, to end: Double, height: Double, size: Double) -> Bool {
        top - bottom < 4 * size && bottom < height + 0.1 * size && top > height + 0.4 * size
            && min(right, end) - max(left, start) > 0.5 * size
    }

    /// Whether the middle of a text is in the rectangle.
    func holdsMiddle(of run: TextRun) -> Bool {
        let (ux, uy) = run.unit
        let (along, across) = ((run.start + run.end) / 2, run.height + 0.25 * run.size)
        let (x, y) = (along * ux - across * uy, along * uy + across * ux)
        return left <= x && x <= right && bottom <= y && y <= top
    }

    /// Whether any part of a text may be visible.
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
    /// The direction as a vector of length 1.
    fileprivate var unit: (Double, Double) {
        let x = (Double(direction) / 1000).rounded()
        let y = Double(direction) - x * 1000
        let length = (x * x + y * y).squareRoot()
        return length > 0 ? (x / length, y / length) : (1, 0)
    }
}
