import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useService } from '../service.ts'
import type { TestWorkspace } from '../service.ts'
import { allProducts, drafts, useImport } from './run-import.ts'

const service = useService()
const { run, write } = useImport(service)

function products(price: number): string {
  return `SKU,Name,Price,Unit\n${Array.from({ length: 250 }, (_, i) => `S${i},Product ${i},${price},each\n`).join('')}`
}

/** A workspace that has the products of a file, at another price. */
async function priced(): Promise<{ workspace: TestWorkspace; file: string }> {
  const workspace = await service.workspace()
  const file = write(products(1))
  await run(workspace, { file })
  writeFileSync(file, products(2))
  return { workspace, file }
}

/** A service that knows the key no more after this many writes. */
function revokedAfter(writes: number): (request: Request) => Promise<Response> {
  let left = writes
  return async (request) =>
    request.method === 'PUT' && left-- === 0
      ? Response.json({ error: { code: 'unauthorized', message: 'Revoked.' } }, { status: 401 })
      : globalThis.fetch(request)
}

/** Breaks an import off after two calls; returns the one draft that it leaves. */
async function breakOff(workspace: TestWorkspace, file: string): Promise<string> {
  await expect(run(workspace, { file, fetch: revokedAfter(2) })).rejects.toThrow(
    'Revoked. Stopped after 200 products; import the file again to resume.',
  )
  const [draft, ...others] = Object.keys(await drafts(workspace))
  expect(others).toEqual([])
  return draft!
}

async function draftSizes(workspace: TestWorkspace): Promise<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(await drafts(workspace)).map(([id, prices]) => [id, Object.keys(prices).length]),
  )
}

test('an import that was broken off goes on with its draft, and then forgets it', async () => {
  const { workspace, file } = await priced()
  const draft = await breakOff(workspace, file)
  expect(JSON.parse(readFileSync(`${file}.import.json`, 'utf8'))).toEqual({ drafts: { [workspace.id]: draft } })

  const dry = await run(workspace, { file, dryRun: true })
  expect(dry.priceChangeId).toBe(null)

  const { said, ...again } = await run(workspace, { file })
  expect(again).toMatchObject({ updated: 250, priceChanges: 250, priceChangeId: draft })
  expect(said).toContain(
    `Resuming an interrupted import of this file: new prices go into its draft price change ${draft}, saved in ${file}.import.json.`,
  )
  expect(await draftSizes(workspace)).toEqual({ [draft]: 250 })
  expect(existsSync(`${file}.import.json`)).toBe(false)
})

test('what was done so far is told before what stopped the import', async () => {
  const { workspace, file } = await priced()
  const said: string[] = []
  await expect(run(workspace, { file, fetch: revokedAfter(2), said })).rejects.toThrow('Revoked.')
  const [draft] = Object.keys(await drafts(workspace))
  expect(said.slice(-3)).toEqual([
    '0 products created and 200 updated so far, from 250 rows.',
    `The draft price change ${draft} has 200 new prices so far.`,
    'No row was rejected so far.',
  ])
})

test.for([
  ['was published', (id: string, { context }: TestWorkspace) => publish(context, id)],
  ['is not there', (id: string, { context }: TestWorkspace) => remove(context, id)],
] as const)('a draft that %s is given up for a new one, which gets every price', async ([, end]) => {
  const { workspace, file } = await priced()
  const draft = await breakOff(workspace, file)
  await end(draft, workspace)
  const again = await run(workspace, { file })
  expect(again).toMatchObject({ updated: 250, priceChanges: 250, priceChangeId: expect.any(String), rejected: 0 })
  expect(again.priceChangeId).not.toBe(draft)
  expect(again.said).toContain(`The price change ${draft} is no longer a draft, so it accepts no more prices.`)
  expect(again.said).toContain(`New prices go into the draft price change ${again.priceChangeId}.`)
  expect((await draftSizes(workspace))[again.priceChangeId!]).toBe(250)
  expect(existsSync(`${file}.import.json`)).toBe(false)
})

/** As far as the API can tell: the new prices stay unapplied. */
async function publish({ db, workspaceId }: TestWorkspace['context'], id: string): Promise<void> {
  const change = db.updateTable('price_change').set({ status: 'published' })
  await change.where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
}

async function remove({ db, workspaceId }: TestWorkspace['context'], id: string): Promise<void> {
  const lines = db.deleteFrom('price_change_line').where('workspace_id', '=', workspaceId)
  await lines.where('price_change_id', '=', id).execute()
  await db.deleteFrom('price_change').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
}

test('a draft that is published while the import fills it makes way for a new one', async () => {
  const { workspace, file } = await priced()
  let calls = 0
  const fetch = async (request: Request) => {
    if (++calls === 4) await publish(workspace.context, Object.keys(await drafts(workspace))[0]!)
    return globalThis.fetch(request)
  }
  const { priceChangeId, priceChanges } = await run(workspace, { file, fetch })
  expect(priceChanges).toBe(50)
  expect((await draftSizes(workspace))[priceChangeId!]).toBe(50)
  expect(Object.values(await draftSizes(workspace)).toSorted((a, b) => a - b)).toEqual([50, 200])
})

test('--price-change comes before the draft of an import that was broken off', async () => {
  const { workspace, file } = await priced()
  const other = (await run(workspace, { content: 'SKU,Name,Price,Unit\nS0,Product 0,9,each\n' })).priceChangeId!
  await expect(run(workspace, { file, fetch: revokedAfter(1) })).rejects.toThrow('Revoked.')
  expect(await run(workspace, { file, priceChange: other })).toMatchObject({ priceChanges: 250, priceChangeId: other })
  expect((await draftSizes(workspace))[other]).toBe(250)
  expect(existsSync(`${file}.import.json`)).toBe(false)
})

test('the draft of another workspace is neither used nor forgotten', async () => {
  const { workspace, file } = await priced()
  const draft = await breakOff(workspace, file)
  const second = await service.workspace()
  expect(await run(second, { file })).toMatchObject({ created: 250, priceChangeId: null })
  writeFileSync(file, products(3))
  expect(await run(second, { file })).toMatchObject({ priceChanges: 250 })
  expect(await run(workspace, { file })).toMatchObject({ priceChangeId: draft })
})

test('imports of one file into two workspaces at once leave nothing behind', async () => {
  const { workspace, file } = await priced()
  const second = await service.workspace()
  await run(second, { content: products(1) })
  let calls = 0
  const fetch = async (request: Request) => {
    // Its draft is known by now; the other's comes and goes in between.
    if (++calls === 3) await breakOff(second, file)
    if (calls === 4) await run(second, { file })
    return globalThis.fetch(request)
  }
  expect(await run(workspace, { file, fetch })).toMatchObject({ priceChanges: 250 })
  expect(Object.values(await draftSizes(second))).toEqual([250])
  expect(existsSync(`${file}.import.json`)).toBe(false)
})

test('where the draft cannot be kept, the import warns once and says how to go on with it', async () => {
  const { workspace, file } = await priced()
  symlinkSync('/nowhere/at-all', `${file}.import.json`)
  const said: string[] = []
  await expect(run(workspace, { file, fetch: revokedAfter(2), said })).rejects.toThrow(
    /import the file again with --price-change [0-9a-f-]{36} to resume\.$/,
  )
  expect(said.filter((line) => line.startsWith('Warning: '))).toEqual([
    expect.stringContaining(`The id of the draft cannot be saved in ${file}.import.json`),
  ])
  expect(await run(workspace, { file })).toMatchObject({ updated: 250, priceChanges: 250 })
})

test('a file that is not of an import is left as it is', async () => {
  const { workspace, file } = await priced()
  writeFileSync(`${file}.import.json`, '{"mine":1}')
  const { said, ...result } = await run(workspace, { file })
  expect(result).toMatchObject({ updated: 250, priceChanges: 250 })
  expect(said).toContainEqual(expect.stringMatching(/^Warning: .*the file exists, but is not from an import\.$/))
  expect(readFileSync(`${file}.import.json`, 'utf8')).toBe('{"mine":1}')
  expect(await allProducts(workspace)).toHaveLength(250)
})
