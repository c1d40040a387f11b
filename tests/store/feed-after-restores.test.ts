import { join } from 'node:path'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { setAgreedPrice } from '../../server/src/agreed-prices/set-agreed-price.ts'
import { restoreBackup } from '../../server/src/backup/restore-backup.ts'
import { writeBackup } from '../../server/src/backup/write-backup.ts'
import { deleteProduct } from '../../server/src/catalogue/delete-product.ts'
import { setDiscount } from '../../server/src/discounts/set-discount.ts'
import { byDepth } from '../depth.ts'
import { follow, page, present, QUAY, visibleOf } from '../http/follow-prices.ts'
import type { Kept } from '../http/follow-prices.ts'
import { item, refusal, send } from '../http/given.ts'
import { shopInTime } from '../http/price-steps.ts'
import { useOwnService } from '../service.ts'
import type { TestWorkspace } from '../service.ts'
import { useTemporaryFolder } from '../temporary-folder.ts'

const engine = inject('engine').name === 'pglite' ? 'embedded' : 'postgres'
const folder = useTemporaryFolder()
const service = useOwnService()

/** Who follows the feed: where it is, what it knows, and the state of the workspace that it has seen last. */
type Follower = { cursor: string; kept: Kept; seen: number }

/** A shop with its followers. A state is a number; `history` has those that the present one came from, and itself. */
class World {
  readonly workspace: TestWorkspace
  followers: Follower[] = []
  #writes = 0
  #history = [0]
  #backups: { file: string; history: number[] }[] = []

  constructor(workspace: TestWorkspace) {
    this.workspace = workspace
  }

  /** Each one that is taken differs from all others. An agreed price that overlaps another one is refused. */
  async write(kind: 'product' | 'discount' | 'agreed'): Promise<void> {
    const n = ++this.#writes
    const { context } = this.workspace
    if (kind === 'product') await send(this.workspace, [item({ sku: `NEW-${n}`, name: 'New', listPrice: n })])
    if (kind === 'discount') await setDiscount(context, { customer: 'QUAY', on: { appliesTo: 'all' }, discountBp: n })
    if (kind === 'agreed') {
      const [startsAt, endsAt] = [5, 60].map((minutes) => new Date(service.time.now.getTime() + minutes * 60_000))
      const terms = { customer: 'QUAY', sku: 'A-1', unit: n, minQty: 3, startsAt: startsAt!, endsAt: endsAt! }
      const isTaken = await setAgreedPrice(context, terms).then(
        () => true,
        () => false,
      )
      if (!isTaken) return
    }
    this.#history.push(n)
  }

  async delete(): Promise<void> {
    const sku = (await present(this.workspace)).keys().find((name: string) => name.startsWith('NEW'))
    if (sku === undefined) return
    this.#history.push(++this.#writes)
    await deleteProduct(this.workspace.context, { sku })
  }

  async backUp(): Promise<void> {
    const file = join(folder, `${this.workspace.id}-${this.#backups.length}.backup`)
    await writeBackup(service.context, { file, engine, onTable: () => {}, signal: new AbortController().signal })
    this.#backups.push({ file, history: [...this.#history] })
  }

  async restore(nth: number): Promise<void> {
    const backup = this.#backups.at(-1 - (nth % this.#backups.length))!
    await restoreBackup(service.context, { file: backup.file, replace: true })
    this.#history = [...backup.history]
  }

  async begin(): Promise<void> {
    const kept: Kept = new Map()
    this.followers.push({ kept, cursor: await follow(this.workspace, kept, 'start'), seen: this.#history.at(-1)! })
  }

  /** Only the first products of all: its walk goes on later. */
  async beginSlowly(): Promise<void> {
    const { data, nextCursor } = (await page(this.workspace, `cursor=start&limit=1${QUAY}`)).body
    const kept: Kept = new Map(
      data.map(({ sku, visible, price, breaks }: any) => [sku, { visible, price, breaks }] as const),
    )
    this.followers.push({ kept, cursor: nextCursor, seen: this.#history.at(-1)! })
  }

  /** Each follower knows the present prices, or is told to begin again: those who have seen what is lost. */
  async followAll(): Promise<void> {
    const expected = new Map([...(await present(this.workspace))].toSorted())
    const followers = this.followers
    this.followers = []
    for (const { cursor, kept, seen } of followers) {
      if (this.#history.includes(seen)) {
        const next = await follow(this.workspace, kept, cursor)
        expect(visibleOf(kept)).toEqual(expected)
        this.followers.push({ kept, cursor: next, seen: this.#history.at(-1)! })
      } else {
        expect(await page(this.workspace, `cursor=${cursor}${QUAY}`)).toEqual(refusal(410, 'gone'))
      }
    }
  }
}

type Step = (world: World) => Promise<void>
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('product', 'discount', 'agreed').map((kind): Step => (world) => world.write(kind)) },
  fc.constant<Step>((world) => world.delete()),
  fc.constant<Step>((world) => world.backUp()),
  { weight: 2, arbitrary: fc.nat(3).map((nth): Step => (world) => world.restore(nth)) },
  { weight: 3, arbitrary: fc.constantFrom<Step>((world) => world.begin(), (world) => world.beginSlowly()) },
  fc.constant<Step>((world) => world.followAll()),
)

test('whatever is restored, who follows prices ends with the present ones, or is told to begin again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(steps, fc.constantFrom(0, 1, 30)), { minLength: 6, maxLength: 14 }),
      fc.nat(3),
      async (acts, nth) => {
        const world = new World(await shopInTime(service))
        await world.backUp()
        for (const [act, minutes] of acts) {
          service.later(minutes * 60_000)
          await act(world)
        }
        await world.followAll()
        await world.beginSlowly()
        await world.begin()
        await world.restore(nth)
        service.later()
        await world.followAll()
      },
    ),
    { numRuns: byDepth({ quick: 2, deep: 12 }) },
  )
})

test('a cursor of before the backup goes on, and one of a change that is lost says why not', async () => {
  const world = new World(await shopInTime(service))
  const { workspace } = world
  const old = await follow(workspace, new Map(), 'start')
  service.later()
  await world.write('product')
  await world.backUp()
  service.later()
  await send(workspace, [item({ sku: 'LOST', name: 'Lost' })])
  const kept: Kept = new Map()
  const late = await follow(workspace, kept, 'start')
  expect(kept.has('LOST')).toBe(true)
  await world.restore(0)

  const { status, body } = await page(workspace, `cursor=${old}${QUAY}`)
  expect(status).toBe(200)
  expect(body.data.map(({ sku }: { sku: string }) => sku)).toEqual(['NEW-1'])
  const refused = await page(workspace, `cursor=${late}${QUAY}`)
  expect(refused).toEqual(refusal(410, 'gone'))
  expect(refused.body.error.message).toMatch(/newer than a backup .* drop products that do not come/)
})

test("who was told a change of before the backup at a price of after it begins again", async () => {
  const world = new World(await shopInTime(service))
  const { workspace } = world
  const { nextCursor } = (await page(workspace, QUAY.slice(1))).body
  service.later()
  await send(workspace, [item({ sku: 'A-1', name: 'A-1', brand: 'Lime' })])
  await world.backUp()
  service.later()
  await setDiscount(workspace.context, { customer: 'QUAY', on: { appliesTo: 'all' }, discountBp: 5_000 })
  // The change of before the backup, at a price of after it.
  const early = (await page(workspace, `cursor=${nextCursor}&limit=1${QUAY}`)).body
  expect(early.data).toMatchObject([{ sku: 'A-1', price: { discountBp: 5_000 } }])
  await world.restore(0)
  expect((await page(workspace, `cursor=${nextCursor}${QUAY}`)).status).toBe(200)
  expect((await page(workspace, `cursor=${early.nextCursor}${QUAY}`)).status).toBe(410)
})
