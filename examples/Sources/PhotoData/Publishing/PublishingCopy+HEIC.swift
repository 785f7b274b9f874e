extension PublishingCopy {
    /// All bytes keep their places, because boxes name places in the file. The picture that is shown stays, and so do
    /// the tiles that it is made of. Everything else becomes zero: metadata, thumbnails, maps of depth, further
    /// pictures.
    static func heic(_ reader: inout PhotoReader) throws(PhotoError) -> CopyPieces {
        let file = try HEICFile(&reader)
        let pictures = try pictures(of: file)
        let items = pictures.compactMap { file.items[$0] }
        let kept = items.filter { $0.location == .file }.flatMap(\.parts).filter { !$0.isEmpty }
            .sorted { $0.lowerBound < $1.lowerBound }
        let data = file.boxes.filter { $0.type == "mdat" }.map(\.content)
        guard kept.allSatisfy({ part in data.contains { part.clamped(to: $0) == part } }) else {
            throw .damaged(.heic, "it is cut off in its picture")
        }
        let end = max(file.meta.box.whole.upperBound, kept.map(\.upperBound).max() ?? 0)
        var pieces = CopyPieces(of: .heic)
        for box in file.boxes where box.whole.lowerBound < end {
            switch box.type {
            case "ftyp": try pieces.add(box.whole)
            case "meta" where box.whole == file.meta.box.whole:
                try pieces.add(HEICBlanking(of: file, except: pictures).bytes)
            case "mdat":
                try pieces.add(box.whole.lowerBound..<box.content.lowerBound)
                var place = box.content.lowerBound
                for part in kept where box.content.contains(part.lowerBound) && part.upperBound > place {
                    try pieces.add(zeros: part.lowerBound - place)
                    try pieces.add(max(place, part.lowerBound)..<part.upperBound)
                    place = part.upperBound
                }
                try pieces.add(zeros: box.content.upperBound - place)
            default:
                // The type “free” says that a box has no meaning.
                try pieces.add(box.whole.lowerBound..<(box.whole.lowerBound + 4))
                try pieces.add(Array("free".utf8))
                try pieces.add((box.whole.lowerBound + 8)..<box.content.lowerBound)
                try pieces.add(zeros: box.content.count)
            }
        }
        return pieces
    }

    /// The picture that is shown, and the pictures that it is made of.
    private static func pictures(of file: HEICFile) throws(PhotoError) -> Set<Int> {
        let components = Dictionary(grouping: file.references.filter { $0.type == "dimg" }, by: \.source)
        var found: Set<Int> = []
        var open = [file.primary]
        while let item = open.popLast() {
            guard let type = file.items[item]?.type, pictureTypes.contains(type) else {
                throw PhotoError(
                    .unsupported, "The picture of this HEIC is of a kind that can't be published. Send a JPEG.")
            }
            guard found.insert(item).inserted else { continue }
            open += components[item]?.flatMap(\.targets) ?? []
        }
        guard found.allSatisfy({ file.items[$0].map { $0.location != .elsewhere } == true }) else {
            throw PhotoError(.unsupported, "This HEIC doesn't contain its whole picture. Send a JPEG.")
        }
        guard found.allSatisfy({ file.items[$0]?.parts.isEmpty == false }) else {
            throw .damaged(.heic, "it doesn't say where its picture is")
        }
        return found
    }

    /// Pictures in HEVC and AVC, and pictures that are made of them. The type `jpeg` is not among them, because such an
    /// item is a complete JPEG, with its own place and camera.
    private static let pictureTypes: Set<String> = ["hvc1", "avc1", "grid", "iden", "iovl"]
}
