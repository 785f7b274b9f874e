#if canImport(Darwin)
import Darwin
#else
import CAppGroupPlatform
#endif

/// What kind of file system a path lies on.
package enum FileSystemKind {
    case local
    /// Served by another machine: SQLite's write-ahead log, which needs shared memory, does not work there.
    case network

    package init(at path: String) {
        #if canImport(Darwin)
        var status = statfs()
        self = statfs(path, &status) == 0 && status.f_flags & UInt32(MNT_LOCAL) == 0 ? .network : .local
        #else
        self = Self.isNetwork(UInt32(truncatingIfNeeded: appgroup_filesystem_type(path))) ? .network : .local
        #endif
    }

    #if !canImport(Darwin)
    /// The numbers of statfs(2) and linux/magic.h: NFS, SMB, CIFS, SMB2, AFS, Coda, NCP, 9P, Ceph, FUSE (sshfs and its
    /// like), GFS2, OCFS2.
    private static func isNetwork(_ type: UInt32) -> Bool {
        switch type {
        case 0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x5346_414F, 0x7375_7245, 0x564C, 0x0102_1997, 0x00C3_6400,
            0x6573_5546, 0x0116_1970, 0x7461_636F:
            true
        default: false
        }
    }
    #endif
}
