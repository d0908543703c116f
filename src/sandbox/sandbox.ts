export type { Executor } from './batch-executor.ts'
export { type RunningBatches, startBatches } from './batch-schedule.ts'
export { type Batches, createBatches } from './batches.ts'
export { createFaults, type Fault, type Faults } from './faults.ts'
export { createFillWorld } from './fill-world.ts'
export {
  type Identities,
  type Identity,
  openIdentities,
  sandboxOrganization,
} from './identities.ts'
export { createInitialize } from './initialize.ts'
export { createMockData, type MockData } from './mock-data.ts'
export { createSnapshots, type Snapshots } from './snapshots.ts'
export { createTestCertificates, type TestCertificates } from './test-certificates.ts'
export { createTimeline, type Timeline } from './timeline.ts'
export { createWorldClock, type WorldClock } from './world-clock.ts'
export { createWorlds, type Worlds } from './worlds.ts'
