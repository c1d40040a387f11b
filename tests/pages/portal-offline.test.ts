import { expect, test } from 'vitest'
import { setPassword } from '../../server/src/people/members.ts'
import { SAMPLE_BUYER_EMAIL } from '../../server/src/ops/sample/create-sample.ts'
import { SIGN_IN, buyerOf } from './sample-service.ts'
import {
  PHONE,
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
  portalNotices,
  signIn,
} from './use-console.ts'

const NOT_SENT = "You're offline, so nothing was sent. Try again when you're connected."

describePages('the trade portal without a connection', (service) => {
  test('a page that was open stays, says so, sends nothing, and keeps what is typed', async () => {
    const page = await service.open('/t/sample', { as: 'buyer', viewport: PHONE, fresh: true })
    await expectHeading(page, 'Catalogue')
    // Parts that come later do not come now, and take nothing away.
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Account menu' }).click()
    await portalNotices(page).getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('menuitem', { name: 'Your account' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Sort' }).waitFor()
    await page.getByRole('listitem').getByRole('button', { name: 'Add', exact: true }).first().click()
    await page.getByRole('link', { name: /^Basket 1$/ }).click()
    await expectHeading(page, 'Basket')
    const quantity = page.getByRole('listitem').getByRole('textbox', { name: 'Quantity' })
    await quantity.waitFor()
    await page.context().setOffline(true)
    await portalNotices(page).getByText('You are offline.').waitFor()
    await quantity.fill('7')
    await quantity.press('Enter')
    await page.getByText(NOT_SENT).waitFor()
    await page.getByRole('listitem').getByRole('button', { name: 'Remove' }).click()
    await page.getByText(NOT_SENT).nth(1).waitFor()
    expect(await quantity.inputValue()).toBe('7')
    await page.context().setOffline(false)
    await portalNotices(page).getByText('You are offline.').waitFor({ state: 'hidden' })
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await quantity.press('Enter')
    expect((await saved).status()).toBe(200)
    await page.reload()
    await quantity.waitFor()
    expect(await quantity.inputValue()).toBe('7')

    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Quick order' }).click()
    await page.getByRole('textbox', { name: 'Paste lines' }).fill('16-07 3\nNO-SUCH 1')
    await page.getByRole('button', { name: 'Check lines' }).click()
    await page.getByText(/1 line can be ordered/).waitFor()
    const sku = page.getByRole('combobox', { name: 'SKU' })
    // The other pages are fetched after the first one.
    await page.waitForFunction(() => {
      const fetched: { name: string }[] = (globalThis as any).performance.getEntriesByType('resource')
      return fetched.some(({ name }) => name.includes('price-list-page') && name.endsWith('.js'))
    })
    const count = page.getByRole('textbox', { name: 'Quantity', exact: true })
    await page.context().setOffline(true)
    await sku.fill('16-0')
    await count.fill('4')
    // What cannot be added or checked now is refused, and stays.
    await page.getByRole('button', { name: 'Add line' }).click()
    await page.getByText(NOT_SENT).waitFor()
    await page.getByRole('button', { name: 'Add to basket' }).click()
    await page.getByText(NOT_SENT).nth(1).waitFor()
    // Another page opens, and this one is there again.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Price list' }).click()
    await expectHeading(page, 'Price list')
    await page.goBack()
    await expectHeading(page, 'Quick order')
    await page.context().setOffline(false)
    await page.reload()
    await sku.waitFor()
    expect([await sku.inputValue(), await count.inputValue()]).toEqual(['16-0', '4'])
  })

  test('where a session ends, one signs in over the page, and what was typed goes on', async () => {
    await setPassword(service.context, { ...SIGN_IN, email: SAMPLE_BUYER_EMAIL })
    const page = await service.open('/t/sample/quick-order', { as: 'nobody', fresh: true })
    await signIn(page, { ...SIGN_IN, email: SAMPLE_BUYER_EMAIL })
    await page.getByRole('textbox', { name: 'Paste lines' }).fill('16-07 3')
    const endSessions = () => service.context.db.deleteFrom('session').where('user_agent', 'is not', null).execute()
    await endSessions()
    await page.getByRole('button', { name: 'Check lines' }).click()
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor()
    await expectAccessible(page)
    await signIn(page, { ...SIGN_IN, email: SAMPLE_BUYER_EMAIL })
    await page.getByText(/1 line can be ordered/).waitFor()
    expect(complaints(page)).toEqual([])
    // Somebody else gets their own page.
    await endSessions()
    await page.getByRole('button', { name: 'Add to basket' }).click()
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor()
    await signIn(page)
    await expectHeading(page, 'Not found')
    const kept = await page.evaluate<string[]>('Object.keys(sessionStorage)')
    expect(kept.filter((name) => name.includes('quick-order'))).toEqual([])
    // Who is disabled meanwhile is told so, and does not stay on the page.
    await page.goto('/t/sample/sign-in?next=/t/sample/quick-order')
    await signIn(page, { ...SIGN_IN, email: SAMPLE_BUYER_EMAIL })
    await page.getByRole('textbox', { name: 'Paste lines' }).fill('16-07 3')
    await service.context.db
      .updateTable('buyer')
      .set({ status: 'disabled' })
      .where('workspace_id', '=', service.workspaceId)
      .where('id', '=', (await buyerOf(service)).id)
      .execute()
    await page.getByRole('button', { name: 'Check lines' }).click()
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor()
    await signIn(page, { ...SIGN_IN, email: SAMPLE_BUYER_EMAIL })
    await page.getByText('Your access has ended').waitFor()
    await expectHeading(page, 'Sign in')
    await expectAccessible(page)
  })
})
