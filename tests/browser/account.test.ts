import { describe, expect, test } from 'vitest'
import { SIGN_IN } from './sample-service.ts'
import {
  PHONE,
  executablePath,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
  useConsole,
} from './use-console.ts'

describe.skipIf(!executablePath)('one’s own account', () => {
  const console = useConsole()

  test('name, e-mail and password are changed, and what is wrong is said at its field', async () => {
    const page = await console.open('/account', { as: 'staff' })
    await expectHeading(page, 'Your account')
    await page.getByLabel('Name').fill('Thomas Ashby')
    await page.getByRole('button', { name: 'Change name' }).click()
    await page.getByText('Your name is changed.').waitFor()
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Password' }) })
    await section.getByLabel('Current password').fill('not this one')
    await section.getByLabel('New password').fill('another password of the tests')
    await section.getByRole('button', { name: 'Change password' }).click()
    await section.getByText('Must be your present password.').waitFor()
    expect(await section.getByLabel('New password').inputValue()).toBe('another password of the tests')
    await section.getByLabel('Current password').fill(SIGN_IN.password)
    await section.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password is changed.').waitFor()
  })

  test('a chosen theme stays, whatever the system says', async () => {
    const page = await console.open('/account', { scheme: 'light' })
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.goto('/w/sample')
    await expectHeading(page, 'Home')
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  })

  test('signing out everywhere ends the sessions in other browsers, too', async () => {
    const page = await console.open('/account')
    const other = await console.open('')
    await expectHeading(other, 'Home')
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await expectHeading(page, 'Sign in')
    await other.goto('/w/sample/orders')
    await expectHeading(other, 'Sign in')
  })

  test('axe finds nothing, and nothing is too wide for a phone', async () => {
    const page = await console.open('/account', { as: 'stranger', viewport: PHONE })
    await expectHeading(page, 'Your account')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
