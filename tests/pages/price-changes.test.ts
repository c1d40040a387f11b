import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { callAs, linesOf, openDraftOfAll } from './given-price-change.ts'
import { PHONE, choose, describePages, expectAccessible, expectHeading, expectNoSidewaysScroll } from './use-console.ts'

/** The draft of the sample. */
const DRAFT = 'Cookware and drinkware review'

describePages('price changes', (console) => {
  async function openDraft(options: Parameters<typeof console.open>[1] = {}): Promise<Page> {
    const page = await console.open('price-changes', options)
    await expectHeading(page, 'Price changes')
    await page.getByRole('link', { name: DRAFT }).click()
    await expectHeading(page, DRAFT)
    return page
  }

  test('the list is filtered by status, and the filter is in the address', async () => {
    const page = await console.open('price-changes')
    await expectHeading(page, 'Price changes')
    await choose(page, 'Status', /^Scheduled/)
    await page.getByRole('row', { name: /Nordvane/ }).waitFor()
    expect(new URL(page.url()).searchParams.get('status')).toBe('scheduled')
    await expectAccessible(page)
  })

  test('on a phone a draft is read, and nothing scrolls sideways', async () => {
    const page = await openDraft({ viewport: PHONE })
    await page.getByRole('grid', { name: 'Lines' }).getByRole('row').nth(3).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Impact' }).click()
    await page.getByRole('table', { name: 'Customers hit hardest' }).waitFor()
    await expectNoSidewaysScroll(page)
  })

  test('a change is scheduled in the time zone of the workspace, and the change of the clocks is said', async () => {
    const page = await console.open('price-changes')
    await openDraftOfAll(page, 'For spring')
    await page.getByRole('button', { name: 'Schedule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Date' }).fill('2027-03-28')
    await dialog.getByRole('textbox', { name: 'Time' }).fill('01:30')
    await dialog.getByText(/go forward on that day, and this time does not exist/).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Use 02:30' }).click()
    await dialog.getByText('28 Mar 2027, 02:30 in Europe/London (UTC+01:00)').waitFor()
    await dialog.getByRole('textbox', { name: 'Date' }).fill('2027-10-31')
    await dialog.getByRole('textbox', { name: 'Time' }).fill('01:30')
    await dialog.getByRole('radio', { name: /The second 01:30, UTC\+00:00/ }).check()
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/takes effect 31 Oct 2027, 01:30 \(Europe\/London\)/).waitFor()
    await page.getByRole('button', { name: 'Cancel schedule' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel schedule' }).click()
    await page.getByText('Cancelled', { exact: true }).waitFor()
  })

  test('a dialog that closes late leaves the one that was opened since', async () => {
    const page = await console.open('price-changes')
    await openDraftOfAll(page, 'For summer')
    await page.getByRole('button', { name: 'Schedule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Date' }).fill('2027-06-01')
    const isReady = () => dialog.getByRole('button', { name: 'Schedule' }).isEnabled()
    await expect.poll(isReady).toBe(true)
    // All that the page reads anew afterwards, but for the price change itself, is slow.
    const given = Promise.withResolvers<void>()
    await page.route('**/price-changes/*/*', (route) =>
      route.request().method() === 'GET' ? given.promise.then(() => route.continue()) : route.continue(),
    )
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await page.getByRole('button', { name: 'Cancel schedule' }).click()
    await dialog.getByRole('button', { name: 'Keep it' }).waitFor()
    given.resolve()
    await page.getByText('Scheduled.').waitFor()
    await page.waitForTimeout(300)
    expect(await dialog.getByRole('button', { name: 'Keep it' }).isVisible()).toBe(true)
  })

  test('a filter that cannot be read is said at its field, and nothing is made of it', async () => {
    const page = await console.open('price-changes')
    await page.getByRole('button', { name: 'New price change' }).click()
    const dialog = page.getByRole('dialog')
    const least = dialog.getByRole('textbox', { name: 'List price from' })
    const brand = dialog.getByRole('combobox', { name: 'Brand' })
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await least.fill('1O.00')
    await dialog.getByRole('textbox', { name: 'Change', exact: true }).fill('4')
    await dialog.getByRole('button', { name: 'New price change' }).click()
    await dialog.getByText(/^"1O.00" is /).waitFor()
    await expectAccessible(page)
    expect(sent).toEqual([])
    // A brand that is not there is no brand that was left blank.
    await least.fill('10.00')
    await dialog.getByText(/new prices/).waitFor()
    sent.length = 0
    await brand.fill('No such brand')
    await page.getByText('Nothing matches', { exact: true }).filter({ visible: true }).waitFor()
    await brand.press('Enter')
    await page.waitForTimeout(300)
    expect(await brand.inputValue()).toBe('No such brand')
    expect(sent).toEqual([])
  })

  test('what has changed since the review is shown before it is published', async () => {
    const page = await console.open('price-changes')
    const id = await openDraftOfAll(page, 'Reviewed')
    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Publish \d+ prices/).waitFor()
    const [line] = await linesOf(page, id, 1)
    await callAs(page, 'POST', `/price-changes/${id}/cells`, { cells: [{ sku: line!.sku, to: line!.newPrice + 1 }] })
    await dialog.getByRole('button', { name: 'Publish' }).click()
    const changed = dialog.getByRole('region', { name: 'Changed since you looked' })
    await changed.getByText(`${line!.sku}: the new price went from`).waitFor()
    expect(await page.getByText('Published', { exact: true }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published', { exact: true }).waitFor()
    expect(await dialog.count()).toBe(0)
  })

  test('a large change asks for its name, and a discarded one is over', async () => {
    const page = await console.open('price-changes')
    await openDraftOfAll(page, 'Half as much again', 6_000)
    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/largest rise 6\d/).waitFor()
    const publish = dialog.getByRole('button', { name: 'Publish' })
    await dialog.getByRole('textbox').fill('Half as much')
    expect(await publish.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('Half as much again')
    expect(await publish.isDisabled()).toBe(false)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Discarded', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0)
  })
})
