import { expect, test } from 'vitest'
import { customerIdOf } from './sample-service.ts'
import {
  PHONE,
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
} from './use-console.ts'

describePages('promises', (console) => {
  test('a price that is explained is promised, and what would break it is named first, with a reason to give', async () => {
    const customer = await customerIdOf(console, 'WESTQUAY')
    const { id, sku } = await console.context.db
      .selectFrom('product')
      .select(['id', 'sku'])
      .where('workspace_id', '=', console.operator.workspaceId)
      .where('visibility', '=', 'all')
      .where('active', '=', true)
      .where('list_price', '>', 1_000)
      .orderBy('sku_key')
      .limit(1)
      .executeTakeFirstOrThrow()
    const page = await console.open(`prices?customer=${customer}&product=${id}`, { as: 'staff' })
    await page.getByRole('link', { name: 'Promise this price' }).click()
    await expectHeading(page, 'Promises')
    const dialog = page.getByRole('dialog', { name: 'Add promise' })
    await dialog.getByLabel('Until').fill('2099-06-30')
    await dialog.getByLabel('Note').fill('By telephone.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add promise' }).click()
    const row = page.getByRole('row', { name: sku })
    await row.getByText('Holds').waitFor()
    await expectAccessible(page)

    // An agreed price above the promised one.
    await page.goto(`${console.url}/w/sample/customers/${customer}?tab=prices&dialog=add-agreed-price`)
    const agreed = page.getByRole('dialog', { name: 'Add agreed price' })
    await agreed.getByRole('combobox', { name: 'Product' }).fill(sku)
    await page.getByRole('option', { name: sku }).first().click()
    await agreed.getByLabel('Price').fill('9999')
    const named = agreed.getByRole('region', { name: 'This breaks promises' })
    await named.getByText(`${sku} for`).waitFor()
    await expectAccessible(page)
    await agreed.getByRole('button', { name: 'Add agreed price' }).click()
    const asked = page.getByRole('dialog', { name: 'This breaks a promise' })
    await asked.getByText(`${sku} for`).waitFor()
    await asked.getByText('instead of').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await asked.waitFor({ state: 'detached' })
    await agreed.getByText('Nothing is changed yet').waitFor()
    await agreed.getByRole('button', { name: 'Add agreed price' }).click()
    await asked.getByRole('button', { name: 'Break with this reason' }).click()
    await asked.getByText('Say why.').waitFor()
    await page.keyboard.press('Escape')
    // Written where the promise is named, it is not asked for again.
    await named.getByLabel('Reason').fill('The maker is gone – agreed with Ann.')
    await agreed.getByRole('button', { name: 'Add agreed price' }).click()
    await agreed.waitFor({ state: 'detached' })

    await page.goto(`${console.url}/w/sample/promises`)
    await row.getByText('Broken').waitFor()
    await row.getByText('£9,999.00 instead of').waitFor()
    await page.goto(`${console.url}/w/sample/activity?what=promise.break`)
    await page.getByText('The maker is gone – agreed with Ann.').waitFor()
    expect(complaints(page)).toEqual([])
  })

  test('a basket with a total is added, changed and removed, on a phone', async () => {
    const page = await console.open('promises?dialog=add', { viewport: PHONE, scheme: 'dark' })
    const dialog = page.getByRole('dialog', { name: 'Add promise' })
    await dialog.getByRole('button', { name: 'Add promise' }).click()
    await dialog.getByText('Choose a customer.').waitFor()
    await dialog.getByRole('combobox', { name: 'Customer' }).fill('castle')
    await page.getByRole('option', { name: 'Castle Lane' }).click()
    await dialog.getByText('A total for a basket').click()
    await dialog.getByRole('button', { name: 'Add line' }).click()
    for (const [i, words] of ['plate', 'pan'].entries()) {
      const line = dialog.getByRole('group', { name: `Line ${i + 1}` })
      await line.getByRole('combobox', { name: 'Product' }).fill(words)
      await page.getByRole('option', { name: words }).first().click()
      await line.getByLabel('Quantity').fill('10')
    }
    await dialog.getByRole('textbox', { name: 'Total' }).fill('1.00')
    await dialog.getByLabel('Until').fill('2099-06-30')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add promise' }).click()
    await dialog.waitFor({ state: 'detached' })
    const row = page.getByRole('row', { name: 'and 1 more for Castle Lane' })
    await page.getByText('instead of £1.00').waitFor()
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: /^Change .* Castle Lane/ }).click()
    const changing = page.getByRole('dialog', { name: 'Change promise' })
    await changing.getByRole('textbox', { name: 'Total' }).fill('100000')
    await changing.getByRole('button', { name: 'Change', exact: true }).click()
    await changing.waitFor({ state: 'detached' })
    await page.getByText('instead of £1.00').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Remove .* Castle Lane/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await row.waitFor({ state: 'detached' })
    expect(complaints(page)).toEqual([])
  })
})
