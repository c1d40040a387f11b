import { expect, test } from 'vitest'
import { mailPriceNews } from '../../server/src/portal/mail-price-news.ts'
import { useService } from '../service.ts'
import type { TestWorkspace } from '../service.ts'
import { alter, done, expectDone, givenAgreedPrice, givenDiscount, invalidFields } from './given.ts'
import type { TestBuyer } from './given-buyer.ts'
import { givenSignedInBuyer } from './given-buyer.ts'
import { orderingShop } from './given-order.ts'

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
