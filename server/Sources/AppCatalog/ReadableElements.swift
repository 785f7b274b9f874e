/// The elements of a list that can be read.
struct ReadableElements<Element: Decodable> {
    private(set) var elements: [Element] = []
    /// How many others there are.
    private(set) var unreadable = 0

    /// Beyond this, the list is something else, and trying every element would only take time.
    private static var mostUnreadable: Int { 100_000 }

    private struct Attempt: Decodable {
        let element: Element?

        init(from decoder: any Decoder) { element = try? Element(from: decoder) }
    }

    /// - Parameter unreadableInside: How many elements of an element could not be read.
    init(
        in list: any UnkeyedDecodingContainer, counting unreadableInside: (Element) -> Int = { _ in 0 }
    ) throws {
        var (list, failures) = (list, 0)
        while !list.isAtEnd {
            // The list does not go on after a null that is read as anything but an optional.
            if let element = try list.decode(Attempt?.self)?.element {
                elements.append(element)
                failures += unreadableInside(element)
            } else {
                unreadable += 1
                failures += 1
            }
            guard failures <= Self.mostUnreadable else {
                throw DecodingError.dataCorruptedError(
                    in: list, debugDescription: "More than \(Self.mostUnreadable) elements cannot be read.")
            }
        }
    }
}

extension KeyedDecodingContainer {
    /// Reads a list of at most 64 texts. A longer one is something else, and would only take memory and time.
    func decodeFew(forKey key: Key) throws -> [String] {
        var list = try nestedUnkeyedContainer(forKey: key)
        var texts: [String] = []
        while !list.isAtEnd {
            guard texts.count < 64 else {
                throw DecodingError.dataCorruptedError(in: list, debugDescription: "There are more than 64 texts.")
            }
            texts.append(try list.decode(String.self))
        }
        return texts
    }
}
