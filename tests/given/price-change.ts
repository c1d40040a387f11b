import { expect } from 'vitest'
import type { TestWorkspace } from './service.ts'
import { done, item, send } from './given.ts'

/** Puts products there at their old prices, then starts a draft with the new ones, by SKU. */
export async function givenDraft(
  workspace: TestWorkspace,
  prices: Record<string, readonly [before: number, after: number]>,
): Promise<string> {
  const at = (i: 0 | 1) => Object.entries(prices).map(([sku, pair]) => item({ sku, name: sku, listPrice: pair[i] }))
  await send(workspace, at(0))
  const { priceChangeId } = await send(workspace, at(1))
  return priceChangeId
}

/** What the preview shows. */
export async function preview(workspace: TestWorkspace, id: string, query = '') {
  return done(workspace.get(`/price-changes/${id}${query}`))
}

/** What a verb is refused with. */
export async function refusalOf(verb: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await verb
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return { code, message }
  }
  throw new Error('It was not refused.')
}

/** What such a refusal has to equal. */
export function refused(code: 'invalid_request' | 'not_found', message: RegExp) {
  return { code, message: expect.stringMatching(message) }
}
