extension WorkerPool { public var residentOfIdle: [Int64] { idleWorkers.map(\.resident) } }
