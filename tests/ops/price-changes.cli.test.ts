import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { givenWorkspace } from '../given/workspace.ts'
import { runCli, runJson, startServer } from '../given/run-cli.ts'
import { useDatabase } from '../given/use-server.ts'

const env = useDatabase()

test('price changes are published, scheduled, cancelled and discarded from the command line', async () => {
  const { workspace, key } = await givenWorkspace(env)
  let server = await startServer(env)
  const call = async (path: string, init?: RequestInit) => {
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetch(`${server.url}/api/v1${path}`, { headers, ...init })
    return ((await response.json()) as { data: any }).data
  }
  const put = (listPrice: number) =>
    call('/products', {
      method: 'PUT',
      body: JSON.stringify({ products: [{ sku: 'A', name: 'Plate', unitLabel: 'each', listPrice }] }),
    })
  const draft = async (listPrice: number) => (await put(listPrice)).priceChangeId as string
  const run = (verb: string, id: string, ...more: string[]) =>
    runJson(['price-change', verb, id, '--workspace', workspace, ...more], env)
  const listPrice = async () => (await call('/products'))[0].price.list

  try {
    await put(1000)
    const [published, scheduled, cancelled] = [await draft(1100), await draft(1200), await draft(1300)]
    const discarded = await draft(1400)
    const { fingerprint } = await call(`/price-changes/${published}`)

    const stale = fingerprint.replace(/^.{12}/, '000000000000')
    const args = ['price-change', 'publish', published, '--workspace', workspace]
    const refused = await runCli([...args, '--fingerprint', stale], env)
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^"ERP" .* lines have .*\n$/) })
    expect(await run('publish', published, '--fingerprint', fingerprint)).toEqual({
      id: published,
      status: 'published',
    })
    expect(await listPrice()).toBe(1100)

    expect(await run('discard', discarded)).toEqual({ id: discarded, status: 'discarded' })
    const unread = await runCli(['price-change', 'schedule', cancelled, '--workspace', workspace, '--at', 'soon'], env)
    expect(unread).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^at: Must be a time .*\n$/) })
    const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString()
    expect(await run('schedule', cancelled, '--at', inAYear)).toEqual({ id: cancelled, status: 'scheduled' })
    expect(await run('cancel', cancelled)).toEqual({ id: cancelled, status: 'cancelled' })

    // The server is killed before the time, and another one, started after it, catches up.
    const soon = new Date(Date.now() + 6_000)
    await run('schedule', scheduled, '--at', soon.toISOString())
    await server.stop('SIGKILL')
    await setTimeout(soon.getTime() - Date.now())
    server = await startServer(env)
    await expect.poll(async () => (await call(`/price-changes/${scheduled}`)).status).toBe('published')
    expect(await listPrice()).toBe(1200)
  } finally {
    expect(await server.stop()).toBe(0)
  }
})
