import { expect, test } from 'vitest'
import { givenWorkspace } from '../given/workspace.ts'
import { runCli, runJson } from '../given/run-cli.ts'
import { useServer } from '../given/use-server.ts'

const { env, server } = useServer()

const ID = { id: expect.stringMatching(/^[0-9a-f-]{36}$/) }

test('terms and buyers are set and removed while the server runs, and felt by its next request', async () => {
  const { workspace, key } = await givenWorkspace(env)
  const w = ['--workspace', workspace]
  const call = async (path: string, body?: object): Promise<any> => {
    const headers = { authorization: `Bearer ${key}` }
    const init = body ? { method: 'PUT', headers, body: JSON.stringify(body) } : { headers }
    return (await fetch(`${server.url}/api/v1${path}`, init)).json()
  }
  await call('/products', {
    products: [{ sku: 'DEN', name: 'Plate', listPrice: 1000, unitLabel: 'each', brand: 'Hollin', category: 'Table' }],
  })
  await call('/customers', { customers: [{ accountCode: 'QUAY', name: 'Quay Café' }] })
  const customer = [...w, '--customer', 'quay']

  const discount = await runJson(['discount', 'set', ...customer, '--brand', 'hollin', '--bp', '1250'], env)
  const onCategory = await runJson(['discount', 'set', ...customer, '--category', 'table', '--bp', '100'], env)
  const onAll = await runJson(['discount', 'set', ...customer, '--all', '--bp', '50'], env)
  const range = ['--min-qty', '10', '--starts-at', '2026-01-01T00:00:00Z', '--ends-at', '2099-01-01T00:00:00Z']
  const agreed = await runJson(['agreed-price', 'set', ...customer, '--sku', 'den', '--unit', '800', ...range], env)
  const buyer = await runJson(['buyer', 'invite', ...customer, '--email', 'bo@x.example', '--name', 'Bo'], env)
  for (const answer of [discount, onCategory, onAll, agreed]) expect(answer).toEqual(ID)
  expect(buyer).toEqual({ ...ID, link: expect.stringContaining('/invitation/') })
  expect((await call('/customers/QUAY')).data).toMatchObject({
    discountRules: [
      { ...discount, appliesTo: 'brand' },
      { ...onCategory, appliesTo: 'category' },
      { ...onAll, appliesTo: 'all' },
    ],
    agreedPrices: [{ ...agreed, unit: 800, minQty: 10, startsAt: '2026-01-01T00:00:00.000Z' }],
    buyers: [{ id: buyer.id, status: 'invited' }],
  })

  const set = ['buyer', 'set', buyer.id, ...w]
  expect(await runJson([...set, '--limit', '50000', '--cost-centre', 'BAR'], env)).toEqual({ ok: true })
  expect(await runJson(['buyer', 'list', ...customer], env)).toMatchObject([{ orderLimit: 50_000, costCentre: 'BAR' }])
  const { stdout } = await runCli(['buyer', 'list', ...customer], env)
  expect(stdout).toMatch(
    /^NAME +E-MAIL +STATUS +LIMIT +COST CENTRE +ID\nBo +bo@x\.example +invited +50000 +BAR +\S+\n$/,
  )
  await runJson([...set, '--limit', 'any', '--cost-centre', ''], env)
  expect((await call('/customers/QUAY')).data.buyers).toMatchObject([{ orderLimit: null, costCentre: null }])
  expect((await runCli(set, env)).stderr).toMatch(/^Give --limit, --cost-centre or both\.\n$/)
  expect((await runCli([...set, '--limit', '-1'], env)).stderr).toMatch(/Must be a whole number of minor units/)

  const refused = await runCli(['agreed-price', 'set', ...customer, '--sku', 'DEN', '--unit', '1', ...range], env)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(new RegExp(`^Quay Café has an agreed price .*${agreed.id}.*\\n$`))

  const ok = { ok: true }
  expect(await runJson(['buyer', 'disable', buyer.id, ...w], env)).toEqual(ok)
  expect((await call('/customers/QUAY')).data.buyers).toMatchObject([{ status: 'disabled' }])
  expect(await runJson(['buyer', 'enable', buyer.id, ...w], env)).toEqual(ok)
  expect(await runJson(['discount', 'remove', discount.id, ...w, '--yes'], env)).toEqual(ok)
  expect(await runJson(['agreed-price', 'remove', agreed.id, ...w], env)).toEqual(ok)
  const { data } = await call('/customers/QUAY')
  expect(data).toMatchObject({ agreedPrices: [], buyers: [{ status: 'active' }] })
  expect(data.discountRules).toHaveLength(2)

  expect(await runJson(['customer', 'delete', 'QUAY', ...w], env)).toEqual(ok)
  expect((await call('/customers/QUAY')).error.code).toBe('not_found')
  expect((await runCli(['customer', 'delete', 'QUAY', ...w], env)).stderr).toMatch(/"QUAY"\.\n$/)
})
