import { expect, test } from 'vitest'
import { givenCustomer, givenDiscount } from '../given/given.ts'
import { workOnAll } from '../given/import.ts'
import type { TestWorkspace } from '../given/service.ts'
import { complaints, describePages, expectAccessible, expectSeen } from './use-console.ts'

describePages('an import whose prices moved', (console) => {
  test(
    'an import that now moves other prices than its check showed stops, and shows the new check',
    { timeout: 60_000 },
    async () => {
      const discounted = console.context.db
        .selectFrom('discount_rule')
        .select('brand_id')
        .where('workspace_id', '=', console.workspaceId)
        .where('brand_id', 'is not', null)
      const { sku, brandId } = await console.context.db
        .selectFrom('product')
        .select(['sku', 'brand_id as brandId'])
        .where('workspace_id', '=', console.workspaceId)
        .where('brand_id', 'not in', discounted)
        .where('list_price', '>', 0)
        .where('visibility', '=', 'all')
        .where('active', '=', true)
        .limit(1)
        .executeTakeFirstOrThrow()
      const workspace = { id: console.workspaceId, context: console.context } as unknown as TestWorkspace
      const page = await console.open('imports', { as: 'manager' })
      const buffer = Buffer.from(`SKU,Brand\n${sku},Quite another`)
      await page.getByLabel('File').setInputFiles({ name: 'brands.csv', mimeType: 'text/csv', buffer })
      await page.getByRole('button', { name: 'Check' }).click()
      await expectSeen(page.getByText('Checking the file:'))
      await workOnAll(console)
      await expectSeen(page.getByRole('heading', { name: 'What the file would change' }))

      await givenDiscount(workspace, await givenCustomer(workspace), 9_900, { brandId: brandId! })
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await expectSeen(page.getByText('Checking the file:'))
      await workOnAll(console)
      await expectSeen(page.getByText(/^What this does to prices has changed since the file was checked/))
      await expectSeen(
        page.getByRole('region', { name: 'Prices that move at once' }).getByText(/1 rises by up to [\d,.]+%/),
      )
      await expectAccessible(page)
      expect(complaints(page)).toEqual([])
    },
  )
})
