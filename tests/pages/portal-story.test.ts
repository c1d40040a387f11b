import { expect, test } from 'vitest'
import { createKey } from '../../server/src/workspaces/keys.ts'
import { describePages, expectAccessible, expectHeading } from './use-console.ts'

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
