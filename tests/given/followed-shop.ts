import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { setAgreedPrice } from '../../server/src/pricing/terms/set-agreed-price.ts'
import { restoreBackup } from '../../server/src/ops/backup/restore-backup.ts'
import { writeBackup } from '../../server/src/ops/backup/write-backup.ts'
import { deleteProduct } from '../../server/src/catalogue/product-writes.ts'
import { setDiscount } from '../../server/src/pricing/terms/discounts.ts'
import { follow, page, present, QUAY, visibleOf } from './follow-prices.ts'
import type { Kept } from './follow-prices.ts'
import { item, refusal, send } from './given.ts'
import { shopInTime } from './price-steps.ts'
import type { TestService, TestWorkspace } from './service.ts'

const engine = inject('engine').name === 'pglite' ? 'embedded' : 'postgres'

/** Who follows the feed: where it is, what it knows, and the state of the workspace that it has seen last. */
type Follower = { cursor: string; kept: Kept; seen: number }

/** A shop with its followers. A state is a number; `history` has those that the present one came from, and itself. */
export class FollowedShop {
  readonly workspace: TestWorkspace
  readonly #service: TestService
  readonly #folder: string
  #followers: Follower[] = []
  #writes = 0
  #history = [0]
  #backups: { file: string; history: number[] }[] = []

  private constructor(service: TestService, workspace: TestWorkspace, folder: string) {
    this.#service = service
    this.workspace = workspace
    this.#folder = folder
  }

  /** On its own database, with backups in that folder. */
  static async open(service: TestService, folder: string): Promise<FollowedShop> {
    return new FollowedShop(service, await shopInTime(service), folder)
  }

  /** Each one that is taken differs from all others. An agreed price that overlaps another one is refused. */
  async write(kind: 'product' | 'discount' | 'agreed'): Promise<void> {
    const n = ++this.#writes
    const { context } = this.workspace
    if (kind === 'product') await send(this.workspace, [item({ sku: `NEW-${n}`, name: 'New', listPrice: n })])
    if (kind === 'discount') await setDiscount(context, { customer: 'QUAY', on: { appliesTo: 'all' }, discountBp: n })
    if (kind === 'agreed') {
      const [startsAt, endsAt] = [5, 60].map((minutes) => new Date(this.#service.time.now.getTime() + minutes * 60_000))
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
    const file = join(this.#folder, `${this.workspace.id}-${this.#backups.length}.backup`)
    await writeBackup(this.#service.context, { file, engine, onTable: () => {}, signal: new AbortController().signal })
    this.#backups.push({ file, history: [...this.#history] })
  }

  async restore(nth: number): Promise<void> {
    const backup = this.#backups.at(-1 - (nth % this.#backups.length))!
    await restoreBackup(this.#service.context, { file: backup.file, replace: true })
    this.#history = [...backup.history]
  }

  async begin(): Promise<void> {
    const kept: Kept = new Map()
    this.#followers.push({ kept, cursor: await follow(this.workspace, kept, 'start'), seen: this.#history.at(-1)! })
  }

  /** Only the first products of all: its walk goes on later. */
  async beginSlowly(): Promise<void> {
    const { data, nextCursor } = (await page(this.workspace, `cursor=start&limit=1${QUAY}`)).body
    const kept: Kept = new Map(
      data.map(({ sku, visible, price, breaks }: any) => [sku, { visible, price, breaks }] as const),
    )
    this.#followers.push({ kept, cursor: nextCursor, seen: this.#history.at(-1)! })
  }

  /** Each follower knows the present prices, or is told to begin again: those who have seen what is lost. */
  async followAll(): Promise<void> {
    const expected = new Map([...(await present(this.workspace))].toSorted())
    const [followers, seen] = [this.#followers, this.#history.at(-1)!]
    this.#followers = []
    for (const follower of followers) {
      if (!this.#history.includes(follower.seen)) await expectRefused(this.workspace, follower)
      else this.#followers.push({ ...follower, cursor: await expectExact(this.workspace, follower, expected), seen })
    }
  }
}

async function expectRefused(workspace: TestWorkspace, { cursor }: Follower): Promise<void> {
  expect(await page(workspace, `cursor=${cursor}${QUAY}`)).toEqual(refusal(410, 'gone'))
}

/** Returns the next cursor. */
async function expectExact(workspace: TestWorkspace, { cursor, kept }: Follower, expected: Kept): Promise<string> {
  const next = await follow(workspace, kept, cursor)
  expect(visibleOf(kept)).toEqual(expected)
  return next
}
