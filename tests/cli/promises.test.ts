import { expect, test } from 'vitest'
import { givenWorkspace } from './given-workspace.ts'
import { runCli, runJson, startServer } from './run-cli.ts'
import { useDatabase } from './use-server.ts'

const env = useDatabase()

test('promises are checked from the command line, which exits with 1 for a broken one, and acts ask for a reason', async () => {
  const { workspace, key } = await givenWorkspace(env)
  const server = await startServer(env)
  const put = async (list: string, rows: object[]) => {
    const headers = { authorization: `Bearer ${key}` }
    const body = JSON.stringify({ [list]: rows })
    expect((await fetch(`${server.url}/api/v1/${list}`, { method: 'PUT', headers, body })).status).toBe(200)
  }
  const check = (...more: string[]) => runCli(['promise', 'check', '--workspace', workspace, ...more], env)
  try {
    expect(await check()).toMatchObject({ code: 0, stdout: 'There are no promises.\n' })
    await put('products', [{ sku: 'A', name: 'Plate', unitLabel: 'each', listPrice: 1000 }])
    await put('customers', [{ accountCode: 'QUAY', name: 'Quay' }])
    const promise = { reference: 'P-1', customer: 'QUAY', until: '2099-01-01T00:00:00Z' }
    await put('promises', [{ ...promise, lines: [{ sku: 'A', unit: 1000 }] }])
    expect(await check()).toMatchObject({ code: 0, stdout: '1 promise: 1 hold, 0 broken.\n' })

    const discount = ['discount', 'set', '--workspace', workspace, '--customer', 'QUAY', '--all', '--bp']
    await runJson([...discount, '1000'], env)
    await put('promises', [{ ...promise, lines: [{ sku: 'A', unit: 900 }] }])
    const refused = await runCli([...discount, '500'], env)
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^This would break 1 promise: A for Quay.+\n$/),
    })
    await runJson([...discount, '500', '--promise-reason', 'Agreed with Ann'], env)

    const broken = await check()
    expect(broken).toMatchObject({ code: 1, stderr: '' })
    expect(broken.stdout).toMatch(
      /^Broken: A for Quay, promised until 2098-12-31: .*9\.50 instead of .*9\.00\.\n1 promise: 0 hold, 1 broken\.\n$/,
    )
    const later = new Date(Date.now() + 86_400_000).toISOString()
    const asJson = await check('--at', later, '--json')
    expect(asJson.code).toBe(1)
    expect(JSON.parse(asJson.stdout)).toMatchObject({ at: later, promises: [{ reference: 'P-1', holds: false }] })
    const list = await runCli(['promise', 'list', '--workspace', workspace], env)
    expect(list).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/P-1 +Quay +A +2099-01-01T00:00:00\.000Z +Broken/),
    })
  } finally {
    expect(await server.stop()).toBe(0)
  }
})
