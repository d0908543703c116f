import type { BenchCase } from '../case.ts'

const target = (id: string): string => `/v1/tpps/${id}/contact-information`

/** The smallest signed request that reads a row: what the pipeline itself costs. */
export const readContact: BenchCase = {
  name: 'signed GET of one row',
  goal: 0.7,
  prepare: async ({ id, client }) => {
    const body = { email: 'psd2-operations@fjordbudsjett.example' }
    await client.call('PUT', target(id), { body })
  },
  call: ({ id }) => ({ method: 'GET', target: target(id) }),
  limit: ({ id }) => ({
    sql: 'select email from tpp_contact where tpp_id = $1',
    parameters: [id],
    answers: 'row',
  }),
}
