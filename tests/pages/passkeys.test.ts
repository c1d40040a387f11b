import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { setPassword } from '../../server/src/people/members.ts'
import { SAMPLE_OWNER_ID } from '../../server/src/ops/sample/create-sample.ts'
import { SIGN_IN } from './sample-service.ts'
import { PHONE, describePages, expectAccessible, expectHeading, expectNoSidewaysScroll, signIn } from './use-console.ts'

const OWNER_SIGN_IN = { email: 'ruth@calder.example', password: 'a password of the owner' }

describePages('passkeys', (console) => {
  beforeAll(async () => void (await setPassword(console.context, OWNER_SIGN_IN)))

  /** A page of the service by its name, with an authenticator that always says yes. */
  async function openByName(path: string, options: { viewport?: typeof PHONE } = {}): Promise<Page> {
    const page = await console.open('/docs/static/index.css', { as: 'nobody', fresh: true, ...options })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto(byName(path))
    return page
  }

  function byName(path: string): string {
    const url = new URL(path, console.url)
    url.hostname = 'localhost'
    return url.href
  }

  async function elevenMinutesPass(): Promise<void> {
    const before = new Date(Date.now() - 11 * 60_000)
    await console.context.db
      .updateTable('session')
      .set({ proved_at: before })
      .where('person_id', '=', SAMPLE_OWNER_ID)
      .execute()
  }

  test('one is added, named, signed in with, required of the staff, given as a proof, and removed', async () => {
    const page = await openByName('/sign-in')
    await signIn(page, OWNER_SIGN_IN)
    await expectHeading(page, 'Home')
    await page.goto(byName('/w/sample/settings/people'))
    expect(await page.getByRole('switch', { name: 'Staff need a passkey' }).isDisabled()).toBe(true)

    await page.goto(byName('/account'))
    await page.getByRole('button', { name: 'Add passkey' }).click()
    const passkey = page.getByRole('listitem').filter({ hasText: 'not used yet' })
    await passkey.getByText('Chrome on').waitFor()
    await passkey.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Red key')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await passkey.getByText('Red key').waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expectHeading(page, 'Sign in')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectHeading(page, 'Home')

    await page.goto(byName('/w/sample/settings/people'))
    const needed = page.getByRole('switch', { name: 'Staff need a passkey' })
    await needed.click()
    await page.getByText('Staff now need a passkey.').waitFor()
    await expect.poll(() => needed.isChecked()).toBe(true)
    await expectAccessible(page)

    const staff = await openByName('/sign-in', { viewport: PHONE })
    await signIn(staff, SIGN_IN)
    await expectHeading(staff, 'A passkey is needed')
    await expectNoSidewaysScroll(staff)
    await expectAccessible(staff)
    await staff.getByRole('main').getByRole('link', { name: 'Your account' }).click()
    await staff.getByText('You need one to work in').waitFor()
    await staff.getByRole('button', { name: 'Add passkey' }).click()
    await staff.getByRole('listitem').filter({ hasText: 'not used yet' }).waitFor()
    await expectNoSidewaysScroll(staff)
    await staff.goto(byName('/w/sample'))
    await expectHeading(staff, 'Home')

    await page.goto(byName('/w/sample/settings/keys'))
    for (const [name, prove] of [
      ['Night sync', byPasskey],
      ['Day sync', byPassword],
    ] as const) {
      await elevenMinutesPass()
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByLabel('Name').fill(name)
      await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
      await prove(page)
      await page.getByRole('dialog', { name: 'Your new key' }).getByRole('button', { name: 'Done' }).click()
      await page.getByRole('row', { name }).waitFor()
    }

    await page.goto(byName('/account'))
    await page.getByRole('listitem').filter({ hasText: 'Red key' }).getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Red key was removed.').waitFor()
    await page.goto(byName('/w/sample'))
    await expectHeading(page, 'A passkey is needed')
  })

  test('a proof that is called off leaves what was typed, and says what is missing', async () => {
    const page = await openByName('/sign-in')
    await signIn(page, OWNER_SIGN_IN)
    await expectHeading(page, 'A passkey is needed')
    await page.goto(byName('/account'))
    await elevenMinutesPass()
    await page.getByRole('button', { name: 'Add passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Is it you?' })
    await dialog.getByLabel('Password', { exact: true }).fill('not this one')
    await dialog.getByRole('button', { name: 'Go on' }).click()
    await dialog.getByText('Must be your password.').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('alert').getByText('Show that it is you').waitFor()
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await byPassword(page)
    await page.getByRole('listitem').filter({ hasText: 'not used yet' }).waitFor()
    // Somebody who has one, and has come in by the password, gives it where it is needed.
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await signIn(page, OWNER_SIGN_IN)
    await expectHeading(page, 'A passkey is needed')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expectHeading(page, 'Home')
  })

  test('at an IP address the pages say so, and name the address where they work', async () => {
    for (const path of ['/sign-in', '/t/sample/sign-in', '/account']) {
      const page = await console.open(path, { as: path === '/account' ? 'stranger' : 'nobody', viewport: PHONE })
      const link = page.getByRole('link', { name: new URL(byName('/')).origin })
      await link.waitFor()
      expect(await link.getAttribute('href')).toBe(byName(path))
      if (path === '/account') expect(await page.getByRole('button', { name: 'Add passkey' }).isDisabled()).toBe(true)
      else expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  })

  test('a buyer signs in to the portal with a passkey', async () => {
    const page = await openByName('/account')
    await page.context().addCookies([{ name: 'session', value: console.tokens.buyer!, url: byName('/') }])
    await page.goto(byName('/account'))
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByRole('listitem').filter({ hasText: 'not used yet' }).waitFor()
    await page.context().clearCookies()
    await page.goto(byName('/t/sample/sign-in'))
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectHeading(page, 'Usual')
  })
})

async function byPasskey(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'Is it you?' }).getByRole('button', { name: 'Use a passkey' }).click()
}

async function byPassword(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByLabel('Password', { exact: true }).fill(OWNER_SIGN_IN.password)
  await dialog.getByRole('button', { name: 'Go on' }).click()
}
