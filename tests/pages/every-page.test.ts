import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { EVERY_PAGE, openOne } from './each-page.ts'
import { LOOK } from './look-at-page.ts'
import { describePages } from './use-console.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
]

/** What opens a menu, a list of options or a dialog, and changes nothing by that. Of a list, its first row stands for all. */
const OPENERS = `:is([role=combobox], [aria-haspopup], button):not(:disabled, [data-disabled], :is(tbody tr, main li):not(:first-child) *)`
const OPENS_DIALOG =
  /^(Add (product|customer|group|discount|agreed price|line|note|address|to list)|New (price change|list|view)|Invite( buyer| colleague)?|Create key|Cancel order|Copy …|Save as list|Rename|Paste prices|Change lines|Remove|Revoke|Shortcuts|Print|Export|Filters)\b/

const OPENED = ':is([role=dialog], dialog[open], [role=menu], [role=listbox]):visible'

describePages('every page', (service) => {
  test.each(EVERY_PAGE)('%s sees %s %s whole at three sizes, and all that opens there', async (...which) => {
    const { page, isIdle } = await openOne(service, which, SIZES[0]!)
    const address = page.url()
    const found: string[] = []
    for (const size of SIZES) {
      const look = async (what: string) => {
        const said = await page.evaluate<string[]>(`(${LOOK})()`)
        found.push(...said.map((one) => `${size.width} ${what}: ${one}`))
      }
      await page.setViewportSize(size)
      await isIdle()
      await look('page')
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click()
        await isIdle()
        await look(`tab ${await tab.innerText()}`)
      }
      if (page.url() !== address) await page.goto(address)
      await isIdle()
      for (const opener of await page.locator(OPENERS).all()) {
        const name = await nameOf(opener)
        if (name === null) continue
        await opener.click({ timeout: 5_000 }).catch(() => found.push(`${size.width} "${name}" cannot be clicked`))
        await isIdle()
        // Its code may have come later than the click.
        await page
          .locator(OPENED)
          .first()
          .waitFor({ timeout: 1_000 })
          .catch(() => undefined)
        await look(`"${name}"`)
        await page.keyboard.press('Escape')
        const isClosed = await page
          .locator(OPENED)
          .first()
          .waitFor({ state: 'detached', timeout: 1_000 })
          .then(
            () => true,
            () => false,
          )
        if (!isClosed || page.url() !== address) await page.goto(address)
      }
    }
    expect(found).toEqual([])
  })
})

/** Null where it opens nothing, is not seen, or went with something that was opened before. */
async function nameOf(opener: ReturnType<Page['locator']>): Promise<string | null> {
  if ((await opener.count()) === 0) return null
  return opener.evaluate((element: any, pattern) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return null
    const name = (element.getAttribute('aria-label') ?? element.labels?.[0]?.innerText ?? element.innerText).trim()
    const opens = element.matches('[role=combobox], [aria-haspopup]') || new RegExp(pattern).test(name)
    return opens ? name : null
  }, OPENS_DIALOG.source)
}
