import { expect, test } from 'vitest'
import { cancelPriceChange, schedulePriceChange } from '../../server/src/pricing/price-changes/settle-price-change.ts'
import { mailPriceNews } from '../../server/src/portal/watch-prices.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { alter, done, expectDone, givenAgreedPrice, givenDiscount, invalidFields, item, send } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import type { TestBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import { orderingShop } from '../given/order.ts'

const service = useService()
const DAY_MS = 86_400_000

async function shop() {
  const { workspace, customerId } = await orderingShop(service)
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  /** The job, so many days from now. */
  const run = (days: number) => {
    const now = new Date(service.time.now.getTime() + days * DAY_MS)
    return mailPriceNews({ ...workspace.context, customerId, clock: () => now })
  }
  return { workspace, customerId, buyer, run }
}

async function choose(buyer: TestBuyer, priceMails: boolean): Promise<void> {
  const answer = await done(buyer.put('/mails', { orderMails: 'own', priceMails }))
  expect(answer.me).toMatchObject({ orderMails: 'own', priceMails })
}

async function priceMailsTo(workspace: TestWorkspace, { email }: TestBuyer): Promise<string[]> {
  const { db } = workspace.context
  const mails = await db.selectFrom('mail').select('text').where('recipient', '=', email).orderBy('id').execute()
  return mails.map(({ text }) => text)
}

test('a buyer chooses the mails about orders, and is shown the choice at once', async () => {
  const { buyer } = await shop()
  expect((await buyer.get('/portal')).body.data.me).toMatchObject({ orderMails: 'own', priceMails: false })
  expectDone(await buyer.put('/mails', { orderMails: 'all', priceMails: false }))
  expect((await buyer.get('/portal')).body.data.me).toMatchObject({ orderMails: 'all', priceMails: false })
  expect(invalidFields(await buyer.put('/mails', { orderMails: 'some', priceMails: 1 }))).toEqual([
    'orderMails',
    'priceMails',
  ])
})

test('whoever wants it gets a mail once a week at most, with what goes up and down, and only if something does', async () => {
  const { workspace, customerId, buyer, run } = await shop()
  const other = await givenSignedInBuyer(service, workspace, customerId, { name: 'Olga Other' })
  await choose(buyer, true)
  // The prices to compare with.
  expect(await run(0)).toBe(false)
  expect(await run(7)).toBe(false)
  await givenDiscount(workspace, customerId, 1000)
  await givenAgreedPrice(workspace, customerId, 'PLATE', { unit: 2800 })
  expect(await run(10)).toBe(false)
  expect(await Promise.all([run(14), run(14)])).toContain(true)
  const mails = await priceMailsTo(workspace, buyer)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('1 price goes up, 1 price goes down.')
  expect(mails[0]).toContain('Up: PLATE Azure plate: from £25.50 to £28.00')
  expect(mails[0]).toContain('Down: BOWL Azure bowl: from £12.00 to £10.80')
  expect(await run(21)).toBe(false)
  expect(await priceMailsTo(workspace, other)).toEqual([])
})

test('who stops the mails and wants them again later is told what changes from then on', async () => {
  const { workspace, customerId, buyer, run } = await shop()
  await choose(buyer, true)
  await run(0)
  await choose(buyer, false)
  await givenDiscount(workspace, customerId, 500)
  await choose(buyer, true)
  expect(await run(30)).toBe(false)
  await alter(workspace, 'BOWL', { list_price: 2000 })
  expect(await run(40)).toBe(true)
  const [mail] = await priceMailsTo(workspace, buyer)
  expect(mail).toContain('1 price goes up.')
  expect(mail).not.toContain('PLATE')
})

test('a coming price is mailed once, as far ahead as the wholesaler tells, and once more where it is called off', async () => {
  const { workspace, customerId, buyer, run } = await shop()
  await choose(buyer, true)
  expect(await run(0)).toBe(false)
  const { priceChangeId: id } = await send(workspace, [item({ sku: 'PLATE', name: 'Azure plate', listPrice: 2700 })])
  await schedulePriceChange(workspace.context, { id, at: new Date(service.time.now.getTime() + 40 * DAY_MS) })
  await givenAgreedPrice(workspace, customerId, 'BOWL', { unit: 900, startsAt: '2026-04-20T13:00:00Z' })
  expect(await run(7)).toBe(false)
  const owner = await givenMember(service, workspace, 'owner')
  expectDone(await owner.put('/portal', { ...(await done(owner.get('/portal'))), comingDays: 30 }))
  expect([await run(14), await run(21), await run(28)]).toEqual([true, true, false])
  await cancelPriceChange(workspace.context, { id })
  expect([await run(35), await run(42)]).toEqual([true, false])
  const [first, second, third, ...others] = await priceMailsTo(workspace, buyer)
  expect(others).toEqual([])
  expect(first).toMatch(/will change.*From 10:30 on 11 April: PLATE Azure plate: from £25\.50 to £27\.00/s)
  expect(first).not.toContain('BOWL')
  expect(second).toContain('From 14:00 on 20 April: BOWL Azure bowl: from £12.00 to £9.00')
  expect(second).not.toContain('PLATE')
  expect(third).toContain('Unchanged: PLATE Azure plate: £25.50. Its coming price was cancelled.')
})
