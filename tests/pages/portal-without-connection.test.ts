import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { disableBuyer } from '../../server/src/customers/buyers.ts'
import { OPERATOR } from '../../server/src/ops/operations/operate.ts'
import { setPassword } from '../../server/src/people/members.ts'
import { SAMPLE_BUYER_EMAIL } from '../../server/src/ops/sample/create-sample.ts'
import { SIGN_IN, buyerOf } from './sample-service.ts'
import {
  PHONE,
  callPortal,
  describePages,
  expectAccessible,
  expectHeading,
  portalNotices,
  signIn,
} from './use-console.ts'

/** Waits until the page is kept: its service worker is ready, and what was opened is written. */
async function kept(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready')
  await page.waitForFunction(async () => {
    const databases: unknown[] = await (globalThis as any).indexedDB.databases()
    return databases.length > 0
  })
  // The persister writes once a second.
  await page.waitForTimeout(1_500)
}

/** How much of everything is in the basket. */
async function pieces(page: Page): Promise<number> {
  const { lines } = await callPortal(page, 'GET', '/basket')
  return lines.reduce((sum: number, { qty }: { qty: number }) => sum + qty, 0)
}

const NOT_SENT = "You're offline, so nothing was sent. Try again when you're connected."

describePages('the trade portal without a connection', (service) => {
  /** The catalogue, in a browser of its own. */
  async function opened(): Promise<Page> {
    await setPassword(service.context, { ...SIGN_IN, email: SAMPLE_BUYER_EMAIL })
    const page = await service.open('/t/sample/sign-in?next=/t/sample', { as: 'nobody', viewport: PHONE, fresh: true })
    await signIn(page, { ...SIGN_IN, email: SAMPLE_BUYER_EMAIL })
    await expectHeading(page, 'Catalogue')
    return page
  }

  test('what was opened is there after a reload, nothing is changed or ordered, and signing out leaves nothing', async () => {
    const page = await service.open('/t/sample', { as: 'buyer', viewport: PHONE, fresh: true })
    await expectHeading(page, 'Catalogue')
    await page.getByRole('listitem').getByRole('button', { name: 'Add', exact: true }).first().click()
    await page.getByRole('link', { name: /^Basket 1$/ }).click()
    await expectHeading(page, 'Basket')
    await kept(page)
    const [line] = (await callPortal(page, 'GET', '/basket')).lines

    await page.context().setOffline(true)
    await page.reload()
    await expectHeading(page, 'Basket')
    await page.getByText(/Prices and stock are as of/).waitFor()
    const quantity = page.getByRole('listitem').getByRole('textbox', { name: 'Quantity' })
    expect(await quantity.inputValue()).toBe(String(line.qty))
    await page.getByRole('button', { name: 'Place order' }).click()
    await page.getByText(NOT_SENT).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Catalogue' }).click()
    await expectHeading(page, 'Catalogue')
    await page.getByRole('listitem').getByRole('button', { name: 'Add', exact: true }).nth(1).click()
    await page.getByText(NOT_SENT).waitFor()
    await page.context().setOffline(false)
    await portalNotices(page).getByText('You are offline.').waitFor({ state: 'hidden' })
    expect((await callPortal(page, 'GET', '/basket')).lines).toEqual([line])

    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expectHeading(page, 'Sign in')
    expect(await page.evaluate('indexedDB.databases()')).toEqual([])
    await page.context().setOffline(true)
    await page.goto(`${service.url}/t/sample/basket`)
    await page.getByText('The service cannot be reached.').waitFor()
    expect(await page.getByText(line.name).count()).toBe(0)
  })

  test('what was opened is there where the network leads nowhere, and is asked for again once it does', async () => {
    const page = await opened()
    await kept(page)
    // The browser believes in its network: only calls that get no answer tell.
    const unreachable = /\/(app-api|healthz)/
    await page.route(unreachable, () => undefined)
    await page.reload()
    await expectHeading(page, 'Catalogue')
    await portalNotices(page)
      .getByText(/The service cannot be reached. Prices and stock are as of/)
      .waitFor()
    await expectAccessible(page)
    await page.getByRole('listitem').getByRole('button', { name: 'Add', exact: true }).nth(3).click()
    await page.getByText(NOT_SENT).waitFor()
    await page.unroute(unreachable)
    await portalNotices(page)
      .getByText(/The service cannot be reached/)
      .waitFor({ state: 'hidden' })
  })

  test('an answer that was on its way when the network went does not bring the connection back', async () => {
    const page = await opened()
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(/\/basket\/lines/, async (route) => {
      const response = await route.fetch()
      asked.resolve()
      await held.promise
      await route.fulfill({ response })
    })
    await page.getByRole('listitem').getByRole('button', { name: 'Add', exact: true }).first().click()
    await asked.promise
    await page.context().setOffline(true)
    const notice = portalNotices(page).getByText('You are offline.')
    await notice.waitFor()
    held.resolve()
    await page.getByText('Added to the basket.').first().waitFor()
    expect(await notice.isVisible()).toBe(true)
  })

  test('an addition, and an order, that get no answer are done once when they are sent again', async () => {
    const page = await opened()
    await kept(page)
    await callPortal(page, 'DELETE', '/basket/lines')
    await page.reload()
    await expectHeading(page, 'Catalogue')
    const changes = /\/basket\/(lines|order)/
    // They arrive, and their answers are lost.
    await page.route(changes, (route) => void route.fetch())
    const item = page.getByRole('list', { name: 'Products' }).getByRole('listitem').nth(3)
    await item.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('The service cannot be reached. Check the connection, then try again.').waitFor()
    await page.unroute(changes)
    await portalNotices(page)
      .getByText(/The service cannot be reached/)
      .waitFor({ state: 'hidden' })
    // The basket is asked for again, and has it.
    await item.getByText('In basket').waitFor()
    expect(await pieces(page)).toBe(1)
    await item.getByRole('button', { name: 'More', exact: true }).click()
    await expect.poll(() => pieces(page)).toBe(2)

    await page.getByRole('link', { name: /^Basket/ }).click()
    const placing = page.getByRole('button', { name: 'Place order' })
    await placing.waitFor()
    const tokens: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/basket/order')) tokens.push(request.postDataJSON().token)
    })
    // Nor does anything else get an answer, so the page does not learn that it is ordered.
    const unreachable = /\/(app-api|healthz)/
    await page.route(unreachable, (route) => void (route.request().method() === 'POST' && route.fetch()))
    await placing.click()
    await page.getByText(/this may or may not be ordered/).waitFor()
    await expectAccessible(page)
    await placing.click()
    await page.getByText(NOT_SENT).waitFor()
    await page.unroute(unreachable)
    await page.getByText('The basket is empty').waitFor()
    expect(tokens).toHaveLength(1)
    const orders = service.context.db.selectFrom('sales_order').select('id').where('token', '=', tokens[0]!)
    expect(await orders.where('workspace_id', '=', service.workspaceId).execute()).toHaveLength(1)
  })

  test('a first visit that reaches nothing says so, and goes on once the service is there', async () => {
    const page = await opened()
    const unreachable = /\/app-api/
    await page.route(unreachable, (route) => route.abort('connectionrefused'))
    // Nothing is kept yet.
    await page.reload()
    await expectHeading(page, 'This page did not load')
    await page.getByText('The service cannot be reached. Check the connection, then try again.').waitFor()
    await page.unroute(unreachable)
    await expectHeading(page, 'Catalogue')
  })

  test('what was kept is gone once the buyer has no access any more', async () => {
    const page = await opened()
    await kept(page)
    const context = { ...service.context, workspaceId: service.workspaceId, actor: OPERATOR }
    const { id } = await buyerOf(service)
    await disableBuyer(context, { id })
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByText('Your access has ended', { exact: true }).waitFor()
    await expect.poll(() => page.evaluate('indexedDB.databases()')).toEqual([])
  })
})
