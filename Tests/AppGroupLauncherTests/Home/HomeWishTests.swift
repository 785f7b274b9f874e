import AppGroup
import AppGroupHome
import Foundation
import TestSupport
import Testing

@Suite(.ownGroup) struct HomeWishTests {
    @Test(
        "The message after an app is hidden or removed names a command that brings back this app alone",
        arguments: [["org.example.hot"], ["org.example.hot", "org.example.cold"]] as [[GroupID]], [true, false])
    func undo(groups: [GroupID], isHidden: Bool) async throws {
        let group = groups[0]
        for name in ["Tea", "Old"] { try await register(name, group: "\(group)") }
        try await printed("unregister", "org.example.old", "--group", "\(group)")
        for other in groups.dropFirst() { try await register("Ice", group: "\(other)") }
        let wish = isHidden ? HomeWish.hide("org.example.tea", group) : .uninstall("org.example.tea", group)
        let message = try #require(try wish.change([TestGroup.current.registry(of: group)]))
        #expect(message.hasPrefix(isHidden ? "Hid Tea." : "Removed Tea from the group."))
        #expect(try await listedIDs("--group", "\(group)") == [])
        let command = try #require(message.components(separatedBy: ": launcher ").last)
        let result = try await shell("$launcher \(command)", setting: ["APP_GROUP": nil])
        #expect(result.ending == .exit(0), "\(message): \(result.errors)")
        #expect(try await listedIDs("--group", "\(group)") == ["tea"])
    }
}
