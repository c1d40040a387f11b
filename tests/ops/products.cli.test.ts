import { expect, test } from 'vitest'
import { givenWorkspace } from '../given/workspace.ts'
import { runCli, runJson } from '../given/run-cli.ts'
import { useServer } from '../given/use-server.ts'

const { env, server } = useServer()

test('products, brands and categories are managed from the command line, in the operator’s name', async () => {
  const { workspace, key } = await givenWorkspace(env)
  const headers = { authorization: `Bearer ${key}` }
  const get = async (path: string): Promise<any> => (await fetch(`${server.url}/api/v1${path}`, { headers })).json()
  const run = (...args: string[]) => runJson([...args, '--workspace', workspace], env)

  expect(await run('product', 'create', 'A-1', '--name', 'Soon', '--unit-label', 'each')).toEqual({
    id: expect.any(String),
  })
  const body = JSON.stringify({
    products: [{ sku: 'A-1', name: 'Soon', listPrice: 5, unitLabel: 'each', brand: 'Hollin', category: 'Plates' }],
  })
  await fetch(`${server.url}/api/v1/products`, { method: 'PUT', headers, body })

  const update = ['product', 'update', 'a-1', '--active', 'false', '--min-order-qty', '6', '--clear', 'lead-time-note']
  expect(await run(...update)).toEqual({ ok: true })
  expect(await run('brand', 'rename', 'Hollin', '--to', 'Marlowe')).toEqual({ ok: true })
  expect(await run('category', 'rename', 'Plates', '--to', 'Tableware')).toEqual({ ok: true })
  expect((await get('/brands')).data).toMatchObject([{ name: 'Marlowe' }])
  expect((await get('/products?q=tableware')).data).toMatchObject([{ sku: 'A-1', active: false, minOrderQty: 6 }])

  const merge = await runCli(['brand', 'merge', 'Marlowe', '--to', 'Nobody', '--workspace', workspace], env)
  expect(merge).toEqual({ code: 1, stdout: '', stderr: 'There is no brand "Nobody".\n' })
  const bad = await runCli(['product', 'update', 'A-1', '--min-order-qty', '0', '--workspace', workspace], env)
  expect(bad).toMatchObject({ code: 1, stderr: 'minOrderQty: Must be a whole number from 1 to 1000000.\n' })

  expect(await run('product', 'delete', 'A-1')).toEqual({ ok: true })
  expect((await get('/products')).data).toEqual([])
  const { data } = await get('/activity?actor=operator&limit=3')
  expect(data.map((entry: any) => entry.action)).toEqual(['product.delete', 'category.rename', 'brand.rename'])
})

test('a command that moves prices says so and asks for --yes, and one that moves none acts at once', async () => {
  const { workspace, key } = await givenWorkspace(env)
  const headers = { authorization: `Bearer ${key}` }
  const put = (path: string, body: object) =>
    fetch(`${server.url}/api/v1${path}`, { method: 'PUT', headers, body: JSON.stringify(body) })
  await put('/customers', { customers: ['QUAY', 'PIER'].map((accountCode) => ({ accountCode, name: accountCode })) })
  const plate = { name: 'Plate', listPrice: 1000, unitLabel: 'each' }
  const products = [
    { ...plate, sku: 'A', brand: 'Denby', category: 'Plates' },
    { ...plate, sku: 'B', brand: 'Arc', category: 'Bowls', onlyFor: ['PIER'] },
  ]
  await put('/products', { products })
  const w = ['--workspace', workspace]
  const on = ['--customer', 'QUAY', '--brand', 'Denby', '--bp', '1000']
  const { id } = await runJson(['discount', 'set', ...w, ...on], env)

  const falls = '1 product changes in price for 1 customer: 1 drops by up to 10%.'
  const rises = '2 products change in price for 1 customer: 2 rise by up to 11.11%.'
  const moving: [string, string[]][] = [
    ['Newly shown to 1 customer.', ['product', 'update', 'b', '--visibility', 'all']],
    [falls, ['brand', 'merge', 'Arc', '--to', 'Denby']],
    [rises, ['discount', 'remove', id]],
  ]
  for (const [effect, command] of moving) {
    const asked = await runCli([...command, ...w], env)
    expect(asked).toEqual({
      code: 1,
      stdout: '',
      stderr: `${effect} Nothing is changed yet: add --yes to do it.\n`,
    })
    // It says so again, as nothing was changed.
    expect(await runCli([...command, ...w], env)).toEqual(asked)
    await runJson([...command, ...w, '--yes'], env)
  }
  expect(await runJson(['category', 'merge', 'Bowls', '--to', 'Plates', ...w], env)).toEqual({ ok: true })
})
