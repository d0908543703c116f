import type { BenchCase } from '../case.ts'

/** The smallest signed request that reads a row: what the pipeline itself costs. */
export const readContact: BenchCase = {
  name: 'signed GET of one row',
  goal: 0.7,
  prepare: async ({ id, client }) => {
    const target = `/v1/tpps/${id}/contact-information`
    const body = { email: 'psd2-operations@fjordbudsjett.example' }
    await client.call('PUT', target, { body })
    return {
      call: { method: 'GET', target },
      limit: {
        sql: 'select email from tpp_contact where tpp_id = $1',
        parameters: [id],
        answers: 'row',
      },
    }
  },
}
