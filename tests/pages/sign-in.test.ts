import { expect, test } from 'vitest'
import { createWorkspace } from '../../server/src/workspaces/workspaces.ts'
import { SIGN_IN } from './sample-service.ts'
import { complaints, describePages, expectAccessible, expectHeading, signIn } from './use-console.ts'

describePages('signing in', (console) => {
  test('leads to the page that was wanted, and out again by the menu', async () => {
    const page = await console.open('orders?status=new', { as: 'nobody' })
    await signIn(page)
    await expectHeading(page, 'Orders')
    expect(page.url()).toBe(`${console.url}/w/sample/orders?status=new`)
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expectHeading(page, 'Sign in')
    await page.goto('/w/sample/orders')
    await expectHeading(page, 'Sign in')
    expect(complaints(page)).toEqual([])
  })

  test('the page bears the look of the only wholesaler, and of nobody where there are several', async () => {
    const page = await console.open('/sign-in', { as: 'nobody' })
    await page.getByText('Harbour & Vale Wholesale (sample)', { exact: true }).waitFor()
    expect(await page.title()).toContain('Harbour & Vale')
    await expectAccessible(page)
    const other = {
      name: 'Another',
      currency: 'GBP',
      timezone: 'Europe/London',
      taxLabel: 'ex VAT',
      plan: 'active',
    } as const
    await createWorkspace(console.operator, other)
    await page.reload()
    await page.getByText('Trade Catalogue', { exact: true }).waitFor()
  })

  test('a wrong password is told, what was typed stays, and another service is never led to', async () => {
    const page = await console.open('/sign-in?next=//elsewhere.example/', { as: 'nobody' })
    await signIn(page, { ...SIGN_IN, password: 'not this one' })
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('E-mail').inputValue()).toBe(SIGN_IN.email)
    await expectAccessible(page)
    await page.getByLabel('Password', { exact: true }).fill(SIGN_IN.password)
    await page.keyboard.press('Enter')
    await expectHeading(page, 'Home')
    expect(page.url()).toBe(`${console.url}/w/sample`)
  })

  test('a session that ends leads to the sign-in page, and back to where one was', async () => {
    const page = await console.open('/sign-in', { as: 'nobody' })
    await signIn(page)
    await expectHeading(page, 'Home')
    await console.context.db.deleteFrom('session').where('user_agent', 'is not', null).execute()
    await page.goto('/w/sample/settings/workspace')
    await expectHeading(page, 'Sign in')
    await signIn(page)
    await expectHeading(page, 'Workspace')
  })

  test('a link by mail signs in, once', async () => {
    const page = await console.open('/sign-in', { as: 'nobody' })
    await page.getByRole('button', { name: 'E-mail me a link' }).click()
    await page.getByText('Write your e-mail address first.').waitFor()
    await page.getByLabel('E-mail').fill(SIGN_IN.email)
    await page.getByRole('button', { name: 'E-mail me a link' }).click()
    await page.getByText('a link to sign in is on its way').waitFor()
    const link = await lastLink(/\/sign-in\?token=\S+/)
    await page.goto(link)
    await expectHeading(page, 'Home')
    const again = await console.open(link, { as: 'nobody' })
    await again.getByRole('alert').waitFor()
  })

  test('a forgotten password is replaced by a link', async () => {
    const page = await console.open('/sign-in', { as: 'nobody' })
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expectHeading(page, 'Reset your password')
    await page.getByLabel('E-mail').fill(SIGN_IN.email)
    await page.getByRole('button', { name: 'E-mail me a link' }).click()
    await page.getByText('a link to set a new password is on its way').waitFor()
    await page.goto(await lastLink(/\/reset-password\?token=\S+/))
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Must have at least 8 characters.').waitFor()
    await expectAccessible(page)
    await page.getByLabel('New password').fill(SIGN_IN.password)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await expectHeading(page, 'Home')
  })

  /** The link in the mail that was written last. */
  async function lastLink(pattern: RegExp): Promise<string> {
    const { text } = await console.context.db
      .selectFrom('mail')
      .select('text')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return pattern.exec(text)![0]
  }
})
