import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { buyerOf, customerIdOf } from './sample-service.ts'
import { callPortal, complaints, describePages, expectAccessible, expectHeading, portalNotices } from './use-console.ts'

const CUSTOMERS = ['CASTLE01', 'WESTQUAY'] as const

const addOne = (page: Page) =>
  page.getByRole('listitem').getByRole('button', { name: 'Add', exact: true }).nth(1).click()
const asked = (page: Page) => page.getByRole('dialog', { name: 'This page is for Castle Lane Cafés' })

describePages('a page of the trade portal', (service) => {
  /** The same person, as a buyer of each customer. */
  let buyers: Record<(typeof CUSTOMERS)[number], string>

  beforeAll(async () => {
    const first = await buyerOf(service)
    const second = { ...first, id: randomUUIDv7(), customer_id: await customerIdOf(service, 'WESTQUAY') }
    await service.context.db.insertInto('buyer').values(second).execute()
    buyers = { CASTLE01: first.id, WESTQUAY: second.id }
  })

  /** As on another device. */
  async function actFor(page: Page, customer: keyof typeof buyers): Promise<void> {
    await callPortal(page, 'POST', '/acting-for', { buyerId: buyers[customer] })
  }

  async function opened(): Promise<Page> {
    const page = await service.open('/t/sample', { as: 'buyer', fresh: true })
    await actFor(page, 'CASTLE01')
    // The last of what the page asks for at first.
    const basket = page.waitForResponse((response) => response.url().endsWith('/basket') && response.ok())
    await page.reload()
    await expectHeading(page, 'Catalogue')
    await basket
    return page
  }

  async function inBaskets(): Promise<number[]> {
    const lines = service.context.db
      .selectFrom('basket_line as l')
      .innerJoin('basket as k', (join) =>
        join.onRef('k.workspace_id', '=', 'l.workspace_id').onRef('k.id', '=', 'l.basket_id'),
      )
      .select('l.sku')
    const of = (buyerId: string) =>
      lines.where('k.workspace_id', '=', service.workspaceId).where('k.buyer_id', '=', buyerId)
    return Promise.all(CUSTOMERS.map(async (customer) => (await of(buyers[customer]).execute()).length))
  }

  test('adds for its own company, or not at all, once another one was chosen elsewhere', async () => {
    const page = await opened()
    await actFor(page, 'WESTQUAY')
    await addOne(page)
    await asked(page).waitFor()
    await expectAccessible(page)
    expect(await inBaskets()).toEqual([0, 0])
    await asked(page).getByRole('button', { name: 'Act for Castle Lane Cafés' }).click()
    await page.getByText('Added to the basket.').first().waitFor()
    expect(await inBaskets()).toEqual([1, 0])

    await actFor(page, 'WESTQUAY')
    // The page may have asked already, when it looked for news: the dialog is then in front of the link.
    await page.getByRole('link', { name: 'Your orders' }).dispatchEvent('click')
    await asked(page).waitFor()
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('banner').getByText('Westquay').waitFor()
    expect(complaints(page)).toEqual([])
  })

  test('adds nothing later that was refused without a connection, for whomever', async () => {
    const page = await opened()
    const before = await inBaskets()
    await page.context().setOffline(true)
    await portalNotices(page).getByText('You are offline.').waitFor()
    await addOne(page)
    await page.getByText("You're offline, so nothing was sent.").waitFor()
    await actFor(page, 'WESTQUAY')
    // What is shown is asked for again once it is two seconds old.
    await page.waitForTimeout(2_500)
    await page.context().setOffline(false)
    await asked(page).waitFor()
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('banner').getByText('Westquay').waitFor()
    await expectHeading(page, 'Catalogue')
    expect(await inBaskets()).toEqual(before)
  })

  test('downloads no price list of another company', async () => {
    const page = await opened()
    await page.getByRole('link', { name: 'Price list' }).click()
    const link = page.getByRole('link', { name: 'CSV' })
    const address = (await link.getAttribute('href'))!
    expect((await page.request.get(address)).status()).toBe(200)
    await actFor(page, 'WESTQUAY')
    expect((await page.request.get(address)).status()).toBe(409)
  })
})
