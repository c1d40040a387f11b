import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DESKTOP, PHONE, callPortal, describePages, expectAccessible, expectHeading } from './use-console.ts'

type Box = { x: number; y: number; width: number; height: number }

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

async function boxes(controls: Locator): Promise<Box[]> {
  const found = await Promise.all((await controls.all()).map((control) => control.boundingBox()))
  return found.filter((box) => box !== null)
}

const message = (page: Page) => page.getByRole('status', { name: 'Messages' })

describePages('what is said after something was added', (service) => {
  test.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ])('on a %s it covers no line that is worked on and no way around, and leads to the basket', async (_, viewport) => {
    const page = await service.open('/t/sample', { as: 'buyer', viewport })
    await expectHeading(page, 'Catalogue')
    await callPortal(page, 'DELETE', '/basket/lines')
    await page.reload()
    const items = page.getByRole('list', { name: 'Products' }).getByRole('listitem')
    const last = items.nth(7)
    const add = last.getByRole('button', { name: 'Add', exact: true })
    // At the lower edge of the screen, where the message appears.
    const { y, height } = (await add.boundingBox())!
    const tabs = viewport === PHONE ? 60 : 0
    await page.mouse.wheel(0, y + height - viewport.height + tabs + 4)
    await expect.poll(async () => Math.round((await add.boundingBox())!.y + height)).toBeLessThan(viewport.height)
    await add.click()
    const toast = message(page)
    await toast.getByText('Added to the basket.').waitFor()
    // In the place of the button stands that the product is in the basket.
    const said = last.getByText('In basket')
    await expect
      .poll(async () => (await said.boundingBox())!.y + height / 2)
      .toBeLessThan((await toast.boundingBox())!.y)
    const shown = (await toast.boundingBox())!
    const around = await boxes(page.locator('header :is(a, button), nav :is(a, button)'))
    const used = await boxes(last.locator('input, button'))
    expect(used.length).toBeGreaterThan(2)
    expect([...around, ...used].filter((box) => overlap(box, shown))).toEqual([])
    await expectAccessible(page)
    // All else comes out from under it.
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    const ends = await boxes(page.getByRole('main').locator('a, button, input'))
    expect(ends.slice(-3).filter((box) => overlap(box, shown))).toEqual([])
    await items.nth(6).getByRole('button', { name: 'Add', exact: true }).click()
    await toast.getByRole('button', { name: 'View basket' }).last().click()
    await expectHeading(page, 'Basket')
  })

  test('it goes when the basket is shown, whichever way leads there', async () => {
    const page = await service.open('/t/sample', { as: 'buyer' })
    await expectHeading(page, 'Catalogue')
    await callPortal(page, 'DELETE', '/basket/lines')
    await page.reload()
    const items = page.getByRole('list', { name: 'Products' }).getByRole('listitem')
    await items.nth(7).getByRole('button', { name: 'Add', exact: true }).click()
    await message(page).getByText('Added to the basket.').waitFor()
    await page
      .getByRole('link', { name: /^Basket/ })
      .first()
      .click()
    await expectHeading(page, 'Basket')
    await expect
      .poll(() => message(page).getByRole('button', { name: 'View basket' }).count(), { timeout: 2_000 })
      .toBe(0)
  })

  test('in the console it stays in its corner, also after a page that can show the portal', async () => {
    const page = await service.open('orders', { as: 'manager' })
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: /^Order/ }).waitFor()
    await page.getByRole('region', { name: 'History' }).waitFor()
    expect((await message(page).boundingBox())!.width).toBeLessThan(DESKTOP.width / 2)
  })

  test('"Less" and "More" step a quantity, and never below the minimum', async () => {
    const page = await service.open('/t/sample?q=AM-CP27-OA', { as: 'buyer', viewport: PHONE })
    const item = page.getByRole('list', { name: 'Products' }).getByRole('listitem').first()
    const quantity = item.getByLabel('Quantity', { exact: true })
    const [less, more] = ['Less', 'More'].map((name) => item.getByRole('button', { name, exact: true }))
    await expect.poll(() => quantity.inputValue()).toBe('6')
    expect(await less!.isDisabled()).toBe(true)
    expect(await more!.getAttribute('title')).toBe('More of Coupe plate 27 cm, oatmeal')
    await more!.click()
    await more!.click()
    expect(await quantity.inputValue()).toBe('8')
    await quantity.press('ArrowDown')
    expect(await quantity.inputValue()).toBe('7')
    await less!.click()
    expect(await quantity.inputValue()).toBe('6')
    await quantity.fill('2')
    await more!.click()
    expect(await quantity.inputValue()).toBe('6')
    await more!.click()
    await item.getByRole('button', { name: 'Add', exact: true }).click()
    await message(page).getByRole('button', { name: 'View basket' }).click()
    const line = page.getByRole('list', { name: 'Lines' }).getByRole('listitem').filter({ hasText: 'AM-CP27-OA' })
    await line.getByRole('button', { name: 'More', exact: true }).click()
    await line.getByRole('button', { name: 'More', exact: true }).click()
    const basket = async () =>
      (await page.request.get('/app-api/portal/sample/basket')).json().then(({ data }) => data.lines.at(-1).qty)
    await expect.poll(basket).toBe(9)
  })
})
