import { expect, test } from 'vitest'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { DESKTOP, PHONE, callPortal, complaints, describePages, expectAccessible } from './use-console.ts'
import { expectHeading, expectNoSidewaysScroll, expectSeen } from './use-console.ts'

describePages('the trade portal on a phone', (service) => {
  test('four places have a tab, all others are behind More, which Back closes', async () => {
    const page = await service.open('/t/sample', { as: 'buyer', viewport: PHONE })
    await expectHeading(page, 'Catalogue')
    const tabs = page.getByRole('navigation', { name: 'Main' })
    await expect
      .poll(() => tabs.getByRole('link').allInnerTexts())
      .toEqual(['Usual', 'Catalogue', 'Orders', expect.stringContaining('Basket')])
    const more = tabs.getByRole('button', { name: 'More' })
    await more.click()
    const sheet = page.getByRole('dialog', { name: 'More' })
    await expectSeen(sheet)
    await expectAccessible(page)
    expect(await sheet.getByRole('link').allInnerTexts()).toEqual([
      'Quick order',
      'Saved lists',
      'Quotes',
      'Price list',
      'Colleagues',
      'Your account with Harbour & Vale Wholesale (sample)',
      'Your account',
    ])
    await page.goBack()
    await sheet.waitFor({ state: 'hidden' })
    await more.click()
    await sheet.getByRole('link', { name: 'Saved lists' }).click()
    await expectHeading(page, 'Saved lists')
    expect(complaints(page)).toEqual([])
  })

  test('filters are behind a button that counts them, and each chosen one can be taken away', async () => {
    const page = await service.open('/t/sample', { as: 'buyer', viewport: PHONE })
    const filters = page.getByRole('button', { name: /^Filters/ })
    const brand = page.getByRole('combobox', { name: 'Brand' })
    await page.getByRole('combobox', { name: 'Sort' }).waitFor()
    expect(await brand.isVisible()).toBe(false)
    await filters.click()
    await brand.click()
    await page.getByRole('option', { name: /^Ferrowick/ }).click()
    await expectSeen(page.getByRole('button', { name: 'Filters (1)' }))
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove Ferrowick' }).click()
    await expectSeen(page.getByRole('button', { name: 'Filters', exact: true }))
    expect(new URL(page.url()).searchParams.has('brand')).toBe(false)
    expect(complaints(page)).toEqual([])
  })

  test('the total and the next step of the basket are in sight, and the next days are a tap away', async () => {
    const page = await service.open('/t/sample', { as: 'buyer', viewport: PHONE })
    await expectHeading(page, 'Catalogue')
    await callPortal(page, 'DELETE', '/basket/lines')
    const skus = ['AM-CP27-AZ', 'KT-INS114', 'SW-WUL5', '16-07', '16-08', 'AM-MG35-OA']
    await callPortal(page, 'POST', '/basket/lines', { lines: skus.map((sku) => ({ sku, qty: 12 })) })
    await page.goto('/t/sample/basket')
    const place = page.getByRole('button', { name: 'Place order' })
    for (const viewport of [PHONE, { width: 820, height: 1180 }, DESKTOP]) {
      await page.setViewportSize(viewport)
      await expectSeen(place)
      const { y, height } = (await place.boundingBox())!
      expect(y + height).toBeLessThanOrEqual(viewport.height)
      await expectNoSidewaysScroll(page)
    }
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectAccessible(page)
    const day = page.getByRole('group', { name: 'Next days' }).getByRole('button').nth(2)
    await day.click()
    await expect.poll(() => day.getAttribute('aria-pressed')).toBe('true')
    const { firstDays } = (await callPortal(page, 'GET', '/basket')).delivery
    await expect.poll(async () => (await callPortal(page, 'GET', '/basket')).wantedOn).toBe(firstDays[2])
    expect((await callPortal(page, 'GET', '/basket')).wantedProblem).toBe(null)
    expect(complaints(page)).toEqual([])
  })

  test('orders are cards that say how far each is, and are found by what is in them', async () => {
    const { number } = await placeOrder(service.operator, {
      customer: 'CASTLE01',
      poNumber: 'BAR-9',
      lines: [{ sku: 'KT-INS114', qty: 2 }],
    })
    const page = await service.open('/t/sample/orders', { as: 'buyer', viewport: PHONE })
    const cards = page.getByRole('list', { name: 'Orders' }).getByRole('listitem')
    await expectSeen(cards.first())
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    const search = page.getByRole('searchbox', { name: 'Search your orders' })
    for (const q of ['bar-9', 'bar-9 kt-ins114', 'bar-9 flask']) {
      await search.fill(q)
      await expect.poll(() => cards.allInnerTexts()).toEqual([expect.stringContaining('BAR-9')])
    }
    await search.fill('bar-9 plate')
    await expectSeen(page.getByText('No order matches'))
    await search.fill('bar-9')
    await cards.getByRole('link', { name: `Order ${number}` }).click()
    await expectHeading(page, `Order ${number}`)
    const progress = page.getByRole('list').filter({ hasText: 'Dispatched' })
    expect(await progress.locator('[aria-current=step]').innerText()).toMatch(/^Placed/)
    await expectAccessible(page)
    await page.setViewportSize(DESKTOP)
    await page.goto('/t/sample/orders?q=bar-9')
    await expectSeen(page.getByRole('row').filter({ hasText: 'BAR-9' }))
    await expectAccessible(page)
    expect(complaints(page)).toEqual([])
  })

  test('the account with the wholesaler has terms, credit, addresses and mails', async () => {
    const page = await service.open('/t/sample/account', { as: 'buyer', viewport: PHONE })
    await expectHeading(page, 'Your account with Harbour & Vale Wholesale (sample)')
    await expectSeen(page.getByText('30 days'))
    await expectSeen(page.getByText(/^£[\d,.]+ of £5,000\.00, with tax$/))
    await expectSeen(page.getByRole('list', { name: 'Delivery addresses' }))
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('combobox', { name: 'Mails about orders' }).click()
    await page.getByRole('option', { name: 'No orders' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expectSeen(page.getByText('Your choice was saved.'))
    expect((await callPortal(page, 'GET', '/portal')).me.orderMails).toBe('none')
    expect(complaints(page)).toEqual([])
  })
})
