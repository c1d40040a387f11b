import { DefaultQueryExecutor } from 'kysely'
import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { expectDone, givenCustomer, sendItems } from '../given/given.ts'

const service = useService()

/** The texts of the statements that name the workspace, while the work runs. */
async function statementsOf(workspaceId: string, work: () => Promise<unknown>): Promise<string[]> {
  const execute = DefaultQueryExecutor.prototype.executeQuery
  const texts: string[] = []
  DefaultQueryExecutor.prototype.executeQuery = function (this: DefaultQueryExecutor, ...args) {
    if (args[0].parameters.includes(workspaceId)) texts.push(args[0].sql)
    return execute.apply(this, args)
  } as typeof execute
  try {
    await work()
  } finally {
    DefaultQueryExecutor.prototype.executeQuery = execute
  }
  return texts
}

test('a buyer who checks lines with wordy SKUs that nobody has costs two statements more than with known ones', async () => {
  const workspace = await service.workspace()
  await sendItems(workspace, 100, (i) => ({
    sku: `P-${i}`,
    description: 'professional outdoor recyclable certified washable commercial',
  }))
  const buyer = await givenSignedInBuyer(service, workspace, await givenCustomer(workspace))
  const check = async (skus: string[]) =>
    expectDone(await buyer.post('/lines/check', { lines: skus.map((sku) => ({ sku, qty: 1 })) }))
  const numbers = Array.from({ length: 25 }, (_, i) => i)
  await check(['P-1'])
  const known = await statementsOf(workspace.id, () => check(numbers.map((i) => `P-${i}`)))
  const unknown = await statementsOf(workspace.id, () => check(numbers.map((i) => `pro out rec cer was com ${i} zz`)))
  expect(known.length).toBeGreaterThan(0)
  expect(unknown.length).toBeLessThanOrEqual(known.length + 2)
})
