import { OPERATOR } from '../../server/src/ops/operations/operate.ts'
import { setProvider } from '../../server/src/people/company/identity-provider.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLIENT, startIdentityProvider } from '../given/identity-provider.ts'
import type { IdentityProvider } from '../given/identity-provider.ts'
import type { Page } from 'playwright-core'
import { PHONE, describePages, expectAccessible, expectHeading, expectNoSidewaysScroll } from './use-console.ts'

describePages('a company’s own sign-in', (service) => {
  let idp: IdentityProvider

  beforeAll(async () => {
    idp = await startIdentityProvider()
    service.context.company = { provider: undefined, fetch: idp.fetch }
  })
  afterAll(() => idp.close())

  /** The pages of the provider are behind a certificate of the test. */
  async function visitProvider(page: Page) {
    await page.context().route('**/app-api/account/company/begin*', async (route) => {
      const begun = await route.fetch({ maxRedirects: 0 })
      const back = await idp.visit(begun.headers()['location']!)
      await route.fulfill({ response: begun, headers: { ...begun.headers(), location: back.href } })
    })
  }

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
    await visitProvider(page)
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

  test('whoever came so proves anew, and signs in again, in another tab: the page stays as it is', async () => {
    const staff = { ...service.context, workspaceId: service.workspaceId, actor: OPERATOR }
    const provider = { ...CLIENT, issuer: idp.issuer, domains: ['calder.example'], isRequired: false }
    await setProvider(staff, provider, { provedAt: null, passkeyAt: null })
    const page = await service.open('/sign-in?next=/w/sample', { as: 'nobody', fresh: true })
    await visitProvider(page)
    idp.claims = { sub: 'ruth', email: 'ruth@calder.example', email_verified: true }
    const enter = page.getByRole('link', { name: 'Sign in with your company’s account' })
    const inNewTab = async () => {
      const [tab] = await Promise.all([page.waitForEvent('popup'), enter.click()])
      await expectHeading(tab, 'Home')
      await tab.close()
    }
    await enter.click()
    await expectHeading(page, 'Home')
    await page.goto('/w/sample/settings/people')
    const { db } = service.context
    await db.updateTable('session').set({ proved_at: null }).where('issued_by', 'is not', null).execute()
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite' })
    await dialog.getByLabel('E-mail').fill('new@calder.example')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    const proof = page.getByRole('dialog', { name: 'Is it you?' })
    await proof.getByText('Sign in again in a new tab').waitFor()
    await expectAccessible(page)
    await inNewTab()
    await proof.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('new@calder.example').first().waitFor()
    await page.goto('/w/sample/settings')
    await page.getByLabel('Name', { exact: true }).fill('Calder & Daughters')
    await db.deleteFrom('session').where('issued_by', 'is not', null).execute()
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Your session has ended').waitFor()
    await expectAccessible(page)
    await inNewTab()
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await page.getByText('Your session has ended').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Calder & Daughters')
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
