import { expect, test } from 'vitest'
import { revokeKey } from '../../server/src/workspaces/keys.ts'
import { openApiDocument } from '../given/openapi-document.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { expectDone, item } from '../given/given.ts'
import { sendFile } from '../given/sent-import.ts'
import { orderingShop, place } from '../given/order.ts'
import { holdOpen, rowsOf } from '../given/held-open.ts'

// Every write of the public API is held open here, as those of the pages are in held-open.test.ts.

const service = useService()

function revoke({ context, keyId }: TestWorkspace) {
  return revokeKey(context, keyId)
}

function endPlan({ id, context }: TestWorkspace) {
  return context.db.updateTable('workspace').set({ plan: 'lapsed' }).where('id', '=', id).execute()
}

const FILE = 'SKU,Name,Price,Unit\nNEW-1,Plate,1.00,each\n'

const bodies: Record<string, unknown> = {
  upsertProducts: { products: [item({ sku: 'NEW-1' })] },
  upsertCustomers: { customers: [{ accountCode: 'NEW-1', name: 'New Café' }] },
  moveOrder: { status: 'cancelled' },
  setCustomerCodes: { customer: 'CASTLE', codes: [{ sku: 'NEW-1', code: 'P-1' }] },
  runImport: {},
}

/** What is sent to be looked at: it writes nothing. */
const READS = 'checkOrder'

async function getThroughWith(loseAccess: (workspace: TestWorkspace) => Promise<unknown>, message: RegExp) {
  const { paths } = (await openApiDocument()) as unknown as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const through = []
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { operationId }] of Object.entries(operations)) {
      if (method === 'get' || operationId === READS) continue
      const { workspace } = await orderingShop(service)
      const order = await place(workspace)
      const sent = (await sendFile(service, workspace, FILE, { dryRun: 'true' })).body.data
      const { id } = path.includes('/imports') ? sent : order
      const headers = { authorization: `Bearer ${workspace.key}`, 'content-type': 'application/json' }
      const request = await holdOpen(
        service,
        {
          method: method.toUpperCase(),
          path: `${path.replace(/\{\w+\}/, id)}${operationId === 'sendImport' ? '?kind=products' : ''}`,
          headers,
          body: operationId === 'sendImport' ? FILE.replace('NEW-1', 'NEW-2') : JSON.stringify(bodies[operationId]),
        },
        async () => expectDone(await workspace.get('/workspace')),
      )
      await loseAccess(workspace)
      const before = await rowsOf(workspace)
      const answer = await request.finish()
      const isSame = (await rowsOf(workspace)) === before
      if (!message.test(answer.message) || !isSame) through.push(`${operationId}: ${answer.status} ${answer.message}`)
    }
  }
  return through
}

test('a write by a key that is held open is refused once the key is revoked', async () => {
  expect(await getThroughWith(revoke, /has been revoked/)).toEqual([])
})

test('a write by a key that is held open is refused once the plan has ended', async () => {
  expect(await getThroughWith(endPlan, /it can only be read/)).toEqual([])
})
