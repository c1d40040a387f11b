import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { executablePath, sharedBrowser } from './launch-browser.ts'

describe.skipIf(!executablePath)('the docs page in a browser', () => {
  const service = useService()

  /** Opens the page; what the browser complains of, and what it asks others for, is noted. */
  async function open(): Promise<{ page: Page; noted: string[] }> {
    const page = await (await sharedBrowser()).newPage()
    const noted: string[] = []
    page.on('console', (message) => {
      if (message.type() !== 'log') noted.push(message.text())
    })
    page.on('pageerror', (error) => noted.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(service.url) && !request.url().startsWith('data:')) noted.push(request.url())
    })
    await page.goto(`${service.url}/docs`)
    return { page, noted }
  }

  test('it shows the API and makes a call with a key, within its policy', async () => {
    const { key } = await service.workspace()
    const { page, noted } = await open()
    await page.getByRole('button', { name: 'Authorize' }).first().click()
    await page.locator('.modal-ux input').fill(key)
    await page.locator('.modal-ux').getByRole('button', { name: 'Apply credentials' }).click()
    await page.locator('.modal-ux .btn-done').click()

    const operation = page.locator('#operations-Workspace-readWorkspace')
    await operation.locator('.opblock-summary-control').click()
    await operation.getByRole('button', { name: 'Try it out' }).click()
    await operation.getByRole('button', { name: 'Execute' }).click()
    await operation.locator('.live-responses-table').getByText('"name": "Harbour Wholesale"').waitFor()
    expect(noted).toEqual([])
    await page.close()
  })

  test('a script that gets into its text does not run', async () => {
    const { page, noted } = await open()
    await page.evaluate(() => {
      const { document } = globalThis as any
      document.body.setAttribute('onclick', 'globalThis.stolen = true')
      document.body.append(Object.assign(document.createElement('script'), { text: 'globalThis.stolen = true' }))
      document.body.click()
    })
    expect(await page.evaluate(() => (globalThis as { stolen?: true }).stolen)).toBeUndefined()
    expect(noted.join()).toMatch(/Content Security Policy/)
    await page.close()
  })
})
