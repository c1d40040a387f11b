import { expect, test } from 'vitest'
import { complaints, describePages, expectAccessible, expectHeading } from './use-console.ts'

describePages('the pages of the trade portal', (service) => {
  test("without a session, a page leads to the sign-in page under the wholesaler's name, and staff find nothing", async () => {
    const page = await service.open('/t/sample/orders', { as: 'nobody' })
    await expectHeading(page, 'Sign in')
    expect(new URL(page.url()).pathname).toBe('/t/sample/sign-in')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/t/sample/orders')
    await page.getByText('Harbour & Vale Wholesale (sample)').waitFor()
    await expectAccessible(page)
    const staff = await service.open('/t/sample', { as: 'manager' })
    await expectHeading(staff, 'Not found')
  })

  test('a product shows its price, breaks and why, and goes into the basket with a quantity', async () => {
    const page = await service.open('/t/sample', { as: 'buyer' })
    await page.getByRole('searchbox', { name: 'Search products' }).fill('plate')
    const item = page.getByRole('listitem').filter({ hasText: 'plate' }).first()
    await item.getByRole('link').click()
    await page.getByRole('button', { name: 'Why this price?' }).click()
    await page.getByRole('dialog', { name: 'Why this price?' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Quantity' }).fill('12')
    await page.getByRole('button', { name: 'Add to basket' }).click()
    await page.getByRole('link', { name: /^Basket 1$/ }).click()
    await expectHeading(page, 'Basket')
    expect(await page.getByRole('listitem').getByRole('textbox', { name: 'Quantity' }).inputValue()).toBe('12')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save as list' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save as list' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Weekly')
    await dialog.getByRole('button', { name: 'Save as list' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Saved lists' }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Weekly' })
      .getByRole('button', { name: 'Add to basket' })
      .waitFor()
    // The next quantity break is beside the quantity.
    await page.goto('/t/sample?q=AM-CP27-AZ')
    await page.getByRole('listitem').getByRole('textbox', { name: 'Quantity' }).fill('18')
    await page.getByText('24 or more: £7.25; add 6').waitFor()
    await expectAccessible(page)
    // Fewer than the smallest quantity are not among them.
    await page.getByRole('listitem').getByRole('link').click()
    const breaks = page.getByRole('table', { name: 'Quantity breaks' })
    await breaks.waitFor()
    expect(await breaks.getByRole('rowgroup').last().getByRole('row').allInnerTexts()).toEqual([
      expect.stringMatching(/^6 or more/),
      expect.stringMatching(/^24 or more/),
      expect.stringMatching(/^96 or more/),
    ])
    expect(complaints(page)).toEqual([])
  })

  test('the buyer of an inactive customer is led to the sign-in page, which says why', async () => {
    const page = await service.open('/t/sample', { as: 'buyer' })
    await expectHeading(page, 'Catalogue')
    const setActive = async (active: boolean) => {
      await service.context.db
        .updateTable('customer')
        .set({ active })
        .where('workspace_id', '=', service.workspaceId)
        .where('name', '=', 'Castle Lane Cafés')
        .execute()
    }
    await setActive(false)
    await page.reload()
    await expectHeading(page, 'Sign in')
    expect(new URL(page.url()).pathname).toBe('/t/sample/sign-in')
    await page.getByText('Castle Lane Cafés is not an active customer here now').waitFor()
    await expectAccessible(page)
    await setActive(true)
  })
})
