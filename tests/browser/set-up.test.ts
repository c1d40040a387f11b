import { beforeAll, describe, expect, test } from 'vitest'
import { makeSetUpCode } from '../../server/src/people/set-up.ts'
import { useOwnService } from '../service.ts'
import { executablePath, sharedBrowser } from './launch-browser.ts'
import { choose, expectAccessible, expectHeading } from './use-console.ts'

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
    await choose(page, 'Currency', /^EUR/, 'eur')
    await choose(page, 'Time zone', 'Europe/Dublin', 'Dublin')
    await page.getByLabel('Tax wording').fill('ex VAT')
    await page.getByRole('button', { name: 'Create workspace' }).click()
    await page.getByText('Must be the code that the service printed').waitFor()
    await page.getByLabel('Set-up code').fill((await makeSetUpCode(service.context))!)
    await page.getByRole('button', { name: 'Create workspace' }).click()
    await expectHeading(page, 'Home')
    expect(page.url()).toBe(`${service.url}/w/calder-sons`)
    expect(await page.title()).toBe('Home · Calder & Sons')

    await page.goto('/set-up')
    await expectHeading(page, 'Home')
    const other = await browser.newPage({ baseURL: service.url })
    await other.goto('/set-up')
    await expectHeading(other, 'Sign in')
    await Promise.all([page.close(), other.close()])
  })
})
