/// How a picture must be turned before it is shown (EXIF 2.32, tag 274).
public enum PhotoOrientation: Int, Sendable, CaseIterable {
    /// It is shown as it is stored.
    case up = 1
    /// Left and right are exchanged.
    case mirrored = 2
    /// It is turned by 180 degrees.
    case down = 3
    /// Top and bottom are exchanged.
    case flipped = 4
    /// Rows become columns.
    case transposed = 5
    /// It is turned by 90 degrees clockwise.
    case right = 6
    /// Rows become columns, from the other corner.
    case transversed = 7
    /// It is turned by 90 degrees counterclockwise.
    case left = 8

    /// Whether rows are shown as columns.
    public var swapsSides: Bool { rawValue >= 5 }

    /// Another turn after this one.
    func followed(by next: PhotoOrientation) -> PhotoOrientation {
        let (first, second) = (matrix, next.matrix)
        let product = [
            second[0] * first[0] + second[1] * first[2], second[0] * first[1] + second[1] * first[3],
            second[2] * first[0] + second[3] * first[2], second[2] * first[1] + second[3] * first[3],
        ]
        // The eight turns are a group: a product is always one of them.
        return Self.allCases.first { $0.matrix == product } ?? .up
    }

    /// Where a point to the right and a point below go: two rows of a matrix. The second coordinate grows downward.
    private var matrix: [Int] {
        switch self {
        case .up: [1, 0, 0, 1]
        case .mirrored: [-1, 0, 0, 1]
        case .down: [-1, 0, 0, -1]
        case .flipped: [1, 0, 0, -1]
        case .transposed: [0, 1, 1, 0]
        case .right: [0, -1, 1, 0]
        case .transversed: [0, -1, -1, 0]
        case .left: [0, 1, -1, 0]
        }
    }
}
