import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explainPrice } from '../../server/src/catalogue/explain-price.ts'
import { authenticate } from '../../server/src/http/auth/admit-by-key.ts'
import { tagResponses } from '../../server/src/http/entity-tags.ts'
import { termsChangedAt } from '../../server/src/pricing/kinds-of-term.ts'
import type { Caller } from '../../server/src/workspaces/caller.ts'
import { admittedWorkspace, stateColumns } from '../../server/src/workspaces/workspace-state.ts'
import type { WorkspaceRow } from '../../server/src/workspaces/workspace-state.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { givenCustomer, givenDiscount, item, send } from '../given/given.ts'

/** Callers who see different things of one workspace, by an admission beside that of keys: headers name the caller. */

const service = useService()
let app: FastifyInstance

beforeAll(async () => {
  app = fastify()
  authenticate(app, service.context, async ({ headers }) => {
    const { workspaceId, ...caller } = JSON.parse(headers['x-caller'] as string) as Caller & { workspaceId: string }
    return { caller, workspace: await readWorkspaceState(workspaceId) }
  })
  tagResponses(app)
  app.get('/price', ({ caller, workspace }) =>
    explainPrice(workspace, { customer: customerOf(caller), sku: 'A', qty: 1 }),
  )
  await app.ready()
})
afterAll(() => app.close())

async function readWorkspaceState(workspaceId: string) {
  const { db, clock } = service.context
  const at = clock()
  const { rows } = await sql<WorkspaceRow>`
    select currency, plan, trial_ends_at, ${stateColumns(sql`${workspaceId}::uuid`, at, termsChangedAt)}
    from workspace where id = ${workspaceId}`.execute(db)
  return admittedWorkspace(workspaceId, { ...rows[0]!, at })
}

/** A buyer's customer comes from the session alone. */
function customerOf(caller: Caller): string {
  return caller.type === 'buyer' ? caller.customerId : 'ONE'
}

function buyer(id: string, customerId: string): Caller {
  return { type: 'buyer', id, name: id, customerId }
}

/** A product, and buyers of two customers who pay different prices for it; two are of the same customer. */
async function shop() {
  const workspace = await service.workspace()
  await send(workspace, [item({ sku: 'A', listPrice: 1000 })])
  const [one, other] = [await givenCustomer(workspace, { accountCode: 'ONE' }), await givenCustomer(workspace)]
  await givenDiscount(workspace, one, 1000)
  await givenDiscount(workspace, other, 2000)
  return { workspace, ada: buyer('ada', one), bo: buyer('bo', other), cy: buyer('cy', one) }
}

async function ask({ id }: TestWorkspace, caller: Caller, tag?: string) {
  const response = await app.inject({
    url: '/price',
    headers: { 'x-caller': JSON.stringify({ ...caller, workspaceId: id }), ...(tag && { 'if-none-match': tag }) },
  })
  const { statusCode: status, body, headers } = response
  return { status, unit: body === '' ? null : JSON.parse(body).price.unit, tag: headers.etag as string }
}

test('buyers who ask for the same never get what was kept for another, or a tag of theirs', async () => {
  const { workspace, ada, bo, cy } = await shop()
  // Often enough for answers to be kept.
  for (let round = 0; round < 4; round++) {
    for (const [buyer, unit] of [
      [ada, 900],
      [bo, 800],
      [cy, 900],
    ] as const) {
      expect(await ask(workspace, buyer)).toMatchObject({ status: 200, unit })
    }
  }
  const [adas, bos, cys] = await Promise.all([ada, bo, cy].map((buyer) => ask(workspace, buyer)))
  expect(new Set([adas!.tag, bos!.tag, cys!.tag]).size).toBe(3)
  expect(await ask(workspace, ada, adas!.tag)).toMatchObject({ status: 304 })
  expect(await ask(workspace, bo, adas!.tag)).toMatchObject({ status: 200, unit: 800 })
  expect(await ask(workspace, cy, adas!.tag)).toMatchObject({ status: 200, unit: 900 })
})

test('a member who takes another role gets other tags', async () => {
  const { workspace } = await shop()
  const [owner, staff] = (['owner', 'manager'] as const).map((role): Caller => ({
    type: 'member',
    proof: { provedAt: null, passkeyAt: null },
    id: 'mo',
    name: 'Mo',
    role,
  }))
  expect((await ask(workspace, owner!)).tag).not.toBe((await ask(workspace, staff!)).tag)
})
