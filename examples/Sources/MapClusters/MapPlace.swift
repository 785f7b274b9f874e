/// A place on the earth, in degrees (WGS 84).
public struct MapPlace: Hashable, Sendable {
    /// Degrees east of Greenwich, from −180 to 180.
    public let longitude: Double

    /// Degrees north of the equator, from −90 to 90.
    public let latitude: Double

    /// A place; nil if a number is out of range.
    public init?(longitude: Double, latitude: Double) {
        guard abs(longitude) <= 180, abs(latitude) <= 90 else { return nil }
        (self.longitude, self.latitude) = (longitude, latitude)
    }

    /// The place at a point of the map.
    init(_ point: MapPoint) {
        longitude = min(180, max(-180, (point.x - 0.5) * 360))
        latitude = point.latitude
    }
}

/// A part of the earth between two meridians and two parallels, in degrees (RFC 7946, section 5).
public struct MapBox: Hashable, Sendable {
    /// From −180 to 180. If the west is greater than the east, the box crosses the 180° meridian.
    public let west, east: Double

    /// From −90 to 90; the south is never greater than the north.
    public let south, north: Double

    /// The whole earth.
    public static let world = MapBox(west: -180, south: -90, east: 180, north: 90)!

    /// A box; nil if a number is out of range or the south is greater than the north.
    ///
    /// Longitudes beyond 180° are taken around the earth, at most twice: a map that was dragged across the seam has such ones.
    public init?(west: Double, south: Double, east: Double, north: Double) {
        guard abs(west) <= 900, abs(east) <= 900, abs(south) <= 90, abs(north) <= 90, south <= north else { return nil }
        if east - west >= 360 {
            (self.west, self.east) = (-180, 180)
        } else {
            self.west = Self.wrapped(west)
            self.east = east == 180 ? 180 : Self.wrapped(east)
        }
        (self.south, self.north) = (south, north)
    }

    /// Reads `WEST,SOUTH,EAST,NORTH`; nil if the text is anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }
        guard parts.count == 4, numbers.count == 4 else { return nil }
        self.init(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
    }

    /// Whether a place is in the box or on its edge.
    public func contains(_ place: MapPlace) -> Bool {
        guard south...north ~= place.latitude else { return false }
        return west <= east
            ? west...east ~= place.longitude : place.longitude >= west || place.longitude <= east
    }

    /// The width and the height on the square map that web maps use (EPSG:3857), as parts of the side of the whole map.
    public var sizeOnMap: (width: Double, height: Double) {
        let degrees = east - west + (west > east ? 360 : 0)
        return (degrees / 360, MapPoint.y(south) - MapPoint.y(north))
    }

    /// Where a place is on the map of the box: from 0 in the west to 1 in the east, and from 0 in the north to 1 in the south;
    /// nil if it is not on it, or the map has no area.
    public func position(of place: MapPlace) -> (x: Double, y: Double)? {
        let (width, height) = sizeOnMap
        guard width > 0, height > 0 else { return nil }
        let degrees = place.longitude - west + (place.longitude < west ? 360 : 0)
        let (x, y) = (degrees / 360 / width, (MapPoint.y(place.latitude) - MapPoint.y(north)) / height)
        return x <= 1 && 0...1 ~= y ? (x, y) : nil
    }

    /// The box as one part, or as two if it crosses the seam.
    var parts: [(west: Double, east: Double)] { west <= east ? [(west, east)] : [(west, 180), (-180, east)] }

    private static func wrapped(_ longitude: Double) -> Double {
        if abs(longitude) <= 180 { return longitude }
        let turn = (longitude + 180).truncatingRemainder(dividingBy: 360)
        return (turn < 0 ? turn + 360 : turn) - 180
    }
}
