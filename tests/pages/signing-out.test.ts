import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { setPassword } from '../../server/src/people/members.ts'
import { SAMPLE_BUYER_EMAIL } from '../../server/src/ops/sample/create-sample.ts'
import { SIGN_IN } from './sample-service.ts'
import { complaints, describePages, expectAccessible, expectHeading, signIn } from './use-console.ts'

const BUYER = { ...SIGN_IN, email: SAMPLE_BUYER_EMAIL }
/** Says nothing about a person: the theme, how lists look, and how far pages were scrolled. */
const NOBODYS = /^(mantine-color-scheme-value|density|catalogue-view|tsr-scroll-restoration.*)$/

/** What the browser has, but for what is nobody's and the files of the pages. */
async function stored(page: Page): Promise<string[]> {
  const found: string[] = await page.evaluate(async () => {
    const { localStorage, sessionStorage, indexedDB, caches } = globalThis as any
    const databases: { name: string }[] = await indexedDB.databases()
    const requests = (await caches.keys()).map(async (name: string) => (await caches.open(name)).keys())
    const cached: { url: string }[] = (await Promise.all(requests)).flat()
    return [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
      ...databases.map(({ name }) => `database ${name}`),
      ...cached.map(({ url }) => new URL(url).pathname).filter((path) => !/^\/(assets\/|t\/-$)/.test(path)),
    ]
  })
  return found.filter((name) => !NOBODYS.test(name))
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

describePages('signing out', (service) => {
  beforeAll(() => setPassword(service.context, BUYER))

  /** A buyer's portal that is kept for times without a connection, with something typed. */
  async function openedPortal(): Promise<Page> {
    const page = await service.open('/t/sample/sign-in?next=/t/sample', { as: 'nobody', fresh: true })
    await signIn(page, BUYER)
    await expectHeading(page, 'Catalogue')
    await page.getByRole('link', { name: 'Quick order' }).click()
    await page.getByRole('textbox', { name: 'Paste lines' }).fill('16-07 3')
    await page.evaluate('navigator.serviceWorker.ready')
    await expect.poll(() => stored(page)).toContain('database trade-portal')
    expect((await stored(page)).join()).toContain('quick-order')
    return page
  }

  const sessions = async () =>
    (await service.context.db.selectFrom('session').select('user_agent').where('user_agent', 'is not', null).execute())
      .length

  test('of the console leaves nothing of an order that was begun', async () => {
    const page = await service.open('/sign-in?next=/w/sample/orders', { as: 'nobody', fresh: true })
    await signIn(page)
    await page.getByRole('button', { name: 'Place an order' }).click()
    await page.getByRole('main').getByLabel('PO number').fill('PO-SECRET')
    await expect.poll(() => page.evaluate<string>('JSON.stringify(localStorage)')).toContain('PO-SECRET')
    await page.keyboard.press('Escape')
    await signOut(page)
    await expectHeading(page, 'Sign in')
    expect(await stored(page)).toEqual([])
  })

  test('leaves nothing, and other tabs show nothing any more', async () => {
    const page = await openedPortal()
    const other = await page.context().newPage()
    await other.goto(`${service.url}/t/sample/orders`)
    await expectHeading(other, 'Your orders')
    await signOut(page)
    await expectHeading(page, 'Sign in')
    await expectHeading(other, 'Sign in')
    for (const tab of [page, other]) expect(await stored(tab)).toEqual([])
    await page.goBack()
    await expectHeading(page, 'Sign in')
    expect(complaints(page)).toEqual([])
  })

  test('without a connection leaves nothing here, and ends the session once there is one', async () => {
    const page = await openedPortal()
    const before = await sessions()
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expectHeading(page, 'You are signed out')
    await page.getByText('Sign out everywhere').waitFor()
    await expectAccessible(page)
    expect(await stored(page)).toEqual(['signing-out'])
    await page.goBack()
    expect(await page.locator('body').innerText()).not.toContain('Calder')
    await page.goto(`${service.url}/t/sample/basket`)
    await page.getByText('The service cannot be reached.').waitFor()
    expect(await page.locator('body').innerText()).not.toContain('Calder')
    expect(await sessions()).toBe(before)
    await page.goto('about:blank')
    await page.context().setOffline(false)
    await page.goto(`${service.url}/t/sample`)
    await expectHeading(page, 'Sign in')
    expect(await sessions()).toBe(before - 1)
    expect(await stored(page)).toEqual([])
    await signIn(page, BUYER)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
  })

  test('is known before the next page shows anything, also what the browser fetched ahead', async () => {
    const page = await service.open('/t/sample/sign-in?next=/t/sample', { as: 'nobody', fresh: true })
    await signIn(page, BUYER)
    await page.getByRole('link', { name: 'Quick order' }).click()
    await expectHeading(page, 'Quick order')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expectHeading(page, 'You are signed out')
    const headings = new Set<string>()
    await page.exposeFunction('noteHeading', (heading: string) => headings.add(heading))
    await page.addInitScript(`
      setInterval(() => globalThis.noteHeading(document.querySelector('h1')?.textContent ?? ''), 5)`)
    await page.route(/sign-out$/, async (route) => {
      await new Promise((over) => setTimeout(over, 500))
      await route.continue()
    })
    await page.context().setOffline(false)
    await page.goto(`${service.url}/t/sample`)
    await expectHeading(page, 'Sign in')
    expect([...headings].filter(Boolean)).toEqual(['Sign in'])
    expect(await stored(page)).toEqual([])
  })

  test('is what signing in as somebody else does to all that there is of the former', async () => {
    const page = await openedPortal()
    const kept = new Set(await stored(page))
    const other = await page.context().newPage()
    await other.goto(`${service.url}/sign-in`)
    await signIn(other)
    await expectHeading(other, 'Home')
    // The first tab is loaded anew, for who is signed in now.
    await expectHeading(page, 'Not found')
    kept.delete('kept-for')
    for (const tab of [page, other]) expect((await stored(tab)).filter((name) => kept.has(name))).toEqual([])
  })
})
