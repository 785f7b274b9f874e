#if os(Linux)
import AppGroupPlatform
import Testing

@Suite("Kinds of file systems")
struct FileSystemKindTests {
    @Test(
        "File systems that several machines share are known by their numbers",
        arguments: [
            ("NFS", 0x6969), ("SMB", 0x517B), ("CIFS", 0xFF53_4D42), ("SMB2", 0xFE53_4D42), ("AFS", 0x5346_414F),
            ("kAFS", 0x6B41_4653), ("9P", 0x0102_1997), ("Ceph", 0x00C3_6400), ("FUSE", 0x6573_5546),
            ("GPFS", 0x4750_4653), ("Lustre", 0x0BD0_0BD0), ("BeeGFS", 0x1983_0326), ("PanFS", 0xAAD7_AAEA),
            ("OrangeFS", 0x2003_0528), ("vboxsf", 0x786F_4256), ("prl_fs", 0x7C7C_6673), ("vmhgfs", 0xBACB_ACBC),
        ] as [(String, UInt32)])
    func knowsShared(name: String, type: UInt32) { #expect(FileSystemKind.isNetwork(type)) }

    @Test(
        "File systems of one machine are local",
        arguments: [
            ("ext4", 0xEF53), ("XFS", 0x5846_5342), ("Btrfs", 0x9123_683E), ("ZFS", 0x2FC1_2FC1), ("F2FS", 0xF2F5_2010),
            ("tmpfs", 0x0102_1994), ("overlayfs", 0x794C_7630), ("eCryptfs", 0xF15F),
        ] as [(String, UInt32)])
    func knowsLocal(name: String, type: UInt32) { #expect(!FileSystemKind.isNetwork(type)) }
}
#endif
