import { expect, test } from 'vitest'
import { givenWorkspace } from './given-workspace.ts'
import { runCli, runJson } from './run-cli.ts'
import { useServer } from './use-server.ts'

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

  expect(await run('brand', 'preview-merge', 'Marlowe', '--to', 'marlowe')).toEqual({ moves: null })
  const merge = await runCli(['brand', 'merge', 'Marlowe', '--to', 'Nobody', '--workspace', workspace], env)
  expect(merge).toEqual({ code: 1, stdout: '', stderr: 'There is no brand "Nobody".\n' })
  const bad = await runCli(['product', 'update', 'A-1', '--min-order-qty', '0', '--workspace', workspace], env)
  expect(bad).toMatchObject({ code: 1, stderr: 'minOrderQty: Must be a whole number from 1 to 1000000.\n' })

  expect(await run('product', 'delete', 'A-1')).toEqual({ ok: true })
  expect((await get('/products')).data).toEqual([])
  const { data } = await get('/activity?actor=operator&limit=3')
  expect(data.map((entry: any) => entry.action)).toEqual(['product.delete', 'category.rename', 'brand.rename'])
})
