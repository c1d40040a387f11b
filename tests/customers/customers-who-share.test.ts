import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { upsertCustomers } from '../../server/src/customers/upsert-customers.ts'
import { rowsRead } from '../given/rows-read.ts'
import { useOwnService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { done, expectDone, givenManyCustomers, invalidFields } from '../given/given.ts'

const service = useOwnService()

const MANY = 10_000
/** Customers that a row may have read or locked: two of each of its keys, and some to spare. */
const FEW = 10

/** A workspace where an ERP has booked every cash sale under its own customer. */
async function cashSales() {
  const workspace = await service.workspace()
  // What the database prepares is prepared while there is next to nothing in the table.
  expectDone(
    await workspace.put('/customers', { customers: [{ name: 'Ann', accountCode: 'ANN', email: 'ann@x.example' }] }),
  )
  await givenManyCustomers(workspace, MANY, { name: 'Cash sale', email: 'till@shop.example' })
  return workspace
}

/** How many customers have ever been locked, or written anew: the version of each tells by whom it was last. */
async function locked({ id }: TestWorkspace): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from customer where workspace_id = ${id} and xmax::text <> '0'`.execute(service.context.db)
  return Number(rows[0]!.count)
}

/** How many customers a call reads. */
function readBy({ context }: TestWorkspace, customers: Parameters<typeof upsertCustomers>[1]['customers']) {
  return rowsRead(context, 'customer', (undone) => upsertCustomers(undone, { customers }))
}

describe('where thousands of customers share a name and an e-mail', () => {
  test('a row that could be any of them is refused, and they are left alone', async () => {
    const workspace = await cashSales()
    expect(invalidFields(await workspace.put('/customers', { customers: [{ name: 'CASH SALE' }] }))).toEqual([
      'customers.0.name',
    ])
    const byEmail = { name: 'Till', email: 'Till@shop.example' }
    expect(invalidFields(await workspace.put('/customers', { customers: [byEmail] }))).toEqual(['customers.0.email'])
    expect(await locked(workspace)).toBeLessThanOrEqual(FEW)
    expect(await readBy(workspace, [{ name: 'Cash sale' }])).toBeLessThanOrEqual(FEW)
  })

  test('a row with its own code is its own customer', async () => {
    const workspace = await cashSales()
    const rows = [1, 2, 3].map((i) => ({ accountCode: `NEW-${i}`, name: 'Cash sale', email: 'till@shop.example' }))
    expect(await readBy(workspace, rows)).toBeLessThanOrEqual(FEW)
    expect(await done(workspace.put('/customers', { customers: rows }))).toEqual({ created: 3, updated: 0 })
    expect(await locked(workspace)).toBeLessThanOrEqual(FEW)
  })

  test('a row with a code finds its customer among them, and takes over the one that has no code', async () => {
    const workspace = await cashSales()
    expectDone(await workspace.put('/customers', { customers: [{ name: 'Cash sale (old)', email: null }] }))
    await service.context.db
      .updateTable('customer')
      .set({ name: 'Cash sale', name_key: 'cash sale' })
      .where('workspace_id', '=', workspace.id)
      .where('account_code', 'is', null)
      .execute()
    const answer = await workspace.put('/customers', {
      customers: [
        { accountCode: 'code-77', name: 'Cash sale', phone: '1' },
        { accountCode: 'NEW', name: 'cash sale', phone: '2' },
      ],
    })
    expectDone(answer)
    expect(answer.body.data).toEqual({ created: 0, updated: 2 })
    expect((await workspace.get('/customers/NEW')).body.data).toMatchObject({ name: 'cash sale', phone: '2' })
    expect(await locked(workspace)).toBeLessThanOrEqual(FEW)
  })
})
