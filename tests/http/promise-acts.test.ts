import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setAgreedPrice } from '../../server/src/agreed-prices/set-agreed-price.ts'
import { removeAgreedPrice } from '../../server/src/agreed-prices/remove-agreed-price.ts'
import { bulkDelete } from '../../server/src/catalogue/bulk/bulk-delete.ts'
import { bulkEdit } from '../../server/src/catalogue/bulk/bulk-edit.ts'
import { deleteProduct } from '../../server/src/catalogue/delete-product.ts'
import { mergeGroups } from '../../server/src/catalogue/groups/merge-groups.ts'
import { updateProduct } from '../../server/src/catalogue/update-product.ts'
import type { WorkspaceContext } from '../../server/src/context.ts'
import { removeDiscount } from '../../server/src/discounts/remove-discount.ts'
import { setDiscount } from '../../server/src/discounts/set-discount.ts'
import { BreaksPromises } from '../../server/src/errors.ts'
import { undoCustomerEdit } from '../../server/src/imports/undo-customer-edit.ts'
import { publishPriceChange } from '../../server/src/price-changes/publish-price-change.ts'
import { cancelPriceChange, schedulePriceChange } from '../../server/src/price-changes/settle-price-change.ts'
import { editCustomers } from '../../server/src/price-groups/edit-customers.ts'
import { putPromises } from '../../server/src/promises/put-promises.ts'
import { byDepth } from '../depth.ts'
import { useService } from '../service.ts'
import type { TestWorkspace } from '../service.ts'
import { done, find, givenCustomer, item, refusal, send } from './given.ts'
import { importingStaff } from './given-import.ts'
import { rowsOf } from './held-open.ts'
import { breaksTold, broken, promisePresent, REASON, withReason } from './given-promise.ts'
import { change, shopInTime, SKUS, step } from './price-steps.ts'

const service = useService()

const minutes = (count: number) => new Date(service.time.now.getTime() + count * 60_000)

test('no act breaks a promise without a reason, and none that breaks no promise is refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 4 }),
      fc.array(step, { minLength: 1, maxLength: byDepth({ quick: 5, deep: 12 }) }),
      async (before, steps) => {
        const workspace = await shopInTime(service)
        for (const act of before) await act(workspace, service.time.now)
        service.later()
        await promisePresent(service, workspace, SKUS)
        // What the clock breaks already is no concern of the acts.
        let known = await broken(workspace)
        for (const act of steps) {
          await act(workspace, service.time.now).catch(() => undefined)
          const after = await broken(workspace)
          expect(after.filter((reference) => !known.includes(reference))).toEqual([])
          const told = (await breaksTold(workspace)).length
          await act(withReason(service, workspace), service.time.now)
          const outcome = await broken(workspace)
          const isBroken = outcome.some((reference) => !after.includes(reference))
          if (isBroken) expect((await breaksTold(workspace)).length).toBe(told + 1)
          known = outcome
          service.later()
        }
      },
    ),
    { numRuns: byDepth({ quick: 2, deep: 30 }) },
  )
})

type Shop = { workspace: TestWorkspace; context: WorkspaceContext; id: string }
type Act = (shop: Shop) => Promise<unknown>

/** Each act breaks the promise of A-1 in the shop that its preparation made. */
const ACTS: Record<string, { prepare?: (workspace: TestWorkspace) => Promise<unknown>; act: Act }> = {
  'a price change is published': {
    act: async ({ workspace, context }) => {
      const { priceChangeId } = await change(workspace, 'A-1', 3_000)
      return publishPriceChange(context, { id: priceChangeId })
    },
  },
  'a price change is scheduled': {
    act: async ({ workspace, context }) => {
      const { priceChangeId } = await change(workspace, 'A-1', 3_000)
      return schedulePriceChange(context, { id: priceChangeId, at: minutes(60) })
    },
  },
  'a discount is made smaller': {
    prepare: ({ context }) => setDiscount(context, { customer: 'QUAY', on: { appliesTo: 'all' }, discountBp: 1_000 }),
    act: ({ context }) => setDiscount(context, { customer: 'QUAY', on: { appliesTo: 'all' }, discountBp: 500 }),
  },
  'a discount is removed': {
    prepare: ({ context }) => setDiscount(context, { customer: 'QUAY', on: { appliesTo: 'all' }, discountBp: 1_000 }),
    act: async ({ workspace, context }) => {
      const { discountRules } = await done(workspace.get('/customers/QUAY'))
      return removeDiscount(context, { id: discountRules[0].id })
    },
  },
  'a higher price is agreed, from a day to come': {
    act: ({ context }) =>
      setAgreedPrice(context, {
        customer: 'QUAY',
        sku: 'A-1',
        unit: 9_000,
        minQty: 1,
        startsAt: minutes(60),
        endsAt: null,
      }),
  },
  'an agreed price is removed': {
    prepare: ({ context }) =>
      setAgreedPrice(context, { customer: 'QUAY', sku: 'A-1', unit: 100, minQty: 1, startsAt: null, endsAt: null }),
    act: async ({ workspace, context }) => {
      const { agreedPrices } = await done(workspace.get('/customers/QUAY'))
      return removeAgreedPrice(context, { id: agreedPrices[0].id })
    },
  },
  'a brand is merged into another': {
    prepare: async ({ context }) => {
      await setDiscount(context, { customer: 'QUAY', on: { appliesTo: 'brand', name: 'Denby' }, discountBp: 1_000 })
      await setDiscount(context, { customer: 'QUAY', on: { appliesTo: 'brand', name: 'Hollin' }, discountBp: 100 })
    },
    act: ({ context }) => mergeGroups(context, { grouping: 'brand', name: 'Denby', to: 'Hollin' }),
  },
  'many products get another brand': {
    prepare: ({ context }) =>
      setDiscount(context, { customer: 'QUAY', on: { appliesTo: 'brand', name: 'Denby' }, discountBp: 1_000 }),
    act: ({ context, id }) => bulkEdit(context, { products: { ids: [id] }, change: { field: 'brand', value: null } }),
  },
  'a customer is given its old price group back': {
    prepare: async ({ context }) => {
      await setDiscount(context, { group: 'Silver', on: { appliesTo: 'all' }, discountBp: 1_000 })
      const customers = { filter: {}, expected: 1 }
      await editCustomers(context, { customers, change: { field: 'group', value: 'Silver' } })
    },
    act: async ({ context }) => {
      const edit = context.db.selectFrom('customer_edit').select('id')
      return undoCustomerEdit(
        context,
        await edit.where('workspace_id', '=', context.workspaceId).executeTakeFirstOrThrow(),
      )
    },
  },
  'a product is only for others': {
    act: async ({ context, workspace, id }) => {
      await givenCustomer(workspace, { accountCode: 'OTHER' }).catch(() => undefined)
      const { id: other } = (await done(workspace.get('/customers/OTHER'))) as { id: string }
      return bulkEdit(context, { products: { ids: [id] }, change: { field: 'visibility', value: [other] } })
    },
  },
  'a product is taken out of sale': { act: ({ context }) => updateProduct(context, { sku: 'A-1', active: false }) },
  'a product is deleted': { act: ({ context }) => deleteProduct(context, { sku: 'A-1' }) },
  'many products are deleted': { act: ({ context, id }) => bulkDelete(context, { products: { ids: [id] } }) },
}

test.each(Object.entries(ACTS))('a reason is asked for before %s', async (_name, { prepare, act }) => {
  const workspace = await shopInTime(service)
  await prepare?.(workspace)
  await promisePresent(service, workspace, ['A-1'])
  const { id } = await find(workspace, 'A-1')
  const rehearsed = { ...withReason(service, workspace).context, isRehearsal: true }
  await expect(act({ workspace, context: rehearsed, id })).rejects.toThrow(BreaksPromises)
  const refused = await act({ workspace, context: workspace.context, id }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(BreaksPromises)
  expect((refused as Error).message).toMatch(/^This would break 1 promise: A-1 for .+, promised until 2026-03-\d\d: .+/)
  expect(await broken(workspace)).toEqual([])
  expect(await breaksTold(workspace)).toEqual([])
  await act({ workspace, context: withReason(service, workspace).context, id })
  expect(await broken(workspace)).toEqual(['A-1'])
  expect(await breaksTold(workspace)).toMatchObject([
    { changes: { reason: REASON, broken: [expect.stringMatching(/^A-1 for /)] } },
  ])
})

test('what a promise rests on cannot be called off unseen; what only touches others needs no reason', async () => {
  const workspace = await shopInTime(service)
  const { context } = workspace
  const { priceChangeId: id } = await change(workspace, 'A-1', 1_000)
  await schedulePriceChange(context, { id, at: minutes(60) })
  const promise = { customer: 'QUAY', lines: [{ sku: 'A-1', qty: 1, unit: 1_000 }], until: minutes(900), note: '' }
  await putPromises(context, { promises: [promise] })
  await expect(cancelPriceChange(context, { id })).rejects.toThrow(BreaksPromises)
  // Broken already: it may rise further.
  await setAgreedPrice(context, {
    customer: 'QUAY',
    sku: 'A-1',
    unit: 9_000,
    minQty: 1,
    startsAt: null,
    endsAt: minutes(30),
  })
  const other = await change(workspace, 'B-2', 9_000)
  await publishPriceChange(context, { id: other.priceChangeId })
  await cancelPriceChange(withReason(service, workspace).context, { id })
})

test('a key is refused in words, pages by a code and issues; both pass with a reason', async () => {
  const { workspace, staff } = await importingStaff(service)
  await send(workspace, [item({ sku: 'A-1', brand: 'Denby' })])
  const id = await givenCustomer(workspace, { accountCode: 'QUAY' })
  await setDiscount(workspace.context, {
    customer: 'QUAY',
    on: { appliesTo: 'brand', name: 'Denby' },
    discountBp: 1_000,
  })
  await promisePresent(service, workspace, ['A-1'])

  const moved = { products: [item({ sku: 'A-1', brand: 'Hollin' })] }
  const byKey = await workspace.put('/products', moved)
  expect(byKey).toEqual(refusal(400, 'invalid_request'))
  expect(byKey.body.error.message).toContain('£25.50 instead of £22.95')
  const { id: rule } = (await done(workspace.get('/customers/QUAY'))).discountRules[0]
  const remove = (headers?: Record<string, string>) =>
    staff.delete(`/discounts/${rule}?seenBp=1000`, undefined, headers)
  const byPage = await remove()
  expect(byPage).toEqual(refusal(409, 'promise_broken'))
  expect(byPage.body.error.issues).toMatchObject([{ message: expect.stringContaining('£25.50 instead of £22.95') }])
  expect(await remove({ 'promise-reason': '%' })).toEqual(refusal(400, 'validation_error'))

  // Before it is pressed, a page asks the same call what it would break, and nothing is written.
  const rehearsal = { rehearsal: 'true' }
  expect(await remove({ ...rehearsal, 'promise-reason': 'Any' })).toEqual(refusal(409, 'promise_broken'))
  const { id: other } = await find(workspace, 'A-1')
  const before = await rowsOf(workspace)
  const { version } = await done(staff.get(`/products/${other}`))
  const rename = (headers: Record<string, string>) =>
    staff.patch(`/products/${other}`, { version, name: 'Another' }, headers)
  expect(await rename(rehearsal)).toMatchObject({ status: 204 })
  expect(await staff.post('/customers', { name: 'New' }, rehearsal)).toMatchObject({ status: 204 })
  expect(await rowsOf(workspace)).toBe(before)

  await done(withReason(service, workspace).put('/products', moved))
  expect(await broken(workspace)).toEqual(['A-1'])
  expect((await breaksTold(workspace))[0].changes.reason).toBe(REASON)
  expect(await done(staff.get(`/promises?customer=${id}`))).toMatchObject([{ state: 'broken', reference: 'A-1' }])
})
