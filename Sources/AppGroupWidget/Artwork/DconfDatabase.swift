/// The file in which dconf keeps the user's settings: GVDB, a hash table of paths with serialized GVariants.
struct DconfDatabase {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The texts in a folder, by their keys. Every item of the table is visited, which are few for one user.
    func texts(in folder: String) -> [String: String] {
        guard bytes.starts(with: "GVariant".utf8), let start = number(16), let end = number(20), end <= bytes.count,
            let bloom = number(start).map({ $0 & 0x07FF_FFFF }), let buckets = number(start + 4)
        else { return [:] }
        let items = start + 8 + 4 * bloom + 4 * buckets
        guard items <= end else { return [:] }
        let count = (end - items) / 24
        var found: [String: String] = [:]
        for index in 0..<count {
            let item = items + 24 * index
            guard item + 24 <= bytes.count, bytes[item + 14] == UInt8(ascii: "v"), let text = text(ofItem: item),
                let name = path(of: index, items, count), name.hasPrefix(folder)
            else { continue }
            found[String(name.dropFirst(folder.count))] = text
        }
        return found
    }

    /// The complete path of an item: the names of its parents, each up to a slash, and its own.
    private func path(of index: Int, _ items: Int, _ count: Int) -> String? {
        var (name, next) = ("", index)
        for _ in 0..<32 {
            let item = items + 24 * next
            guard let key = number(item + 8), let size = number(item + 12).map({ $0 & 0xFFFF }),
                key + size <= bytes.count, let parent = number(item + 4)
            else { return nil }
            name = String(decoding: bytes[key..<key + size], as: UTF8.self) + name
            guard parent != 0xFFFF_FFFF else { return name }
            guard parent < count else { return nil }
            next = parent
        }
        return nil
    }

    /// A value of type string in a variant: the text, two zero bytes, and the type `s`.
    private func text(ofItem item: Int) -> String? {
        guard let start = number(item + 16), let end = number(item + 20), start + 3 <= end, end <= bytes.count,
            bytes[(end - 3)..<end].elementsEqual([0, 0, UInt8(ascii: "s")])
        else { return nil }
        return String(validating: bytes[start..<end - 3], as: UTF8.self)
    }

    private func number(_ place: Int) -> Int? {
        guard place >= 0, place <= bytes.count - 4 else { return nil }
        return bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
