import { expect, test } from 'vitest'
import { describePages, expectAccessible, expectHeading } from './use-console.ts'

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
