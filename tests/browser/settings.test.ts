import { describe, expect, test } from 'vitest'
import {
  PHONE,
  complaints,
  executablePath,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
  useConsole,
} from './use-console.ts'

describe.skipIf(!executablePath)('the settings', () => {
  const console = useConsole()

  test('an owner changes the wording, and is asked before leaving what is not saved', async () => {
    const page = await console.open('settings/workspace')
    const wording = page.getByLabel('Tax wording')
    await wording.fill('plus VAT')
    await page.getByRole('link', { name: 'Orders' }).click()
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
    await asked.getByRole('button', { name: 'Stay' }).click()
    expect(await wording.inputValue()).toBe('plus VAT')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings are saved.').waitFor()
    await page.getByRole('link', { name: 'Orders' }).click()
    await expectHeading(page, 'Orders')
  })

  test('the second of two who change them is told, and loses nothing that was typed', async () => {
    const [first, second] = [await console.open('settings/workspace'), await console.open('settings/workspace')]
    await second.getByLabel('Tax wording').fill('before tax')
    await first.getByLabel('Tax wording').fill('net')
    await first.getByRole('button', { name: 'Save' }).click()
    await first.getByText('The settings are saved.').waitFor()
    await second.getByRole('button', { name: 'Save' }).click()
    await second.getByRole('alert').waitFor()
    expect(await second.getByLabel('Tax wording').inputValue()).toBe('before tax')
    await second.getByRole('button', { name: 'Show what is there now' }).click()
    await expect.poll(() => second.getByLabel('Tax wording').inputValue()).toBe('net')
  })

  test('an owner creates a key, whose curl line works, and revokes it', async () => {
    const page = await console.open('settings/keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Is required').or(dialog.getByText('Must')).first().waitFor()
    await dialog.getByLabel('Name').fill('Warehouse')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const shown = page.getByRole('dialog', { name: 'Your new key' })
    const line = await shown.getByText(/^curl/).textContent()
    const [, key, url] = /Bearer (\S+)' '([^']+)'/.exec(line!)!
    expect((await fetch(url!, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200)
    await expectAccessible(page)
    await shown.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('row', { name: 'Warehouse' })
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await row.getByText('Revoked').waitFor()
    expect((await fetch(url!, { headers: { authorization: `Bearer ${key}` } })).status).toBe(401)
    expect(complaints(page)).toEqual([])
  })

  test('somebody who is invited joins by the link, and is removed again', async () => {
    const page = await console.open('settings/people')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('dialog').getByLabel('E-mail').fill('nina@harbour.example')
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
    const link = await page.getByLabel('Invitation link').inputValue()
    await expectAccessible(page)
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('row', { name: 'nina@harbour.example' }).waitFor()

    const joining = await console.open(new URL(link).pathname, { as: 'nobody' })
    await joining.getByRole('heading', { level: 1, name: /^Join/ }).waitFor()
    await expectAccessible(joining)
    await joining.getByLabel('Name').fill('Nina Novak')
    await joining.getByLabel('Password', { exact: true }).fill('a password of Nina')
    await joining.getByRole('button', { name: 'Join' }).click()
    await expectHeading(joining, 'Home')

    await page.reload()
    await page.getByRole('row', { name: 'Nina Novak' }).getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Nina Novak is no longer a member.').waitFor()
    await joining.goto('/w/sample')
    await expectHeading(joining, 'Sign in')
  })

  test('staff see what is for owners, and why they cannot', async () => {
    for (const [path, act] of [
      ['people', 'Invite'],
      ['keys', 'Create key'],
      ['workspace', 'Save'],
    ] as const) {
      const page = await console.open(`settings/${path}`, { as: 'staff' })
      const button = page.getByRole('button', { name: act })
      await button.waitFor()
      expect(await button.isDisabled()).toBe(true)
      await button.focus()
      await page.getByRole('tooltip', { name: 'Only an owner can do this.' }).waitFor()
      await expectAccessible(page)
      await page.close()
    }
  })

  test.each(['workspace', 'people', 'keys', 'portal'])(
    'axe finds nothing on %s, and nothing is too wide for a phone',
    async (path) => {
      const page = await console.open(`settings/${path}`, { viewport: PHONE })
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    },
  )
})
