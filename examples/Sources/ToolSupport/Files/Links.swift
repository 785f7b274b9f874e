public import AppGroupPlatform
import CToolSupport

// Symbolic links.
extension Files {
    /// Whether a path is that of a symbolic link.
    public static func isLink(_ path: String) -> Bool { (try? status(path, followingLinks: false).kind) == .link }

    /// Whether a path is that of a symbolic link that leads nowhere.
    public static func isBrokenLink(_ path: String) -> Bool { isLink(path) && !exists(path) }

    /// Where a file is, or will be, if its path is a link.
    ///
    /// - Throws: ``SystemError`` if the links lead in a circle.
    public static func target(of path: String) throws(SystemError) -> String {
        var target = path
        for _ in 0..<40 {
            guard let link = text(ofLink: target) else { return target }
            guard !link.hasPrefix("/") else {
                target = link
                continue
            }
            let folder = target.utf8.lastIndex(of: UInt8(ascii: "/")).map { target[...$0] } ?? ""
            target = folder + link
        }
        throw .invalid
    }

    /// What a link says; nil if there is no link at a path.
    private static func text(ofLink path: String) -> String? { try? target(ofLink: path) }

    /// Whether a link says that its file is below a folder, even if it is not there.
    public static func isLink(_ path: String, toPlaceBelow folder: String) -> Bool {
        guard let target = steps(ofTarget: path) else { return false }
        return [folder, realPath(folder)].contains { $0.map { target.starts(with: steps($0)) } == true }
    }

    /// What a link has to say at another path to lead to the same file; nil if it can stay as it is, or if there is no link.
    static func text(ofLink path: String, movedTo newPath: String) -> String? {
        guard steps(path).dropLast() != steps(newPath).dropLast(), let text = text(ofLink: path), !isAbsolute(text),
            let target = steps(ofTarget: path), let real = realPath(folder(of: newPath))
        else { return nil }
        let start = steps(real)
        let common = zip(start, target).prefix { $0 == $1 }.count
        let way = Array(repeating: ArraySlice("..".utf8), count: start.count - common) + target[common...]
        return String(decoding: Array(way.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self)
    }

    /// The steps of the absolute path at which a link says that its file is; nil if there is no link.
    private static func steps(ofTarget path: String) -> [ArraySlice<UInt8>]? {
        guard let text = text(ofLink: path) else { return nil }
        guard !isAbsolute(text) else { return steps(text) }
        // No step of a real path is a link, so `..` removes the last one. That need not be so behind other steps of the text.
        guard let real = realPath(folder(of: path)) else { return nil }
        var (start, rest) = (steps(real)[...], steps(text)[...])
        while let step = rest.first, step.elementsEqual("..".utf8) || step.elementsEqual(".".utf8) {
            if step.count == 2 { start = start.dropLast() }
            rest = rest.dropFirst()
        }
        return Array(start + rest)
    }

    private static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

    /// The steps of a path as bytes, because names that look alike are equal to Swift.
    static func steps(_ path: String) -> [ArraySlice<UInt8>] {
        Array(path.utf8).split(separator: UInt8(ascii: "/"))
    }

    /// The folder that a path is in.
    static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
    }

    /// The absolute path of a folder without any link; nil if there is no such folder.
    private static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(validatingCString: real)
    }
}
