import AppGroupPlatform

/// The room that a release takes until it is installed: for its file where downloads are kept, and for the unpacked files in the
/// container of its group. Both may be on the same disk.
struct ReleaseRoom {
    /// What it takes of one disk.
    struct Need {
        /// A folder on the disk.
        let place: String
        let bytes: UInt64
        /// The disk as it was measured.
        let disk: DiskSpace
    }

    let needs: [Need]

    /// What a disk has no room for; `nil` if everything fits.
    ///
    /// - Parameter others: Releases that may still take their room.
    func lack(beside others: [ReleaseRoom] = []) -> Need? {
        needs.first { need in
            let taken = others.flatMap(\.needs).filter { $0.disk.device == need.disk.device }.map(\.bytes)
            return need.disk.freeBytes < taken.reduce(need.bytes, +)
        }
    }
}

extension ReleaseRoom {
    /// Measures the disks.
    ///
    /// - Parameters:
    ///   - alreadyThere: How many bytes of the file are on the disk.
    ///   - folder: The folder of downloads.
    ///   - container: The folder in which the release is going to be unpacked.
    init(
        of release: TrustedRelease, alreadyThere: UInt64, downloadingInto folder: String,
        unpackingIn container: String
    ) throws(ClientError) {
        let (here, there): (DiskSpace, DiskSpace)
        do throws(SystemError) {
            (here, there) = (try DiskSpace(at: folder), try DiskSpace(at: container))
        } catch {
            throw ClientError(
                .inputOutput, "The free space in \(folder) cannot be determined: \(error.message); check the disk.")
        }
        let rest = release.size - min(release.size, alreadyThere)
        needs =
            here.device == there.device
            ? [Need(place: folder, bytes: rest + release.unpackedSize, disk: here)]
            : [
                Need(place: folder, bytes: rest, disk: here),
                Need(place: container, bytes: release.unpackedSize, disk: there),
            ]
    }
}
