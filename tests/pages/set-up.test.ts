import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeSetUpCode } from '../../server/src/people/set-up.ts'
import { workOnAll } from '../given/import.ts'
import { useOwnService } from '../given/service.ts'
import type { TestService } from '../given/service.ts'
import { executablePath, sharedBrowser } from './launch-browser.ts'
import { choose, DESKTOP, expectAccessible, expectHeading, expectNoSidewaysScroll, PHONE } from './use-console.ts'

describe.skipIf(!executablePath)('the first start', () => {
  const service = useOwnService()

  // Cookies go by the browser's clock.
  beforeAll(() => void (service.time.now = new Date()))

  test('the first person sets up with the code that was printed, and nobody else after them', async () => {
    const browser = await sharedBrowser()
    const page = await browser.newPage({ baseURL: service.url })
    page.setDefaultTimeout(20_000)
    await page.goto('/')
    await expectHeading(page, 'Set up')
    await expectAccessible(page)
    await page.getByLabel('Set-up code').fill('wrong')
    await page.getByLabel('Name', { exact: true }).fill('Ruth Calder')
    await page.getByLabel('E-mail').fill('ruth@calder.example')
    await page.getByLabel('Password', { exact: true }).fill('a password of the tests')
    await page.getByLabel('Workspace name').fill('Calder & Sons')
    // Typed over what is chosen; Enter takes it, and sends nothing.
    const currency = page.getByRole('combobox', { name: 'Currency' })
    await currency.click()
    await page.keyboard.type('eur')
    await page.keyboard.press('Enter')
    expect(await currency.inputValue()).toMatch(/^EUR/)
    expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).not.toBe('')
    await choose(page, 'Time zone', 'Europe/Dublin', 'Dublin')
    await page.getByLabel('Tax wording').fill('ex VAT')
    await page.getByRole('button', { name: 'Create workspace' }).click()
    await page.getByText('Must be the code that the service printed').waitFor()
    await page.getByLabel('Set-up code').fill((await makeSetUpCode(service.context))!)
    await page.getByRole('button', { name: 'Create workspace' }).click()
    await expectHeading(page, 'Home')
    expect(page.url()).toBe(`${service.url}/w/calder-sons`)
    expect(await page.title()).toBe('Home · Calder & Sons')

    await leadsThroughFirstSteps(service, page)

    // Who is signed in is known late: the service is busy at first.
    await page.route('**/account/me', (route) => route.fulfill({ status: 503 }), { times: 1 })
    await page.goto('/set-up')
    await expectHeading(page, 'Home')
    await page.goBack()
    await expectHeading(page, 'Customers')
    const other = await browser.newPage({ baseURL: service.url })
    await other.goto('/set-up')
    await expectHeading(other, 'Sign in')
    await Promise.all([page.close(), other.close()])
  })
})

/** Works on imports until the page shows what comes of it: what was pressed may not have arrived at first. */
async function worked(service: TestService, shown: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await workOnAll(service)
      return shown.isVisible()
    })
    .toBe(true)
}

/** Home of an empty workspace takes the price list, and its data ticks the steps off. */
async function leadsThroughFirstSteps(service: TestService, page: Page) {
  const steps = page.getByRole('region', { name: 'First steps' }).getByRole('listitem')
  const current = () => steps.and(page.locator('[aria-current]')).innerText()
  await steps.first().waitFor()
  expect(await steps.count()).toBe(5)
  expect(await current()).toMatch(/^Drop your price list here/)
  expect(await page.getByRole('main').innerText()).not.toMatch(/\b0\b|No order/)
  await page.getByLabel('File').waitFor()
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(DESKTOP)

  const buffer = Buffer.from('SKU,Name,List price,Unit\nQ-1,Bowl,2.50,each\nQ-2,Jug,,each\n')
  await page.getByLabel('File').setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer })
  await expectHeading(page, 'prices.csv')
  await page.getByRole('button', { name: /^Check/ }).click()
  await worked(service, page.getByRole('button', { name: /^Import/, disabled: false }))
  await page.getByRole('button', { name: /^Import/ }).click()
  await worked(service, page.getByText('Imported', { exact: true }).first())
  await page.getByRole('link', { name: 'Home' }).click()
  await steps.first().getByText('Drop your price list here: done').waitFor()
  expect(await current()).toMatch(/^(Give every product a price|Add your customers)/)
  await steps.getByRole('link', { name: 'Add your customers' }).click()
  await page.getByRole('dialog', { name: 'Add customer' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
