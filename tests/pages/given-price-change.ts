import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectHeading } from './use-console.ts'

const API = '/app-api/console/sample'

/** Calls the service as the page does, with the session of the page. */
export async function callAs(page: Page, method: 'GET' | 'POST', path: string, body?: unknown): Promise<any> {
  const answer = await page.request.fetch(`${API}${path}`, {
    method,
    headers: { 'sec-fetch-site': 'same-origin' },
    ...(body !== undefined && { data: body as object }),
  })
  const text = await answer.text()
  expect({ status: answer.status(), text: answer.ok() ? '' : text }).toEqual({ status: 200, text: '' })
  return JSON.parse(text).data
}

/** Makes a draft with new prices for all products of the sample, and opens its page. */
export async function openDraftOfAll(page: Page, name: string, changeBp = 100): Promise<string> {
  const newPrices = { products: {}, repricing: { changeBp } }
  const { matching } = await callAs(page, 'POST', '/price-changes/forecast', newPrices)
  const body = { name, newPrices: { ...newPrices, expected: matching } }
  const { id } = await callAs(page, 'POST', '/price-changes', body)
  await page.goto(`/w/sample/price-changes/${id}`)
  await expectHeading(page, name)
  return id
}

/** The first lines of a price change, by SKU. */
export async function linesOf(page: Page, id: string, limit = 500): Promise<{ sku: string; newPrice: number }[]> {
  return (await callAs(page, 'GET', `/price-changes/${id}/lines?limit=${limit}`)).lines
}

/** A cell of the grid, by its line from 0 and its column's name. */
export function cellOf(page: Page, row: number, column: 'SKU' | 'New price' | 'Change') {
  const index = { SKU: 0, 'New price': 3, Change: 4 }[column]
  return page.getByRole('grid', { name: 'Lines' }).locator(`[data-place="${row}-${index}"]`)
}

/** Waits until the page says that everything is saved. */
export async function expectSaved(page: Page): Promise<void> {
  await page.getByRole('status', { name: 'Saving' }).getByText('All changes are saved').waitFor()
}
