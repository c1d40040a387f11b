import { expect, test } from 'vitest'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { SAMPLE_BUYER_EMAIL } from '../../server/src/ops/sample/create-sample.ts'
import { sendInVain } from '../given/send-in-vain.ts'
import { describePages, expectAccessible, expectHeading, PHONE } from './use-console.ts'
import type { TestConsole } from './use-console.ts'

describePages('mail', (console) => {
  test('staff see on Home that a mail failed, look at it, and send it again', async () => {
    const subject = await givenFailedMail(console)
    const page = await console.open('', { as: 'manager' })
    await page.getByRole('region', { name: 'Failed mails' }).getByRole('link', { name: subject }).click()
    await expectHeading(page, 'Mail')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('PO number: PO-2026-118').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    const row = page.getByRole('row', { name: subject })
    await row.getByText('550 No such mailbox').waitFor()
    await expectAccessible(page)
    await row.getByRole('button', { name: 'Send again' }).click()
    await page.getByText(`The mail to ${SAMPLE_BUYER_EMAIL} is being sent again.`).waitFor()
  })

  test('staff see on Home that mail does not go out, and why', async () => {
    const response = '535 5.7.8 Authentication failed: password expired'
    const subject = await givenFailedMail(console, { command: 'AUTH PLAIN', response })
    const page = await console.open('', { as: 'manager' })
    const waiting = page.getByRole('region', { name: 'Mails not sent yet' })
    await waiting.getByRole('link', { name: subject }).waitFor()
    await waiting.getByText(response).first().waitFor()
    await expectAccessible(page)
  })

  test('staff choose to be mailed new orders, and an owner sets the inbox of the desk', async () => {
    const page = await console.open('settings/mail', { viewport: PHONE, scheme: 'dark' })
    const choice = page.getByRole('switch', { name: 'Mail me new orders' })
    await choice.click({ force: true })
    await page.getByText('New orders are mailed to you.').waitFor()
    await page.getByLabel('Order inbox').fill('desk@calder.example')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('New orders are mailed to desk@calder.example.').waitFor()
    await expectAccessible(page)
  })

  test('a mail about an order reads well by a real renderer, light and dark, also on a phone', async () => {
    const subject = await givenFailedMail(console)
    const { html } = await console.context.db
      .selectFrom('mail')
      .select('html')
      .where('subject', 'like', `${subject}%`)
      .executeTakeFirstOrThrow()
    for (const scheme of ['light', 'dark'] as const) {
      const page = await console.open('/favicon.svg', { as: 'nobody', viewport: PHONE, scheme })
      await page.setContent(html)
      const [table, total] = [page.getByText('PO-2026-118'), page.getByText(/^Subtotal/)]
      await table.waitFor()
      await total.waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      await expectAccessible(page)
    }
  })
})

/** An order of the sample's buyer, whose mail the server refuses, for good unless said. Returns how its subject begins. */
async function givenFailedMail(
  { context, operator }: TestConsole,
  refusal?: { command: string; response: string },
): Promise<string> {
  const { customer_id: customer } = await context.db
    .selectFrom('buyer as b')
    .innerJoin('person as p', 'p.id', 'b.person_id')
    .select('b.customer_id')
    .where('b.workspace_id', '=', operator.workspaceId)
    .where('p.email', '=', SAMPLE_BUYER_EMAIL)
    .executeTakeFirstOrThrow()
  const products = await context.db
    .selectFrom('product')
    .select(['sku', 'min_order_qty'])
    .where('workspace_id', '=', operator.workspaceId)
    .where('active', '=', true)
    .where('visibility', '=', 'all')
    .where('list_price', 'is not', null)
    .limit(4)
    .execute()
  const lines = products.map(({ sku, min_order_qty: qty }) => ({ sku, qty: qty * 4 }))
  const { number } = await placeOrder(operator, { customer, buyer: SAMPLE_BUYER_EMAIL, lines, poNumber: 'PO-2026-118' })
  await sendInVain(context, refusal)
  return `Order ${number} was placed`
}
