import { Type } from 'typebox'
import { contract } from './operation.ts'
import { Name } from './text.ts'

export const snapshotsMax = 20
export const snapshotRowsMax = 50_000

const path = Type.Object({ id: Type.String({ format: 'uuid' }) })

const name = Name(70, { description: 'For people to know it by.' })

const Snapshot = Type.Object(
  {
    id: Type.String(),
    name: Type.Optional(name),
    takenAt: Type.String({ format: 'date-time', description: 'By the world’s clock.' }),
  },
  { title: 'Snapshot' },
)

const example = {
  id: '0d9f2a54-6f0a-4c3e-9a35-6f2a7b1c9e10',
  name: 'before the salary run',
  takenAt: '2026-11-16T09:30:00+01:00',
}

export const takeSnapshot = contract({
  id: 'take-snapshot',
  tag: 'Sandbox',
  summary: 'Keep the TPP’s world as it is now',
  description:
    'All of it: customers, accounts, ledger, agreements, payments, consents, quotas, batches and ' +
    `clock. A world keeps up to ${snapshotsMax} snapshots of up to ${snapshotRowsMax} rows each, ` +
    'and they outlive `POST /v1/sandbox/initialize`. The body may be left out.',
  body: Type.Optional(Type.Object({ name: Type.Optional(name) }, { additionalProperties: false })),
  bodyExample: { name: example.name },
  answer: { status: 201, description: 'The snapshot.', schema: Snapshot, example },
  refusals: ['CONFLICT'],
})

export const listSnapshots = contract({
  id: 'list-snapshots',
  tag: 'Sandbox',
  summary: 'List the snapshots of the TPP’s world',
  answer: {
    status: 200,
    description: 'The snapshots, the latest first.',
    schema: Type.Object({ snapshots: Type.Array(Snapshot) }),
    example: { snapshots: [example] },
  },
})

export const restoreSnapshot = contract({
  id: 'restore-snapshot',
  tag: 'Sandbox',
  summary: 'Bring the TPP’s world back as it was',
  description:
    'All at once or not at all. The clock is again as far ahead of real time as it was: this is the ' +
    'one way in which it goes back. Answers to earlier calls stay kept under their X-Request-ID, ' +
    'and snapshots taken later stay, so one may go back and forth.',
  path,
  answer: {
    status: 200,
    description: 'The snapshot, and what the clock shows now.',
    schema: Type.Object({ ...Snapshot.properties, now: Type.String({ format: 'date-time' }) }),
    example: { ...example, now: '2026-11-16T09:41:07+01:00' },
  },
  refusals: ['RESOURCE_UNKNOWN'],
})

export const deleteSnapshot = contract({
  id: 'delete-snapshot',
  tag: 'Sandbox',
  summary: 'Delete a snapshot',
  path,
  answer: { status: 204, description: 'It is gone.' },
  refusals: ['RESOURCE_UNKNOWN'],
})
