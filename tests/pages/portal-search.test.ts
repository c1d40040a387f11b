import { expect, test } from 'vitest'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { customerIdOf } from './sample-service.ts'
import {
  PHONE,
  complaints,
  describePages,
  expectAccessible,
  expectFocus,
  expectHeading,
  expectNoSidewaysScroll,
} from './use-console.ts'

describePages('the search of the trade portal', (service) => {
  const order = (poNumber: string) =>
    placeOrder(service.operator, { customer: 'CASTLE01', lines: [{ sku: 'AM-CP27-AZ', qty: 6 }], poNumber })

  test('finds products and orders from every page, by mouse and keyboard', async () => {
    const { number } = await order('SITE/88-1')
    const page = await service.open('/t/sample/lists', { as: 'buyer' })
    const field = page.getByRole('searchbox', { name: 'Search', exact: true })
    const options = page.getByRole('option')
    await field.fill('coupe plate 27')
    const plate = options.filter({ hasText: 'AM-CP27-AZ' })
    await plate.filter({ hasText: /£\d/ }).waitFor()
    await expectAccessible(page)
    await plate.click()
    await expectHeading(page, 'Coupe plate 27 cm, azure')

    await field.fill('coupe plate 27')
    await options.first().waitFor()
    await field.press('ArrowUp')
    expect(await page.getByRole('option', { selected: true }).innerText()).toBe('All results for “coupe plate 27”')
    await field.press('Enter')
    await expectHeading(page, 'Catalogue')
    await expectFocus(page.getByRole('heading', { level: 1 }))
    expect(new URL(page.url()).searchParams.get('q')).toBe('coupe plate 27')

    // Part of it is found too, and arrow keys choose.
    await field.fill('88-')
    await page.getByRole('group', { name: 'Orders' }).getByRole('option', { name: 'SITE/88-1' }).waitFor()
    await expectAccessible(page)
    await field.press('ArrowDown')
    await field.press('Enter')
    await expectHeading(page, `Order ${number}`)
    // What is typed in full is opened at once.
    for (const [typed, heading] of [
      ['site/88-1', `Order ${number}`],
      ['am-cp27-az', 'Coupe plate 27 cm, azure'],
    ] as const) {
      await field.fill(typed)
      await field.press('Enter')
      await expectHeading(page, heading)
    }

    await field.fill('no such thing')
    await page.getByText('No product and no order matches “no such thing”.').waitFor()
    await expectAccessible(page)
    await field.press('Escape')
    expect(await field.inputValue()).toBe('')
    expect(await page.getByText('No product and no order').count()).toBe(0)
    expect(complaints(page)).toEqual([])
  })

  test('fills a phone, with the focus, until Escape or Back', async () => {
    const { number } = await order('SITE/88-2')
    const page = await service.open('/t/sample/orders', { as: 'buyer', viewport: PHONE })
    await expectHeading(page, 'Your orders')
    const icon = page.getByRole('button', { name: 'Search', exact: true })
    const field = page.getByRole('searchbox', { name: 'Search', exact: true })
    for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
      await icon.click()
      await expectFocus(field)
      await page.keyboard.type('plate')
      await page.getByRole('option').first().waitFor()
      await expectNoSidewaysScroll(page)
      await close()
      await field.waitFor({ state: 'detached' })
      await expectFocus(icon)
      await expectHeading(page, 'Your orders')
    }
    await icon.click()
    await page.keyboard.type(String(number))
    const found = page.getByRole('option', { name: `Order ${number}` })
    await found.waitFor()
    await expectAccessible(page)
    await found.click()
    await expectHeading(page, `Order ${number}`)
    await page.goBack()
    await expectHeading(page, 'Your orders')
    expect(await field.count()).toBe(0)
    expect(complaints(page)).toEqual([])
  })

  test('finds products alone for staff who see the portal as a customer', async () => {
    const customer = await customerIdOf(service, 'CASTLE01')
    const page = await service.open(`/t/sample/as/${customer}`, { as: 'manager' })
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('AM-CP27-AZ')
    await page.getByRole('option', { name: /^Coupe plate 27 cm, azure/ }).click()
    await expectHeading(page, 'Coupe plate 27 cm, azure')
    expect(complaints(page)).toEqual([])
  })
})
