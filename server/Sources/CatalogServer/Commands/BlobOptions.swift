import ArgumentParser
import Configuration

/// Where the packages are, if not in the folder of the catalog.
struct BlobOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where to keep the packages (default: the folder “blobs” of the catalog). Credentials come from the environment, "
                + "~/.aws, or the role of the machine.",
            valueName: "DIR|s3://BUCKET/PREFIX"))
    var blobs: String?
    @OptionGroup var bucket: BucketOptions

    var contents: [SettingsReader.Key: ConfigContent?] {
        bucket.contents.merging([.blobs: blobs.map { .string($0) }]) { $1 }
    }
}

/// How to reach a bucket.
struct BucketOptions: ParsableArguments {
    @Option(
        name: .customLong("s3-endpoint"),
        help: ArgumentHelp("The URL of the S3 server (default: Amazon S3).", valueName: "URL"))
    var endpoint: String?
    @Option(
        name: .customLong("s3-region"),
        help: ArgumentHelp(
            "The region of the bucket (default: that of AWS's settings, or us-east-1).", valueName: "REGION"))
    var region: String?
    @Flag(
        name: .customLong("s3-path-style"),
        help:
            "Name the bucket in the path of each URL instead of the host, as many servers other than Amazon's need it.")
    var pathStyle = false
    @Option(
        name: .customLong("s3-ca-file"),
        help: ArgumentHelp(
            "Certificate authorities to trust in addition to the system's, in PEM format.", valueName: "FILE"))
    var authorities: String?

    var contents: [SettingsReader.Key: ConfigContent?] {
        [
            .s3Endpoint: endpoint.map { .string($0) }, .s3Region: region.map { .string($0) },
            .s3PathStyle: pathStyle ? .string("yes") : nil, .s3CaFile: authorities.map { .string($0) },
        ]
    }
}

/// How a server hands out packages that are in a bucket.
struct ServedBucketOptions: ParsableArguments {
    @Flag(
        name: .customLong("s3-redirect"),
        help: """
            Send users to the bucket with a link that works for a minute, instead of sending packages through this server.
            """)
    var redirects = false
    @Option(
        name: .customLong("s3-public-endpoint"),
        help: ArgumentHelp(
            "The URL of the S3 server in these links, if users need another one.", valueName: "URL"))
    var publicEndpoint: String?
    @Option(
        help: ArgumentHelp(
            "Keep the most requested packages on this machine's disk, too, up to this many gibibytes (default: 0).",
            valueName: "GIB"))
    var blobCacheGibibytes: Int?

    var contents: [SettingsReader.Key: ConfigContent?] {
        [
            .s3Redirect: redirects ? .string("yes") : nil, .s3PublicEndpoint: publicEndpoint.map { .string($0) },
            .blobCacheGibibytes: blobCacheGibibytes.map { .int($0) },
        ]
    }
}
