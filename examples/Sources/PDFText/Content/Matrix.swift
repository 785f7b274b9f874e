/// A map of coordinates: x' = ax + cy + e, y' = bx + dy + f (ISO 32000-1, 8.3.4).
struct Matrix {
    var a = 1.0, b = 0.0, c = 0.0, d = 1.0, e = 0.0, f = 0.0

    static let identity = Matrix()

    static func translation(_ x: Double, _ y: Double) -> Matrix { Matrix(e: x, f: y) }

    /// First this one, then the other.
    func then(_ other: Matrix) -> Matrix {
        Matrix(
            a: a * other.a + b * other.c, b: a * other.b + b * other.d,
            c: c * other.a + d * other.c, d: c * other.b + d * other.d,
            e: e * other.a + f * other.c + other.e, f: e * other.b + f * other.d + other.f)
    }
}

extension Matrix {
    /// A matrix of six numbers; nil where they are fewer.
    init?(_ numbers: [Double]) {
        guard numbers.count == 6 else { return nil }
        self.init(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4], f: numbers[5])
    }
}
