import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAppBindings } from './app-bindings.ts'

const android = [
  {
    relation: ['delegate_permission/common.handle_all_urls'],
    target: {
      namespace: 'android_app',
      package_name: 'no.fjordbudsjett',
      sha256_cert_fingerprints: [],
    },
  },
]
const apple = { applinks: { details: [{ appIDs: ['A1.no.fjordbudsjett'], components: [] }] } }
const olderApple = { applinks: { details: [{ appID: 'A1.no.fjordbudsjett', paths: ['*'] }] } }

const now = Temporal.Instant.from('2026-11-15T12:00:00Z')
const address = 'https://tpp.example/back'

/** A site that has these files, and counts how often it was asked. */
function site(files: Record<string, unknown>) {
  const asked: string[] = []
  const bindings = createAppBindings(async (url) => {
    asked.push(url.href)
    const file = files[url.pathname.split('/').at(-1) ?? '']
    return typeof file === 'string' || file === undefined ? file : JSON.stringify(file)
  })
  return { asked, published: (at = now, of = address) => bindings.published(of, at) }
}

test('either kind of phone is enough', async () => {
  assert.ok(await site({ 'assetlinks.json': android }).published())
  assert.ok(await site({ 'apple-app-site-association': apple }).published())
  assert.ok(await site({ 'apple-app-site-association': olderApple }).published())
})

test('nothing published, or nonsense, is no binding', async () => {
  const relation = ['delegate_permission/common.get_login_creds']
  for (const file of [
    '',
    'null',
    '[]',
    '{',
    '"x"',
    [{}],
    [{ ...android[0], relation }],
    { applinks: 1 },
  ]) {
    const files = { 'assetlinks.json': file, 'apple-app-site-association': file }
    assert.equal(await site(files).published(), false, JSON.stringify(file))
  }
})

test('asks the site of the address, at the well-known places, and remembers for ten minutes', async () => {
  const { asked, published } = site({ 'assetlinks.json': android })
  await published()
  await published(now.add({ minutes: 9 }))
  assert.deepEqual(asked, [
    'https://tpp.example/.well-known/assetlinks.json',
    'https://tpp.example/.well-known/apple-app-site-association',
  ])
  await published(now.add({ minutes: 11 }))
  assert.equal(asked.length, 4)
})

test('an app’s own scheme has no site', async () => {
  const { asked, published } = site({ 'assetlinks.json': android })
  assert.equal(await published(now, 'fjordbudsjett://back'), false)
  assert.deepEqual(asked, [])
})

test('remembers a bounded number of sites', async () => {
  const { asked, published } = site({ 'assetlinks.json': android })
  for (let i = 0; i <= 500; i++) await published(now, `https://tpp${i}.example/`)
  const before = asked.length
  await published(now, 'https://tpp500.example/')
  assert.equal(asked.length, before)
  await published(now, 'https://tpp0.example/')
  assert.equal(asked.length, before + 2)
})
