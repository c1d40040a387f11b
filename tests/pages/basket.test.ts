import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callPortal, describePages, expectHeading, expectSeen, openSentOrder } from './use-console.ts'
import { addPerson } from '../../server/src/people/persons.ts'
import { beginSession } from '../../server/src/people/sessions.ts'

const PREPARER = { name: 'Marek Dolan', email: 'marek@castlelane.example' }

describePages('the basket', (service) => {
  beforeAll(async () => {
    const personId = (await addPerson(service.context, { ...PREPARER, isVerified: true, passwordHash: 'none' }))!
    await service.context.db
      .updateTable('buyer')
      .set({ order_limit: 0, status: 'active', person_id: personId, email: null, email_key: null })
      .where('workspace_id', '=', service.workspaceId)
      .where('email_key', '=', PREPARER.email)
      .execute()
    service.tokens.nobody = await beginSession(service.context, personId)
  })

  /** Opens a basket with these lines, and makes each answer to a write wait a moment. */
  async function openBasket(lines: { sku: string; qty: number }[], as: 'buyer' | 'nobody' = 'buyer'): Promise<Page> {
    const page = await service.open('/t/sample', { as, viewport: { width: 390, height: 844 } })
    await expectHeading(page, 'Catalogue')
    await callPortal(page, 'DELETE', '/basket/lines')
    await callPortal(page, 'POST', '/basket/lines', { lines })
    await page.goto('/t/sample/basket')
    await expectHeading(page, 'Basket')
    await page.route('**/app-api/portal/sample/basket**', async (route) => {
      if (route.request().method() === 'PUT') await new Promise((wait) => setTimeout(wait, 300))
      await route.continue()
    })
    return page
  }
  test('has what was typed last when it is asked to be ordered at once', async () => {
    const first = await service.open('/t/sample', { as: 'nobody' })
    const [sku] = await skusOf(first)
    const page = await openBasket([{ sku: sku!, qty: 1 }], 'nobody')
    await page.getByRole('textbox', { name: 'Quantity' }).fill('3')
    await page.getByRole('textbox', { name: 'Note' }).fill('By the back door')
    await page.getByRole('button', { name: 'Ask for approval' }).click()
    await expectSeen(page.getByText('The basket is empty'))
    const { id } = (await callPortal(page, 'GET', '/approval-requests')).find(({ isOwn }: any) => isOwn)
    const { basket } = await callPortal(page, 'GET', `/approval-requests/${id}`)
    expect(basket).toMatchObject({ note: 'By the back door', lines: [{ sku, qty: 3 }] })
  })

  test('is placed and saved as a list with what was typed last, and not with what is no quantity', async () => {
    const first = await service.open('/t/sample', { as: 'buyer' })
    const [sku] = await skusOf(first)
    const page = await openBasket([{ sku: sku!, qty: 1 }])
    const quantity = page.getByRole('textbox', { name: 'Quantity' })
    // Without leaving the field, as on a phone.
    await quantity.fill('2')
    await page.evaluate(
      `[...document.querySelectorAll('button')].find((one) => one.textContent === 'Save as list').click()`,
    )
    const dialog = page.getByRole('dialog', { name: 'Save as list' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Two of them')
    await dialog.getByRole('button', { name: 'Save as list' }).click()
    await expectSeen(page.getByText('Saved as “Two of them”.'))
    expect(await kept(page)).toMatchObject({ lines: [{ sku, qty: 2 }] })
    await quantity.fill('some')
    await page.getByRole('button', { name: 'Place order' }).click()
    await expectSeen(page.getByText('Something in the basket is not saved yet: first correct what is marked.'))
    await quantity.fill('4')
    await page.getByRole('button', { name: 'Place order' }).click()
    await openSentOrder(page)
    await expectSeen(page.getByRole('row').filter({ hasText: sku! }).getByRole('cell', { name: /^4\b/ }))
  })

  test('tells a refused line at the line, in words, until the line is gone', async () => {
    const first = await service.open('/t/sample', { as: 'buyer' })
    const skus = (await skusOf(first)).slice(0, 3)
    const page = await openBasket(skus.map((sku) => ({ sku, qty: 1 })))
    await page.route('**/basket/order', (route) =>
      route.fulfill({
        status: 400,
        json: {
          error: {
            code: 'validation_error',
            message: 'lines.2: It is sold out.',
            issues: [{ path: 'lines.2', message: 'It is sold out.' }],
          },
        },
      }),
    )
    await page.getByRole('button', { name: 'Place order' }).click()
    const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem')
    await expectSeen(lines.nth(2).getByText('It is sold out.'))
    await lines.first().getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => lines.count()).toBe(2)
    await expectSeen(lines.nth(1).getByText('It is sold out.'))
    await lines.nth(1).getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => lines.count()).toBe(1)
    expect(await page.getByText(/sold out|lines\.|are marked/).count()).toBe(0)
  })

  test('that was ordered shows its total on a phone, to buyers and to staff', async () => {
    const first = await service.open('/t/sample', { as: 'buyer' })
    const skus = (await skusOf(first)).slice(0, 3)
    const page = await openBasket(skus.map((sku) => ({ sku, qty: 12_345 })))
    await page.getByRole('button', { name: 'Place order' }).click()
    await openSentOrder(page)
    const id = new URL(page.url()).pathname.split('/').at(-1)!
    const staff = await service.open(`orders/${id}`, { viewport: { width: 390, height: 844 } })
    for (const shown of [page, staff]) {
      const total = shown.getByRole('row', { name: /^Subtotal/ }).getByRole('cell')
      await total.waitFor()
      const box = (await total.boundingBox())!
      expect(box.x + box.width).toBeLessThanOrEqual(390)
      const lines = shown.getByRole('region', { name: 'Lines' })
      expect(await lines.evaluate((element: any) => element.scrollWidth <= element.clientWidth)).toBe(true)
    }
  })

  test('its tab is whole on the narrowest phone, and no message covers it', async () => {
    const first = await service.open('/t/sample', { as: 'buyer' })
    const [sku] = await skusOf(first)
    const page = await openBasket([{ sku: sku!, qty: 1 }])
    await page.setViewportSize({ width: 320, height: 640 })
    const tab = page.getByRole('link', { name: /^Basket/ })
    const box = (await tab.boundingBox())!
    expect(box.x + box.width).toBeLessThanOrEqual(320)
    expect(await tab.evaluate((element: any) => element.scrollWidth <= element.clientWidth)).toBe(true)
    await page.getByRole('link', { name: 'Catalogue' }).click()
    await page.getByRole('listitem').getByRole('button', { name: 'Add', exact: true }).first().click()
    const messages = page.getByRole('status', { name: 'Messages' })
    await messages.getByText('Added to the basket.').waitFor()
    const shown = (await messages.boundingBox())!
    expect(shown.y + shown.height).toBeLessThanOrEqual((await tab.boundingBox())!.y)
    await page.emulateMedia({ media: 'print' })
    expect(await messages.isVisible()).toBe(false)
  })
})

/** Products that can be ordered one by one. */
function skusOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const answer = await fetch('/app-api/portal/sample/products?limit=50')
    const { data } = (await answer.json()) as {
      data: { sku: string; price: { unit: number | null }; minOrderQty: number }[]
    }
    return data.filter(({ price, minOrderQty }) => price.unit !== null && minOrderQty === 1).map(({ sku }) => sku)
  })
}

function kept(page: Page): Promise<unknown> {
  return page.evaluate(
    async () => ((await (await fetch('/app-api/portal/sample/basket')).json()) as { data: unknown }).data,
  )
}
