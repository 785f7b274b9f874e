/// EXIF data that say how a picture must be turned, and nothing else: 26 bytes.
enum OrientationBlock {
    static func tiff(_ orientation: PhotoOrientation) -> [UInt8] {
        var bytes = Array("MM\0*".utf8)
        bytes.append(8, bytes: 4)  // where the only directory begins
        bytes.append(1, bytes: 2)  // one tag: Orientation, of the type SHORT, one value
        bytes.append(0x0112, bytes: 2)
        bytes.append(3, bytes: 2)
        bytes.append(1, bytes: 4)
        bytes.append(orientation.rawValue, bytes: 2)
        bytes.append(0, bytes: 2)
        bytes.append(0, bytes: 4)  // no other directory
        return bytes
    }
}
