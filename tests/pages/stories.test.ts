import { expect, test } from 'vitest'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { createKey } from '../../server/src/workspaces/keys.ts'
import { customerIdOf } from './sample-service.ts'
import {
  PHONE,
  SLUG,
  choose,
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
  expectSeen,
} from './use-console.ts'

describePages('home, customers and orders', (console) => {
  test('home says what needs doing, and leads there', async () => {
    const page = await console.open('')
    const orders = page.getByRole('region', { name: 'New orders' })
    await orders
      .getByRole('link', { name: /^Order \d+$/ })
      .first()
      .waitFor()
    await page.getByRole('region', { name: 'Products without a price' }).getByText('KT-MER22').waitFor()
    await page.getByRole('region', { name: 'Drafts' }).getByRole('link').first().waitFor()
    await page.getByRole('region', { name: 'Scheduled' }).getByRole('link').first().waitFor()
    const weeks = page.getByRole('table', { name: 'Orders by week' })
    await weeks.waitFor()
    expect(await weeks.getByRole('row').count()).toBe(13)
    // No image failed: nothing says zero.
    expect(await page.getByRole('region', { name: 'Failed images' }).count()).toBe(0)
    await expectAccessible(page)
    await orders.getByRole('link').first().click()
    await page.waitForURL(`**/w/${SLUG}/orders/**`)
    const phone = await console.open('', { viewport: PHONE })
    await expectHeading(phone, 'Home')
    await phone.getByRole('region', { name: 'New orders' }).waitFor()
    await expectNoSidewaysScroll(phone)
  })

  test('a customer is added, and a code that is taken is said at its field', async () => {
    const page = await console.open('customers', { as: 'manager' })
    await page.getByRole('button', { name: 'Add customer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('New Inn')
    await dialog.getByLabel('Account code').fill('castle01')
    await dialog.getByRole('button', { name: 'Add customer' }).click()
    await dialog.getByText('Castle Lane Cafés has the account code').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Account code').fill('NEWINN')
    await dialog.getByRole('button', { name: 'Add customer' }).click()
    await expectHeading(page, 'New Inn')
  })

  test('a discount says what it changes before it is added, and can be changed and removed', async () => {
    const page = await console.open(`customers/${await customerIdOf(console, 'COUNTER')}?tab=prices`, { as: 'manager' })
    const opener = page.getByRole('button', { name: 'Add discount' })
    await opener.click()
    const dialog = page.getByRole('dialog')
    await choose(page, 'Applies to', 'Brand')
    await choose(page, 'Brand', 'Aldermoor', 'Aldermoor')
    await dialog.getByLabel('Discount').fill('12.5')
    await dialog.getByText(/prices go down/).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add discount' }).click()
    const row = page.getByRole('row', { name: 'Brand Aldermoor' })
    await row.getByText('12.5%').waitFor()

    await row.getByRole('button', { name: 'Change' }).click()
    await dialog.getByLabel('Discount').fill('5')
    await dialog.getByText(/prices go up/).waitFor()
    await dialog.getByRole('button', { name: 'Change' }).click()
    await row.getByText('5%', { exact: true }).waitFor()

    await row.getByRole('button', { name: 'Remove' }).click()
    await dialog.getByText(/prices go up/).waitFor()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.waitFor()
    expect(complaints(page)).toEqual([])
  })

  test('staff move an order on under their name, a step at a time; what cannot be done says why', async () => {
    const order = { customer: 'WESTQUAY', poNumber: 'WQ-1', lines: [{ sku: 'TH-HAM16', qty: 1 }] }
    const { id } = await placeOrder(console.operator, order)
    const page = await console.open(`orders/${id}`, { as: 'manager' })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const history = page.getByRole('region', { name: 'History' })
    await button('Confirm').waitFor()
    expect(await button('Dispatch').count()).toBe(0)
    await button('Confirm').click()
    await history.getByText(/Confirmed/).waitFor()
    await history.getByText(/Tom Ashby/).waitFor()
    await button('Dispatch').click()
    await history.getByText(/Dispatched/).waitFor()
    await button('More actions').click()
    await expectSeen(page.getByRole('menuitem', { name: /^Cancel order .* too late to cancel it/ }))
    await page.keyboard.press('Escape')
    await button('Complete').click()
    await history.getByText(/Completed/).waitFor()
  })
})

describePages('the story of an order', (service) => {
  test('a buyer is invited, pastes 30 lines, 2 of them bad, and orders; staff confirm, and the buyer sees it', async () => {
    const { key } = await createKey(service.operator, { name: 'ERP', scope: 'read' })
    const api = async (path: string) => {
      const answer = await fetch(`${service.url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })
      return (await answer.json()) as { data: any[] }
    }

    // Invited by staff.
    const call = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`${service.url}/app-api/console/sample${path}`, {
        method,
        headers: { cookie: `session=${service.tokens.manager}`, 'sec-fetch-site': 'same-origin' },
        ...(body && { body: JSON.stringify(body) }),
      })
      return ((await answer.json()) as { data: any }).data
    }
    const customer = (await api('/customers?q=GREENWAY')).data.find(({ accountCode }) => accountCode === 'GREENWAY')
    const invited = await call('POST', `/customers/${customer.id}/buyers`, {
      name: 'Gwen Green',
      email: 'gwen@greenway-gardens.example',
    })
    const page = await service.open(new URL(invited.link).pathname, { as: 'nobody' })
    await page.getByRole('textbox', { name: 'Name' }).fill('Gwen Green')
    await page.getByLabel('Password').fill('a long password of hers')
    await page.getByRole('button', { name: 'Join' }).click()
    // Others of the customer have ordered before.
    await expectHeading(page, 'Usual')

    // Quick order of 30 pasted lines, 2 of them bad.
    const products = (await api('/products?customer=GREENWAY&limit=50')).data
    const able = products.filter(({ price, minOrderQty }) => price.unit !== null && minOrderQty <= 5).slice(0, 28)
    expect(able).toHaveLength(28)
    const lines = able.map(({ sku }, i) => `${sku}\t${5 + (i % 3)}`)
    lines.splice(7, 0, 'NO-SUCH-SKU\t2')
    lines.splice(19, 0, `${able[0].sku}\tmany`)
    await page.getByRole('link', { name: 'Quick order' }).click()
    await page.getByRole('textbox', { name: 'Paste lines' }).fill(lines.join('\n'))
    await page.getByRole('button', { name: 'Check lines' }).click()
    await page.getByText(/28 lines can be ordered/).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Row 8: NO-SUCH-SKU' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: "“many” isn't a whole number" }).waitFor()
    await page.getByRole('button', { name: 'Add to basket' }).click()
    await page.getByRole('link', { name: /^Basket 28$/ }).click()
    await expectHeading(page, 'Basket')
    await page.getByRole('textbox', { name: 'PO number' }).fill('GG-2041')
    await page.getByRole('button', { name: 'Place order' }).click()
    await page.getByRole('heading', { level: 1, name: /^Order \d+ sent$/ }).waitFor()

    // The API has it.
    const order = (await api('/orders?status=new')).data.find(({ poNumber }) => poNumber === 'GG-2041')
    expect(order).toMatchObject({
      lineCount: 28,
      buyer: { name: 'Gwen Green', email: 'gwen@greenway-gardens.example' },
      customer: { accountCode: 'GREENWAY' },
    })

    // The page says what comes of it, also after a reload; Back leads to where the basket was opened.
    await expectHeading(page, `Order ${order.number} sent`)
    const said = async () => {
      await page.getByText('A mail about it is on its way to gwen@greenway-gardens.example.').waitFor()
      await page.getByText('GG-2041').waitFor()
      await page.getByText('To change or cancel it, ask Harbour & Vale Wholesale (sample)').waitFor()
      return page.getByRole('main').innerText()
    }
    const before = await said()
    await expectAccessible(page)
    await page.reload()
    expect(await said()).toBe(before)
    await page.goBack()
    await expectHeading(page, 'Quick order')
    await page.goForward()
    await page.getByRole('link', { name: 'See the order' }).click()
    await expectHeading(page, `Order ${order.number}`)
    expect((await api('/orders?status=new')).data.filter(({ poNumber }) => poNumber === 'GG-2041')).toHaveLength(1)

    // Staff confirm it in the console, and the buyer sees it.
    const console = await service.open(`orders/${order.id}`, { as: 'manager' })
    await expectHeading(console, `Order ${order.number}`)
    await console.getByRole('button', { name: 'Confirm' }).click()
    await console.getByText('Confirmed').first().waitFor()
    await page.reload()
    await page.getByText('Confirmed').first().waitFor()
  })
})
