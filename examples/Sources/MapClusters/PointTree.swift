/// A point or a cluster at one zoom.
struct Item {
    let x, y: Double
    /// The number of a point, or a ``ClusterID`` with an offset.
    let id: Int32
    /// How many points it stands for.
    let count: Int32
    /// Where it is one zoom further out, alone or in a cluster; −1 until that is known.
    var next: Int32 = -1
    /// Its place in the order in which items are joined.
    var turn: Int32

    var isCluster: Bool { count > 1 }
}

/// The items of one zoom as a balanced two-dimensional tree without pointers (Bentley: Multidimensional binary search trees,
/// 1975): the middle item of a range divides the others, by x and by y in turn. Ranges of a few items are not divided.
struct PointTree: Sendable {
    var items: [Item]

    /// The most items of a range that is not divided.
    private static let leaf = 24

    /// - Parameter items: In any order. If they are almost in the order of a tree, it is made faster.
    init(_ items: [Item], isOrdered: Bool = false) {
        self.items = items
        if isOrdered { return }
        var random = UInt64(items.count)
        self.items.withUnsafeMutableBufferPointer { items in
            Self.divide(items, 0, items.count - 1, byX: true, &random)
        }
    }

    private static func divide(
        _ items: UnsafeMutableBufferPointer<Item>, _ left: Int, _ right: Int, byX: Bool, _ random: inout UInt64
    ) {
        guard right - left > leaf else { return }
        let middle = (left + right) / 2
        if byX {
            select(items, middle, left, right, by: { $0.x }, &random)
        } else {
            select(items, middle, left, right, by: { $0.y }, &random)
        }
        divide(items, left, middle - 1, byX: !byX, &random)
        divide(items, middle + 1, right, byX: !byX, &random)
    }

    /// Moves the item that belongs at `middle` there, smaller ones before it and greater ones after it (Hoare: Find, 1961).
    /// After the first attempt, the pivots are random, so that nobody can choose places that make this slow.
    @inline(__always)
    private static func select(
        _ items: UnsafeMutableBufferPointer<Item>, _ middle: Int, _ left: Int, _ right: Int, by key: (Item) -> Double,
        _ random: inout UInt64
    ) {
        var (left, right, guess, attempts) = (left, right, middle, 0)
        while left < right {
            let pivot = key(items[guess])
            var (low, high) = (left, right)
            while low <= high {
                while key(items[low]) < pivot { low += 1 }
                while key(items[high]) > pivot { high -= 1 }
                if low <= high {
                    if low != high { items.swapAt(low, high) }
                    low += 1
                    high -= 1
                }
            }
            if middle <= high {
                right = high
            } else if middle >= low {
                left = low
            } else {
                return
            }
            attempts += 1
            if attempts < 3 { continue }
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            guess = left + Int(random >> 33) % (right - left + 1)
        }
    }

    /// A part of the map.
    struct Box {
        let minX, minY, maxX, maxY: Double
    }

    /// Calls a function with the position of each item in a box.
    @inline(__always)
    static func forEach(
        in box: Box, of items: UnsafeMutableBufferPointer<Item>, _ body: (Int) -> Void
    ) {
        guard !items.isEmpty else { return }
        // A tree of 2^32 items is 32 levels deep, and each level leaves one range behind.
        withUnsafeTemporaryAllocation(of: (left: Int, right: Int, byX: Bool).self, capacity: 66) { stack in
            stack.initializeElement(at: 0, to: (0, items.count - 1, true))
            var top = 1
            while top > 0 {
                top -= 1
                let (left, right, byX) = stack[top]
                if right - left <= leaf {
                    var index = left
                    while index <= right {
                        if box.minX <= items[index].x, items[index].x <= box.maxX, box.minY <= items[index].y,
                            items[index].y <= box.maxY
                        {
                            body(index)
                        }
                        index += 1
                    }
                    continue
                }
                let middle = (left + right) / 2
                let (x, y) = (items[middle].x, items[middle].y)
                if box.minX <= x, x <= box.maxX, box.minY <= y, y <= box.maxY { body(middle) }
                if byX ? box.maxX >= x : box.maxY >= y {
                    stack.initializeElement(at: top, to: (middle + 1, right, !byX))
                    top += 1
                }
                if byX ? box.minX <= x : box.minY <= y {
                    stack.initializeElement(at: top, to: (left, middle - 1, !byX))
                    top += 1
                }
            }
        }
    }

    /// Calls a function with the position of each item that is not further from a point than a radius.
    @inline(__always)
    static func forEach(
        within radius: Double, of x: Double, _ y: Double, of items: UnsafeMutableBufferPointer<Item>,
        _ body: (Int) -> Void
    ) {
        let box = Box(minX: x - radius, minY: y - radius, maxX: x + radius, maxY: y + radius)
        forEach(in: box, of: items) { index in
            let (dx, dy) = (items[index].x - x, items[index].y - y)
            if dx * dx + dy * dy <= radius * radius { body(index) }
        }
    }

    /// Whether any other item is not further from an item than a radius.
    ///
    /// It begins where the item itself is, and ends at the first one found: in a crowd, counting all of them would compare each
    /// item with each other one.
    static func hasNeighbor(of index: Int, within radius: Double, of items: UnsafeMutableBufferPointer<Item>) -> Bool {
        let (x, y) = (items[index].x, items[index].y)
        func isNear(_ other: Int) -> Bool {
            let (dx, dy) = (items[other].x - x, items[other].y - y)
            return other != index && dx * dx + dy * dy <= radius * radius
        }
        func search(_ left: Int, _ right: Int, byX: Bool) -> Bool {
            if right - left <= leaf { return left <= right && (left...right).contains(where: isNear) }
            let middle = (left + right) / 2
            if isNear(middle) { return true }
            let distance = byX ? items[middle].x - x : items[middle].y - y
            func searchBefore() -> Bool { distance >= -radius && search(left, middle - 1, byX: !byX) }
            func searchBehind() -> Bool { distance <= radius && search(middle + 1, right, byX: !byX) }
            return index < middle ? searchBefore() || searchBehind() : searchBehind() || searchBefore()
        }
        return search(0, items.count - 1, byX: true)
    }

    /// Calls a function with the position of each item in a box.
    func forEach(in box: Box, _ body: (Int) -> Void) {
        items.withUnsafeBufferPointer { Self.forEach(in: box, of: UnsafeMutableBufferPointer(mutating: $0), body) }
    }

    /// Calls a function with the position of each item that is not further from a point than a radius.
    func forEach(within radius: Double, of x: Double, _ y: Double, _ body: (Int) -> Void) {
        items.withUnsafeBufferPointer {
            Self.forEach(within: radius, of: x, y, of: UnsafeMutableBufferPointer(mutating: $0), body)
        }
    }
}
