import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLIENT, startIdentityProvider } from '../given/identity-provider.ts'
import type { IdentityProvider } from '../given/identity-provider.ts'
import { PHONE, describePages, expectAccessible, expectHeading, expectNoSidewaysScroll } from './use-console.ts'

describePages('a company’s own sign-in', (service) => {
  let idp: IdentityProvider

  beforeAll(async () => {
    idp = await startIdentityProvider()
    service.context.company = { provider: undefined, fetch: idp.fetch }
  })
  afterAll(() => idp.close())

  test('an owner sets it up on "People"; then staff sign in by it, and a stranger is told why not', async () => {
    const owner = await service.open('settings/people')
    await owner.getByRole('button', { name: 'Set up' }).click()
    const dialog = owner.getByRole('dialog', { name: 'Company sign-in' })
    await dialog.getByLabel('Issuer').fill(idp.issuer)
    await dialog.getByLabel('Client id').fill(CLIENT.clientId)
    await dialog.getByLabel('Client secret', { exact: true }).fill(CLIENT.clientSecret)
    await dialog.getByLabel('Domains', { exact: true }).fill('calder.example')
    await expectAccessible(owner)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await owner.getByText('People of calder.example may sign in here').waitFor()
    await expectAccessible(owner)

    const page = await service.open('/sign-in?next=/w/sample', { as: 'nobody', viewport: PHONE, fresh: true })
    // The pages of the provider are behind a certificate of the test.
    await page.route('**/app-api/account/company/begin*', async (route) => {
      const begun = await route.fetch({ maxRedirects: 0 })
      const back = await idp.visit(begun.headers()['location']!)
      await route.fulfill({ response: begun, headers: { ...begun.headers(), location: back.href } })
    })
    const enter = page.getByRole('link', { name: 'Sign in with your company’s account' })
    idp.claims = { sub: 'x', email: 'nobody@calder.example', email_verified: true }
    await enter.click()
    await page.getByText('Nobody here has invited').waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.goto('/sign-in?next=/w/sample')
    idp.claims = { sub: 'tom', email: 'tom@calder.example', email_verified: true }
    await enter.click()
    await page.waitForURL('**/w/sample')
    await expectHeading(page, 'Home')

    const portal = await service.open('/t/sample/sign-in', { as: 'nobody', fresh: true })
    expect(await portal.getByRole('link', { name: 'Sign in with your company’s account' }).getAttribute('href')).toBe(
      '/app-api/account/company/begin?at=sample&area=t',
    )
  })

  test('an owner erases a buyer, after typing the name', async () => {
    const { id, customer_id } = await service.context.db
      .selectFrom('buyer')
      .select(['id', 'customer_id'])
      .where('workspace_id', '=', service.workspaceId)
      .where('name', '=', 'Marek Dolan')
      .executeTakeFirstOrThrow()
    const page = await service.open(`customers/${customer_id}?tab=buyers`)
    await page.getByRole('button', { name: 'More actions for Marek Dolan' }).click()
    const data = page.getByRole('menuitem', { name: 'Download their data' })
    expect(await data.getAttribute('href')).toBe(`/app-api/console/sample/buyers/${id}/data`)
    await page.getByRole('menuitem', { name: 'Erase this person' }).click()
    const dialog = page.getByRole('dialog', { name: 'Erase Marek Dolan?' })
    await expectAccessible(page)
    await dialog.getByRole('textbox').fill('Marek Dolan')
    await dialog.getByRole('button', { name: 'Erase' }).click()
    await page.getByText('The data of Marek Dolan was erased.').waitFor()
    await page.getByRole('button', { name: 'More actions for Marek Dolan' }).waitFor({ state: 'detached' })
    await expectNoSidewaysScroll(page)
  })
})
