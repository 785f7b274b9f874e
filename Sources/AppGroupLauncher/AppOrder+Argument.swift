public import AppGroup
public import ArgumentParser

extension AppOrder: ExpressibleByArgument {}
