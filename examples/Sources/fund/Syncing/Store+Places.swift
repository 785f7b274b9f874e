import AppGroupPlatform
import ToolDatabase
import ToolProgram
import ToolSupport

/// The places that files of other devices get.
extension Store {
    /// The place of a file that another device has at a path in a fund. The folders above it are made.
    func makePlace(_ path: String, in fund: Fund) throws -> String {
        try Files.makeFolder(parent(ofPlace: path, in: fund))
        return "\(folder(of: fund))/\(path)"
    }

    /// The folder in which a file that another device has gets its place.
    ///
    /// - Throws: A ``ToolError`` if it can't be made. A link is in the way, too: what is behind one is not in the fund, and the next
    ///   scan would not find the file there.
    @discardableResult
    func parent(ofPlace path: String, in fund: Fund) throws -> String {
        let folder = folder(of: fund)
        guard let steps = FundFile.steps(in: path) else {
            throw ToolError.unreadable(
                "\(fund.name)/\(path) can't be kept: its path would be hidden or outside of the fund.")
        }
        guard steps.count - 1 <= Files.depthLimit else {
            throw ToolError.unreadable(
                "\(fund.name)/\(path) can't be kept: it is more than \(Files.depthLimit) folders deep. Move it up on the "
                    + "device that has it, and sync again.")
        }
        let parents = steps.dropLast().joined(separator: "/")
        if let obstacle = Files.firstNonFolder(in: parents, below: folder) {
            let name = "\(fund.name)/\(obstacle.path)"
            throw ToolError.inputOutput(
                obstacle.isLink
                    ? "“\(name)” is a link, and fund follows no links to folders. Put the folder itself in its place, and "
                        + "sync again."
                    : "“\(name)” is a file here, and a folder on another device. Rename one of them, and sync again.")
        }
        return parents.isEmpty ? folder : "\(folder)/\(parents)"
    }

    /// Whether a folder has a path in a fund.
    func hasFolder(at path: String, in fund: Fund) -> Bool {
        (try? Files.isDirectory("\(folder(of: fund))/\(path)")) == true
    }

    /// Deletes a folder that is in the place of a file of another device, if nothing is in it.
    ///
    /// - Returns: Whether it is deleted; not if it has files that other devices may know.
    /// - Throws: A ``ToolError`` if it has only what fund doesn't know. That is no reason to rename the file on all devices.
    func removeEmptyFolder(at path: String, in fund: Fund) throws -> Bool {
        if (try? Files.removeEmptyFolder("\(folder(of: fund))/\(path)")) != nil { return true }
        let start = "\(path)/".folded
        guard try !files(of: fund).contains(where: { $0.path.folded.hasPrefix(start) }) else { return false }
        throw ToolError.inputOutput(
            "“\(fund.name)/\(path)” is a file on another device, and a folder here, in which fund knows no files. Move that "
                + "away, and sync again.")
    }

    /// The file that has a path below a fund's folder, or that a file system which ignores the case of letters has in its place.
    func file(inPlaceOf path: String, in fund: Fund) throws -> StoredFile? {
        if let file = try file(at: path, in: fund) { return file }
        let place = "\(folder(of: fund))/\(path)"
        guard (try? Files.isRegular(place)) == true else { return nil }
        return try files(of: fund).first {
            $0.path.folded == path.folded && Files.isSamePlace(self.place(of: $0, in: fund), place)
        }
    }

    /// Gives a file the path that it has on another device. To be called within a transaction, so that no scan of another process
    /// records the file in between.
    ///
    /// - Returns: Whether it has that path now; not if something else is there.
    func move(_ file: StoredFile, toFreePath path: String, in fund: Fund) throws -> Bool {
        if file.path.hasBytes(of: path), file.fund == fund.id { return true }
        guard let current = try self.fund(id: file.fund), try self.file(at: path, in: fund) == nil,
            let place = try? makePlace(path, in: fund)
        else { return false }
        do throws(SystemError) { try Files.move(self.place(of: file, in: current), to: place) } catch { return false }
        try move(file, to: path, in: fund)
        return true
    }
}

extension String {
    /// Whether a path is this one to the server and to most file systems. To Swift, two that only look alike are equal: letters with
    /// marks can be written in two ways.
    func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

/// What a path consists of.
struct PathParts {
    /// The folders, with a slash at the end; empty if there is none.
    let parent: String
    let stem: String
    /// The period and what follows; empty if there is none.
    let ending: String

    init(_ path: String) {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let name = path[start...]
        let period = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
        (parent, stem, ending) = (String(path[..<start]), String(name[..<period]), String(name[period...]))
    }

    /// The path with a number, such as `2026/report (2).pdf`. A name that would be too long loses the end of its stem.
    func numbered(_ number: Int) -> String {
        let end = " (\(number))\(ending)"
        var stem = stem.unicodeScalars
        while stem.count > 1, String(stem).utf8.count + end.utf8.count > 255 { stem.removeLast() }
        return "\(parent)\(String(stem))\(end)"
    }
}
