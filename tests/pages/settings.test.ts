import { expect, test } from 'vitest'
import { lackOf } from '../../server/src/shared/rights.ts'
import { createKey } from '../../server/src/workspaces/keys.ts'
import { complaints, describePages, expectAccessible, expectHeading } from './use-console.ts'

describePages('the settings', (console) => {
  test('the second of two who change them is told, and loses nothing that was typed', async () => {
    const [first, second] = [await console.open('settings/workspace'), await console.open('settings/workspace')]
    await second.getByLabel('Tax wording').fill('before tax')
    await first.getByLabel('Tax wording').fill('net')
    await first.getByRole('button', { name: 'Save' }).click()
    await first.getByText('The settings were saved.').waitFor()
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
    await shown.waitFor()
    await page.keyboard.press('Escape')
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

  test('an owner sees the failed calls of a key, those alike in one row', async () => {
    const { key } = await createKey(console.operator, { name: 'Night sync', scope: 'read' })
    const call = (path: string) =>
      fetch(`${console.url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })
    await call('/products/nobody')
    await call('/products?limit=0')
    await call('/products?limit=0')
    const page = await console.open('settings/keys')
    await page.getByRole('button', { name: 'Show failed calls of Night sync' }).click()
    const dialog = page.getByRole('dialog', { name: 'Failed calls of “Night sync”' })
    const rows = dialog.getByRole('row')
    await rows.nth(2).waitFor()
    expect(await rows.nth(1).textContent()).toContain('GET /api/v1/products (2 times)400 · validation_error')
    expect(await rows.nth(2).textContent()).toContain('GET /api/v1/products/nobody404 · not_found')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: /^Show failed calls of (?!Night sync)/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('No call has failed').waitFor()
    await expectAccessible(page)
    expect(complaints(page)).toEqual([])
  })

  test('somebody with another role sees what is not for them, why, and who can help', async () => {
    for (const [path, act, why] of [
      ['people', 'Invite', 'Only an owner can do this.'],
      ['keys', 'Create key', 'Only an owner can do this.'],
      ['workspace', 'Save', lackOf('pricing', 'settings')],
    ] as const) {
      const page = await console.open(`settings/${path}`, { as: 'pricing' })
      const button = page.getByRole('button', { name: act })
      await button.waitFor()
      expect(await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allInnerTexts()).toEqual([
        'Workspace',
        'Ordering',
        'Trade portal',
        'Mail',
      ])
      expect(await button.isDisabled()).toBe(true)
      await button.focus()
      await page.getByRole('tooltip', { name: why }).waitFor()
      await expectAccessible(page)
      await page.close()
    }
  })

  test('an owner changes the wording, and is asked before leaving what is not saved', async () => {
    const page = await console.open('settings/workspace')
    const wording = page.getByLabel('Tax wording')
    await wording.fill('plus VAT')
    await page.getByRole('link', { name: 'Orders' }).click()
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
    await asked.getByRole('button', { name: 'Stay' }).click()
    expect(await wording.inputValue()).toBe('plus VAT')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings were saved.').waitFor()
    await page.getByRole('link', { name: 'Orders' }).click()
    await expectHeading(page, 'Orders')
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
})
