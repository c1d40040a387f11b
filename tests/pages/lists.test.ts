import { expect, test } from 'vitest'
import { describePages, expectAccessible, expectFocus, expectHeading, expectSeen } from './use-console.ts'

describePages('a list', (console) => {
  test('is there again on Back as it was left: filtered, sorted, and scrolled to where one was', async () => {
    const page = await console.open('products?sort=-name')
    const table = page.getByRole('table')
    await table.getByRole('link').nth(30).waitFor()
    const before = await table.getByRole('row').allInnerTexts()
    await table.getByRole('link').nth(30).scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate<number>('scrollY')
    expect(scrolled).toBeGreaterThan(200)
    // The place is noted with the event of the scroll, which the browser sends with the next frame.
    await page.evaluate('new Promise(requestAnimationFrame)')
    const link = table.getByRole('link').nth(30)
    const name = await table.getByRole('row').nth(31).innerText()
    await link.click()
    await page.waitForURL(/products\/[0-9a-f-]{36}/)
    await page.goBack()
    await expectHeading(page, 'Products')
    expect(page.url()).toContain('sort=-name')
    await table.getByRole('link').nth(30).waitFor()
    expect(await table.getByRole('row').allInnerTexts()).toEqual(before)
    expect(await table.getByRole('row').nth(31).innerText()).toBe(name)
    await expect.poll(() => page.evaluate<number>('scrollY')).toBe(scrolled)

    // One turns back while the page that was asked for is on its way.
    const given = Promise.withResolvers<void>()
    await page.route('**/app-api/**/settings', (route) => given.promise.then(() => route.continue()))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
    await expect.poll(() => page.evaluate<number>('scrollY')).toBeLessThan(scrolled)
    await page.goBack()
    given.resolve()
    await expect.poll(() => page.evaluate<number>('scrollY')).toBe(scrolled)

    // The rows come long after the page.
    const answered = Promise.withResolvers<void>()
    await page.route('**/app-api/**/products?*', (route) => answered.promise.then(() => route.continue()))
    await page.reload()
    await expectHeading(page, 'Products')
    expect(await page.evaluate<number>('scrollY')).toBeLessThan(scrolled)
    answered.resolve()
    await expect.poll(() => page.evaluate<number>('scrollY')).toBe(scrolled)
  })

  test('begins at its top when its page is turned, and Back leads to where one was', async () => {
    const page = await console.open('products')
    await page.getByRole('table').getByRole('link').nth(40).waitFor()
    const next = page.getByRole('button', { name: 'Next page' })
    await next.scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate<number>('scrollY')
    expect(scrolled).toBeGreaterThan(200)
    await page.evaluate('new Promise(requestAnimationFrame)')
    await next.click()
    await page.waitForURL(/page=2/)
    const first = page.getByRole('row').nth(1)
    await expect.poll(async () => (await first.boundingBox())!.y).toBeGreaterThan(0)
    await expect.poll(() => page.evaluate<number>('scrollY')).toBeLessThan(scrolled)
    expect((await first.boundingBox())!.y).toBeLessThan(400)
    await page.goBack()
    await expect.poll(() => page.evaluate<number>('scrollY')).toBe(scrolled)
  })

  test('can be read while the next rows are on their way, and tells screen readers that nothing matches', async () => {
    const page = await console.open('products')
    await page.getByRole('table').getByRole('link').nth(3).waitFor()
    // What is there before its text is read out.
    await page.evaluate(
      `document.querySelectorAll('[role=status]').forEach((one) => one.setAttribute('data-early', ''))`,
    )
    const given = Promise.withResolvers<void>()
    await page.route('**/app-api/**/products?*', (route) => given.promise.then(() => route.continue()))
    await page.getByRole('searchbox', { name: 'Search products' }).fill('nothing is called so')
    await expectSeen(page.locator('[data-stale]'))
    await page.waitForTimeout(400)
    await expectAccessible(page)
    given.resolve()
    await expectSeen(page.locator('[data-early]').filter({ hasText: 'No product matches' }))
    await page.goto('/w/sample/orders/new')
    await page.getByRole('combobox', { name: 'Customer' }).fill('nobody is called so')
    await expectSeen(page.getByRole('status').filter({ hasText: 'Nothing matches' }))
    await page.keyboard.press('Escape')
  })

  test('is gone through by arrows; Space chooses a row and Enter opens it', async () => {
    const page = await console.open('products')
    const links = page.getByRole('table').getByRole('link')
    await links.first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const sku = await links.nth(2).innerText()
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe(sku)
    await page.keyboard.press(' ')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe(await links.first().innerText())
    await page.keyboard.press('Enter')
    await page.waitForURL(/products\/[0-9a-f-]{36}/)
  })

  test('has menus and choices for the keyboard, with nothing for axe to find while one is open', async () => {
    const page = await console.open('products')
    await page.getByRole('combobox', { name: 'Brand' }).press('Enter')
    await page.getByRole('option', { name: 'Ferrowick' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('option').count()).toBe(0)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    for (const name of ['Export', 'Bulk actions']) {
      const button = page.getByRole('button', { name })
      await button.press('Enter')
      await expectFocus(page.getByRole('menuitem').first())
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expectFocus(button)
    }
  })

  test('forgets what was chosen when its filter changes', async () => {
    const page = await console.open('products?q=bracket')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByText(/^\d+ selected$/).waitFor()
    await page.getByRole('searchbox', { name: 'Search products' }).fill('plate')
    await page.waitForURL(/q=plate/)
    await expect.poll(() => page.getByText(/selected$/).count()).toBe(0)
  })
})
