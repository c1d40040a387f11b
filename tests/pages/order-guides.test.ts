import { expect, test } from 'vitest'
import {
  DESKTOP,
  PHONE,
  callPortal,
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
} from './use-console.ts'
import { expectNoSidewaysScroll, expectSeen } from './use-console.ts'

describePages('lists as order guides', (service) => {
  test('a list is made, filled from the catalogue, put in order by keyboard, given a par, and ordered by what is missing', async () => {
    const page = await service.open('/t/sample/lists', { as: 'buyer', viewport: PHONE })
    await expectHeading(page, 'Saved lists')
    await page.getByRole('button', { name: 'New list' }).click()
    const dialog = page.getByRole('dialog', { name: 'New list' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Bar')
    await dialog.getByRole('button', { name: 'New list' }).click()
    await expectHeading(page, 'Bar')

    // From rows of the catalogue.
    await page.goto('/t/sample?sort=usual')
    const items = page.getByRole('list', { name: 'Products' }).getByRole('listitem')
    const names: string[] = []
    for (const at of [0, 1]) {
      names.push(await items.nth(at).getByRole('link').first().innerText())
      await items.nth(at).getByRole('button', { name: 'Add to list', exact: true }).click()
      const choice = page.getByRole('dialog', { name: 'Add to list' })
      await choice.getByRole('button', { name: 'Add to list' }).click()
      await choice.waitFor({ state: 'hidden' })
    }
    await page.goto('/t/sample/lists')
    await page.getByRole('link', { name: 'Bar', exact: true }).click()
    await page.getByRole('button', { name: 'Edit list' }).click()
    const [first, second] = names as [string, string]
    // Stock and order are work for a desk.
    expect(await page.getByRole('textbox', { name: `Par, ${first}`, exact: true }).isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: `Move up, ${first}` }).isVisible()).toBe(false)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize(DESKTOP)
    await page.getByRole('textbox', { name: `Par, ${first}`, exact: true }).fill('48')
    await page.getByRole('textbox', { name: `Par, ${first}`, exact: true }).press('Alt+ArrowDown')
    await expectSeen(page.getByText(`${first} is line 2 of 2 now.`))
    await page.getByRole('button', { name: `Move up, ${first}` }).click()
    await page.getByRole('button', { name: `Move down, ${first}` }).click()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)

    // A colleague was faster: nothing of either is lost.
    const id = new URL(page.url()).pathname.split('/').at(-1)!
    const { revision, lines } = await callPortal(page, 'GET', `/lists/${id}`)
    const theirs = lines.map(({ productId, qty, par }: any, at: number) => ({ productId, qty: at ? 30 : qty, par }))
    await callPortal(page, 'PUT', `/lists/${id}`, { revision, name: 'Bar and cellar', shared: true, lines: theirs })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectSeen(page.getByText(`It is called “Bar and cellar” now.`))
    await expectSeen(page.getByText(new RegExp(`${second}: quantity \\d+ became 30`)))
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectHeading(page, 'Bar and cellar')
    expect(await page.getByRole('list', { name: 'Lines' }).getByRole('listitem').nth(1).innerText()).toContain(first)

    await page.setViewportSize(PHONE)
    await page.getByRole('textbox', { name: `You have, ${first}`, exact: true }).fill('40')
    expect(await page.getByRole('textbox', { name: `Quantity, ${first}`, exact: true }).inputValue()).toBe('8')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add to basket' }).click()
    await page.getByRole('link', { name: 'Review order' }).click()
    await expectHeading(page, 'Basket')
    expect((await callPortal(page, 'GET', '/basket')).lines.map(({ qty }: any) => qty).toSorted()).toEqual([30, 8])
    expect(complaints(page)).toEqual([])
  })
})
