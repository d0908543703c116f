export {
  type Identities,
  type Identity,
  openIdentities,
  sandboxOrganization,
} from './ca/identities.ts'
export { createTestCertificates, type TestCertificates } from './ca/test-certificates.ts'
export { createFillWorld } from './data/fill-world.ts'
export { createInitialize } from './data/initialize.ts'
export { createMockData, type MockData } from './data/mock-data.ts'
export { createFaults, type Fault, type Faults } from './steering/faults.ts'
export { createTimeline, type Timeline } from './steering/timeline.ts'
export type { Executor } from './worlds/batch-executor.ts'
export { type RunningBatches, startBatches } from './worlds/batch-schedule.ts'
export { type Batches, createBatches } from './worlds/batches.ts'
export { createSnapshots, type Snapshots } from './worlds/snapshots.ts'
export { createWorldClock, type WorldClock } from './worlds/world-clock.ts'
export { createWorlds, type Worlds } from './worlds/worlds.ts'
