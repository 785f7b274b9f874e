/// The box `meta` of a file, in memory (ISO/IEC 14496-12, section 8.11).
struct ISOMeta {
    /// The box within the file.
    let box: ISOBox

    /// The bytes of the box. The places of all boxes in it are places in this array.
    let bytes: [UInt8]

    /// The boxes in it, up to the first one that is damaged.
    let parts: [ISOBox]

    /// - Returns: Nil if the box is too short to have a version.
    init?(_ box: ISOBox, _ bytes: [UInt8]) {
        guard box.content.count >= 4 else { return nil }
        (self.box, self.bytes) = (box, bytes)
        parts = ISOBox.boxes(in: (box.content.lowerBound - box.whole.lowerBound + 4)..<bytes.count, of: bytes)
    }

    /// The first box of a type.
    func part(_ type: String) -> ISOBox? { parts.first { $0.type == type } }

    func fields(of box: ISOBox) -> ISOFields { ISOFields(box, of: bytes) }

    func boxes(in range: Range<Int>) -> [ISOBox] { ISOBox.boxes(in: range, of: bytes) }
}
