#if canImport(Darwin)
import Darwin
#else
import CAppGroupPlatform
#endif

/// What kind of file system a path lies on.
package enum FileSystemKind {
    case local
    /// Shared with other machines: SQLite's write-ahead log, which needs shared memory, does not work there.
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
    /// - Parameter type: What `statfs` reports.
    package static func isNetwork(_ type: UInt32) -> Bool { networkTypes.contains(type) }

    /// The numbers of statfs(2), linux/magic.h and, for file systems that are not part of Linux, of `stat` of GNU coreutils.
    private static let networkTypes: [UInt32] = [
        0x6969,  // NFS
        0x517B, 0xFF53_4D42, 0xFE53_4D42,  // SMB, CIFS, SMB2
        0x5346_414F, 0x6B41_4653,  // AFS, as a module of its own and in Linux
        0x7375_7245,  // Coda
        0x564C,  // NCP
        0x0102_1997,  // 9P
        0x00C3_6400,  // Ceph
        0x6573_5546,  // FUSE: sshfs and its like
        0x0116_1970, 0x7461_636F,  // GFS2, OCFS2
        0x4750_4653,  // GPFS
        0x0BD0_0BD0,  // Lustre
        0x1983_0326,  // BeeGFS
        0xAAD7_AAEA,  // PanFS
        0x2003_0528,  // OrangeFS
        0x786F_4256, 0x7C7C_6673, 0xBACB_ACBC,  // shared folders of VirtualBox, Parallels and VMware
    ]
    #endif
}
