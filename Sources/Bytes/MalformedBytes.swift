package struct MalformedBytes: Error { package init() {} }
