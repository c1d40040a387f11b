import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { beginSession } from '../../server/src/people/sessions.ts'
import { mailsTo } from '../given/person.ts'
import {
  PHONE,
  callPortal,
  complaints,
  describePages,
  expectAccessible,
  expectFocus,
  expectHeading,
  expectNoSidewaysScroll,
} from './use-console.ts'

/** In the sample: with a limit of £250.00, and a basket that waits for her colleague. */
const LIMITED = 'Tess Whitlow'
const APPROVER = 'isobel@castlelane.example'

/** Twenty lines, which come to more than the limit, and are more than a phone shows. */
async function fillBasket(page: Page): Promise<void> {
  const products: any[] = await callPortal(page, 'GET', '/products?limit=40')
  const lines = products
    .filter(({ price, minOrderQty, orderMultiple }) => price.unit !== null && minOrderQty === 1 && orderMultiple === 1)
    .slice(0, 20)
    .map(({ sku }, i) => ({ sku, qty: i === 0 ? 20_000 : 30 }))
  await callPortal(page, 'DELETE', '/basket/lines')
  await callPortal(page, 'POST', '/basket/lines', { lines })
}

/** In sight on a phone without scrolling. */
async function expectInSight(element: Locator): Promise<void> {
  const { x, y, width, height } = (await element.boundingBox())!
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(PHONE.width)
  expect(y + height).toBeLessThanOrEqual(PHONE.height)
}

async function expectNumberWanted(page: Page): Promise<void> {
  const field = page.getByRole('textbox', { name: 'PO number' })
  await expectFocus(field)
  await page.getByText('Write your purchase order number.').waitFor()
  const { y, height } = (await field.boundingBox())!
  expect(y).toBeGreaterThan(0)
  expect(y + height).toBeLessThan(PHONE.height)
}

describePages('approval by limit', (service) => {
  let token: string

  beforeAll(async () => {
    const context = service.operator
    const buyer = await context.db
      .selectFrom('buyer')
      .select('person_id')
      .where('workspace_id', '=', service.workspaceId)
      .where('name', '=', LIMITED)
      .executeTakeFirstOrThrow()
    token = await beginSession(context, buyer.person_id!)
  })

  test('a basket past the limit is asked for, and approved in two taps: the link of the mail, and the button', async () => {
    service.tokens.nobody = token
    const tess = await service.open('/t/sample/basket', { as: 'nobody', viewport: PHONE })
    const requests = tess.getByRole('list', { name: 'Waiting for approval' })
    await requests.getByRole('link', { name: '£547.32 ex VAT in 3 lines' }).click()
    await expectHeading(tess, 'Your request')
    await tess.getByText('Your colleagues are asked to approve this order').waitFor()
    await tess.getByText('Cost centre: QUAYSIDE').waitFor()
    expect(await tess.getByRole('textbox', { name: 'PO number' }).inputValue()).toBe('CL-0419')
    await expectNoSidewaysScroll(tess)
    await expectAccessible(tess)
    await tess.getByRole('button', { name: 'Take back' }).click()
    await expectHeading(tess, 'Basket')
    await tess.getByText('You may order up to £250.00 ex VAT.').waitFor()
    const place = tess.getByRole('button', { name: 'Place order' })
    expect(await place.getAttribute('aria-disabled')).toBe('true')
    await expectAccessible(tess)
    await tess.getByRole('button', { name: 'Ask for approval' }).click()
    await tess.getByText('The basket is empty').waitFor()
    await requests.getByRole('listitem').waitFor()
    await expectAccessible(tess)

    const [mail] = await mailsTo(service.context, APPROVER)
    expect(mail!.subject).toMatch(/^Tess Whitlow asks you to approve an order of £[\d.,]+ ex VAT/)
    const [, path] = /(\/t\/sample\/colleagues\/[\w-]+)/.exec(mail!.text)!
    // The first tap.
    const isobel = await service.open(path!, { as: 'buyer', viewport: PHONE, scheme: 'dark' })
    await expectHeading(isobel, 'Basket of Tess Whitlow')
    await expectNoSidewaysScroll(isobel)
    await expectAccessible(isobel)
    const approve = isobel.getByRole('button', { name: 'Approve' })
    await expectInSight(approve)
    await approve.click()
    await isobel.getByRole('heading', { level: 1, name: /^Order \d+$/ }).waitFor()
    await isobel.getByText('QUAYSIDE').waitFor()
    await isobel.getByText('Requested by Tess Whitlow.').waitFor()
    expect([complaints(tess), complaints(isobel)]).toEqual([[], []])
  })

  test('a missing PO number is shown at its field, in sight, before a basket is asked for, approved or placed', async () => {
    const { db } = service.operator
    const castleLane = db.updateTable('customer').where('workspace_id', '=', service.workspaceId)
    await castleLane
      .set({ po_required: true, credit_limit: 1 })
      .where('name', '=', 'Castle Lane Cafés')
      .executeTakeFirstOrThrow()
    service.tokens.nobody = token
    const tess = await service.open('/t/sample', { as: 'nobody', viewport: PHONE })
    await expectHeading(tess, 'Catalogue')
    await fillBasket(tess)
    await tess.goto('/t/sample/basket')
    await tess.getByText('This order passes your credit limit').waitFor()
    // Which of them may place it, the buttons say.
    expect(await tess.getByText('You can place it').count()).toBe(0)
    await tess.getByRole('button', { name: 'Ask for approval' }).click()
    await expectNumberWanted(tess)
    await tess.getByRole('textbox', { name: 'PO number' }).fill('PO-7')
    await tess.getByRole('button', { name: 'Ask for approval' }).click()
    await tess.getByText('The basket is empty').waitFor()

    const isobel = await service.open('/t/sample/colleagues', { as: 'buyer', viewport: PHONE })
    await isobel.getByRole('link', { name: /Tess Whitlow/ }).click()
    await expectHeading(isobel, 'Basket of Tess Whitlow')
    // Six figures have room beside the buttons.
    const sum = isobel.getByText(/^£\d{3},\d{3}\.\d\d ex VAT$/)
    for (const one of [sum, ...(await isobel.getByRole('button', { name: /^(Approve|Send back)$/ }).all())]) {
      await expectInSight(one)
    }
    expect((await sum.boundingBox())!.height).toBeLessThan(30)
    await isobel.getByRole('textbox', { name: 'PO number' }).fill('')
    await isobel.evaluate('scrollTo(0, 0)')
    await isobel.getByRole('button', { name: 'Approve' }).click()
    await expectNumberWanted(isobel)

    await fillBasket(isobel)
    await isobel.goto('/t/sample/basket')
    await isobel.getByRole('button', { name: 'Place order' }).click()
    await expectNumberWanted(isobel)

    // Where such orders are refused, no button offers what the page says cannot be done.
    await db
      .updateTable('order_settings')
      .set({ credit_policy: 'refuse' })
      .where('workspace_id', '=', service.workspaceId)
      .executeTakeFirstOrThrow()
    await fillBasket(tess)
    for (const [page, names] of [
      [isobel, ['Place order']],
      [tess, ['Place order', 'Ask for approval']],
    ] as const) {
      await page.goto('/t/sample/basket')
      await page.getByText('It cannot be placed: order less, or ask your wholesaler.').waitFor()
      for (const name of names) {
        expect(await page.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
      }
    }
    await isobel.goto('/t/sample/colleagues')
    await isobel.getByRole('link', { name: /Tess Whitlow/ }).click()
    await isobel.getByText('It cannot be placed: order less, or ask your wholesaler.').waitFor()
    expect(await isobel.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBe('true')
    expect([complaints(tess), complaints(isobel)]).toEqual([[], []])
  })

  test('colleagues who may order any sum, and staff, change limit and cost centre, by keyboard too', async () => {
    const isobel = await service.open('/t/sample/colleagues', { as: 'buyer' })
    const row = isobel.getByRole('listitem').filter({ hasText: 'Tess Whitlow' })
    await row.getByText('May order: Up to £250.00 · QUAYSIDE').waitFor()
    const change = row.getByRole('button', { name: 'Change Tess Whitlow' })
    await change.focus()
    await isobel.keyboard.press('Enter')
    const dialog = isobel.getByRole('dialog', { name: 'Change Tess Whitlow' })
    await dialog.getByRole('textbox', { name: 'Limit' }).fill('x')
    await expectAccessible(isobel)
    await dialog.getByRole('button', { name: 'Change' }).click()
    await dialog.getByText('Write an amount such as 1234.50.').waitFor()
    await dialog.getByRole('textbox', { name: 'Limit' }).fill('400')
    await dialog.getByRole('button', { name: 'Change' }).click()
    await isobel.getByText('Tess Whitlow may order up to £400.00.').waitFor()
    await row.getByText('May order: Up to £400.00').waitFor()
    await expectFocus(change)
    await isobel.getByRole('button', { name: 'Undo' }).click()
    await row.getByText('May order: Up to £250.00').waitFor()

    // One's own limit is not one's own to set.
    await isobel.getByRole('button', { name: 'Change Isobel Grant' }).click()
    const own = isobel.getByRole('dialog', { name: 'Change Isobel Grant' })
    await own.getByRole('textbox', { name: 'Cost centre' }).waitFor()
    expect(await own.getByRole('combobox').count()).toBe(0)
    await isobel.keyboard.press('Escape')

    const customers = await service.open('customers?q=castle')
    await customers.getByRole('link', { name: 'Castle Lane Cafés' }).click()
    await customers.getByRole('tab', { name: /Buyers/ }).click()
    const buyer = customers.getByRole('row', { name: /Tess Whitlow/ })
    await buyer.getByText('Up to £250.00').waitFor()
    await buyer.getByRole('button', { name: 'Change Tess Whitlow' }).click()
    const form = customers.getByRole('dialog', { name: 'Change Tess Whitlow' })
    await form.getByRole('combobox', { name: 'May order' }).click()
    await customers.getByRole('option', { name: 'Nothing: prepares baskets' }).click()
    await expectAccessible(customers)
    await form.getByRole('button', { name: 'Change' }).click()
    await buyer.getByText('Prepares baskets').waitFor()
    await expectAccessible(customers)
    expect([complaints(isobel), complaints(customers)]).toEqual([[], []])
  })
})
