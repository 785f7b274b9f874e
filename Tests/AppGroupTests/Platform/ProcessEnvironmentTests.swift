@testable import AppGroup
import TestSupport
import Testing

@Suite("Environments of processes")
struct ProcessEnvironmentTests {
    @Test("An unset, empty or relative folder becomes its default, as the XDG specification says")
    func followsXDG() {
        for value in [nil, "", "relative/share"] {
            var environment = ProcessEnvironment(["HOME": "/home/ann"])
            for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"] { environment.variables[name] = value }
            #expect(environment.dataHome == "/home/ann/.local/share")
            #expect(environment.configHome == "/home/ann/.config")
            #expect(environment.runtimeFolder == nil)
        }
        let environment = ProcessEnvironment([
            "XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c", "XDG_RUNTIME_DIR": "/r", "XDG_DATA_DIRS": "/x/:rel::/y",
            "XDG_CONFIG_DIRS": "/z",
            "XDG_CURRENT_DESKTOP": "ubuntu:GNOME",
        ])
        #expect(environment.dataFolders == ["/d", "/x", "/y"])
        #expect(environment.configFolders == ["/c", "/z"])
        #expect(environment.runtimeFolder == "/r")
        #expect(environment.currentDesktops == ["ubuntu", "GNOME"])
    }

    @Test("An environment without a home has no folder of the user")
    func hasNoHome() {
        #expect(ProcessEnvironment([:]).dataHome == nil)
        #expect(ProcessEnvironment(["HOME": "ann"]).home == nil)
        #expect(ProcessEnvironment([:]).dataFolders == ["/usr/local/share", "/usr/share"])
    }

    @Test("A program is found in the folders of PATH, in their order", .ownGroup)
    func findsPrograms() throws {
        let group = TestGroup.current
        let first = try group.makeFolder("first")
        try group.makeProgram("tool")
        try group.makeFile("first/tool", [])
        try group.makeFolder("first/folder")
        let environment = ProcessEnvironment(["PATH": "relative::\(first)/:\(group.folder)/bin"])
        #expect(environment.executable(named: "tool") == "\(group.folder)/bin/tool")
        #expect(environment.executable(named: "folder") == nil)
        #expect(environment.executable(named: "absent") == nil)
    }

    @Test("Looking up a single variable of this process gives the same value as looking at all of them")
    func findsSingleVariables() {
        let environment = ProcessEnvironment.current
        #expect(!environment.variables.isEmpty)
        for (name, value) in environment.variables {
            #expect(environment[name] == (value.isEmpty ? nil : value))
            #expect(environment.isUndecodable(name) == false)
            let longer = "\(name)X"
            #expect(environment[longer] == environment.variables[longer])
            let shorter = String(name.dropLast())
            #expect(environment[shorter] == environment.variables[shorter])
        }
        #expect(environment.bytes.keys.allSatisfy { environment.isUndecodable($0) })
        #expect(environment == ProcessEnvironment(environment.variables) || !environment.bytes.isEmpty)
    }

    @Test("The environment of a real process is complete", .ownGroup)
    func readsItsOwn() async throws {
        #expect(ProcessEnvironment.current["PATH"] != nil)
        let result = try await BuiltProgram.worker.run("list")
        #expect(result.ending == .exit(0))
    }
}
