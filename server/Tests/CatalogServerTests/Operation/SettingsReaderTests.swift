import Configuration
import Foundation
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import CatalogServer

struct SettingsReaderTests {
    private func settings(
        _ options: [SettingsReader.Key: ConfigContent] = [:], _ environment: [String: String] = [:], file: String? = nil
    ) async throws -> Settings {
        let folder = try TemporaryFolder()
        let path = try file.map { try folder.write("settings.json", Array($0.utf8)) }
        return try await SettingsReader(
            options: options.merging([.data: .string("/srv/catalog")]) { $1 }, environment: environment, file: path
        ).settings()
    }

    @Test func `An option overrides the environment, which overrides the configuration file`() async throws {
        let file =
            #"{"host": "file", "port": 1, "publicURL": "https://file.example.com", "trustedProxies": ["10.0.0.0/8", "::1"]}"#
        let environment = [
            "CATALOG_HOST": "environment", "CATALOG_PORT": "2", "CATALOG_TRUSTED_PROXIES": "192.0.2.1, ::1",
        ]
        let all = try await settings([.port: .int(3)], environment, file: file).serving
        #expect("\(all.listen)" == "environment:3" && all.publicURL?.description == "https://file.example.com")
        #expect(all.trustedProxies.map(\.description) == ["192.0.2.1/32", "::1/128"])
        let fromFile = try await settings(file: file).serving
        #expect(fromFile.listen.port == 1 && fromFile.trustedProxies.map(\.description) == ["10.0.0.0/8", "::1/128"])
        let none = try await settings()
        #expect("\(none.serving.listen)" == "127.0.0.1:8080" && none.passwordThreads == 2)
        #expect(none.cacheSize == 256 << 20)
        #expect(try await settings([:], ["CATALOG_CACHE_MEBIBYTES": "64"]).cacheSize == 64 << 20)
    }

    @Test(arguments: ["\u{FEFF}{\"port\": 1000}", #"{"port": 1000.0}"#, #"{"port": 1e3}"#])
    func `A file may begin with a byte order mark, and whole numbers may be written in any way`(_ file: String)
        async throws
    {
        #expect(try await settings(file: file).serving.listen.port == 1000)
    }

    @Test func `An empty variable is not set`() async throws {
        let names = [
            "CONFIG", "HOST", "PORT", "PUBLIC_URL", "TRUSTED_PROXIES", "TLS_CERTIFICATE", "TLS_KEY", "LOG_LEVEL",
            "SHUTDOWN_SECONDS", "BLOBS", "S3_ENDPOINT", "S3_PATH_STYLE",
        ]
        let all = try await settings([:], Dictionary(uniqueKeysWithValues: names.map { ("CATALOG_\($0)", "") })).serving
        #expect("\(all.listen)" == "127.0.0.1:8080" && all.publicURL == nil && all.tls == nil)
        #expect(all.trustedProxies.isEmpty && all.shutdownPatience == 10)
    }

    @Test(arguments: [
        (#"{"port": "80a"}"#, "port must be a whole number; correct it in "),
        (
            #"{"trustedProxies": "1.2.3.4"}"#,
            #"trustedProxies must be a list of strings, such as ["10.0.0.1"]; correct it in "#
        ),
        (#"{"port": 99999}"#, "port must be 0 to 65535, not 99999; correct it in "),
        (#"{"s3Redirect": "maybe"}"#, "s3Redirect must be true or false, not “maybe”; correct it in "),
        // Nothing uses these without a bucket or a PostgreSQL database.
        (#"{"s3PathStyle": "maybe"}"#, "s3PathStyle must be true or false, not “maybe”; correct it in "),
        (#"{"s3Endpoint": 5}"#, "s3Endpoint must be a string; correct it in "),
        (#"{"databasePooler": "maybe"}"#, "databasePooler must be true or false, not “maybe”; correct it in "),
        (#"{"databaseConnections": 0}"#, "databaseConnections must be 1 to 256, not 0; correct it in "),
        (#"{"host": 5}"#, "host must be a string; correct it in "),
    ])
    func `A value that can't be used is refused with what it must be, and where it can be corrected`(
        _ file: String, _ beginning: String
    ) async throws {
        let error = await #expect(throws: ServiceError.self) { _ = try await settings(file: file) }
        let sentence = error?.description ?? ""
        #expect(sentence.hasPrefix(beginning) && sentence.contains("/settings.json or CATALOG_"), "\(sentence)")
    }

    @Test func `A wrong option is not to be corrected elsewhere`() async throws {
        let error = await #expect(throws: ServiceError.self) { _ = try await settings([.port: .int(99_999)]) }
        #expect(error?.description == "--port must be 0 to 65535, not 99999.")
        let days = await #expect(throws: ServiceError.self) { _ = try await settings([.sessionIdleDays: .int(0)]) }
        #expect(days?.description == "--session-idle-days must be 1 to 3650, not 0.")
        let level = await #expect(throws: ServiceError.self) { _ = try await settings([.logLevel: .string("loud")]) }
        #expect(level?.description.hasPrefix("“loud” is not a log level") == true)
    }

    @Test(arguments: [
        (#"{"logLevel": "loud"}"#, "CATALOG_LOG_LEVEL, or logLevel in "),
        (#"{"publicURL": "foo"}"#, "CATALOG_PUBLIC_URL, or publicURL in "),
        (#"{"trustedProxies": ["nginx"]}"#, "CATALOG_TRUSTED_PROXIES, or trustedProxies in "),
        (#"{"tlsKey": "x"}"#, "CATALOG_TLS_KEY, or tlsKey in "),
        (#"{"tlsCertificate": "x"}"#, "CATALOG_TLS_CERTIFICATE, or tlsCertificate in "),
        (#"{"database": "mysql://x"}"#, "CATALOG_DATABASE, or database in "),
        (#"{"group": "x"}"#, "CATALOG_GROUP, or group in "),
        (#"{"blobs": "s3:/x"}"#, "CATALOG_BLOBS, or blobs in "),
    ])
    func `A text that can't be used is refused with the setting's name and the places where it can be corrected`(
        _ file: String, _ beginning: String
    ) async throws {
        let error = await #expect(throws: ServiceError.self) { _ = try await settings(file: file) }
        let sentence = error?.description ?? ""
        #expect(error?.code == .configuration && sentence.hasPrefix(beginning), "\(sentence)")
        #expect(sentence.contains("/settings.json: "), "\(sentence)")
    }

    @Test func `Only a command that needs nothing but a catalog in PostgreSQL can do without a folder`() async throws {
        func folder(needed: Bool, _ options: [SettingsReader.Key: ConfigContent]) async throws -> String {
            try await SettingsReader(options: options, environment: [:], file: nil).settings(needsFolder: needed).folder
        }
        let database: [SettingsReader.Key: ConfigContent] = [.database: .string("postgres://db.example.com/catalog")]
        #expect(try await folder(needed: false, database) == "")
        await expect(.configuration) { _ = try await folder(needed: true, database) }
        await expect(.configuration) { _ = try await folder(needed: false, [:]) }
    }

    @Test func `A bucket and how to reach it can be set in the environment`() async throws {
        let all = try await settings(
            [:],
            [
                "CATALOG_BLOBS": "s3://tools/packages", "CATALOG_S3_ENDPOINT": "https://s3.example.com",
                "CATALOG_S3_REGION": "here", "CATALOG_S3_PATH_STYLE": "yes", "CATALOG_S3_CA_FILE": "/ca.pem",
                "CATALOG_S3_PUBLIC_ENDPOINT": "https://files.example.com", "CATALOG_S3_REDIRECT": "yes",
                "CATALOG_BLOB_CACHE_GIBIBYTES": "3",
            ])
        guard case .bucket(let bucket) = all.blobs else {
            Issue.record("The packages are not in a bucket")
            return
        }
        #expect("\(bucket.place)" == "s3://tools/packages/" && bucket.endpoint == "https://s3.example.com")
        #expect(bucket.region == "here" && bucket.usesPathStyle && bucket.authorities == "/ca.pem")
        #expect(bucket.publicEndpoint == "https://files.example.com")
        #expect(all.redirectsToBucket && all.blobCacheSize == 3 << 30)
    }

    @Test(arguments: [
        (["CATALOG_BLOBS": "s3://x"], "“x”"), (["CATALOG_BLOBS": "ftp://host/x"], "s3://BUCKET/PREFIX"),
        (["CATALOG_BLOBS": "s3:/x"], "s3://BUCKET/PREFIX"),
        (["CATALOG_BLOBS": "s3://tools/../x"], "not allowed"), (["CATALOG_S3_REDIRECT": "yes"], "--s3-redirect"),
        (["CATALOG_PORT": "http"], "port"), (["CATALOG_PORT": "65536"], "port"), (["CATALOG_PUBLIC_URL": "a"], "“a”"),
        (["CATALOG_TRUSTED_PROXIES": "10.0.0.0/8,proxy"], "“proxy”"), (["CATALOG_LOG_LEVEL": "loud"], "“loud”"),
        (["CATALOG_TLS_KEY": "key.pem"], "--tls-certificate"), (["CATALOG_SESSION_IDLE_DAYS": "0"], "sessionIdleDays"),
        (["CATALOG_CACHE_MEBIBYTES": "15"], "cacheMebibytes"), (["CATALOG_GROUP": "tools"], "tools"),
        (["CATALOG_CONFIG": "/nowhere.json"], "/nowhere.json"),
    ])
    func `An invalid setting in the environment is refused by name`(_ environment: [String: String], _ name: String)
        async throws
    {
        let error = await #expect(throws: (any Error).self) { _ = try await settings([:], environment) }
        #expect(error.map { "\($0)" }?.contains(name) == true)
    }

    @Test(arguments: [
        (#"{"port": null}"#, "port"), (#"{"trustedProxies": ["::1", 1]}"#, "trustedProxies"),
        (#"{"host": {"port": 1}}"#, "host"), (#"{"port": 80, "host": "::1", "port": 81}"#, "“port” twice"),
        (#"{"port": 80 "host": "::1"}"#, "not valid JSON"), ("[]", "not a JSON object"),
    ])
    func `A value that no setting can have, a name that occurs twice, and what is no JSON object are told apart`(
        _ file: String, _ words: String
    ) async throws {
        let error = await #expect(throws: ServiceError.self) { _ = try await settings(file: file) }
        #expect(
            error?.code == .configuration && error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [#"{"prot": 1}"#, "[]", "{", #"{"port": "x"}"#])
    func `A configuration file with unknown or malformed settings is refused`(_ text: String) async throws {
        await expect(.configuration) { _ = try await settings(file: text) }
    }
}
