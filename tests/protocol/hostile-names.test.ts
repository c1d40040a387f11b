import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { done, expectDone, item } from '../given/given.ts'

const service = useService()

/** Characters that become many: when folded for search, in NFC, and in lower case. */
const FOLDED = '\ufdfa\ufdfb㌖㌇㌕㌗㌨㍐㍗㌀㌁㌂㌃㌄'
const COMPOSED = '\u{1d160}\u{1d161}\u{1d162}\u{1d163}\u{1d164}\u{1d1bd}\u{1d1be}'
const LOWERED = 'İ'
const PLANES = Array.from({ length: 64 }, (_, i) => String.fromCodePoint(0x20000 + i * 263)).join('')

/** A text of so many characters that hardly repeats itself. */
function mixed(letters: string, length: number): string {
  const all = [...letters]
  let state = length
  return Array.from({ length }, () => all[(state = (state * 48_271) % 2_147_483_647) % all.length]).join('')
}

test.each([
  ['a ligature of eighteen letters', '\ufdfa'],
  ['squared words', FOLDED],
  ['notes that are composed of three', COMPOSED],
  ['a letter that is longer in lower case', LOWERED],
  ['rare ideographs', PLANES],
  ['all of them', FOLDED + COMPOSED + LOWERED + PLANES],
])('texts at their limits are taken and found, made of %s', async (_case, letters) => {
  const workspace = await service.workspace()
  const fields = {
    sku: 64,
    name: 200,
    unitLabel: 60,
    brand: 120,
    category: 120,
    manufacturerRef: 120,
    description: 4_000,
  }
  const texts = Object.fromEntries(Object.entries(fields).map(([field, length]) => [field, mixed(letters, length)]))
  expectDone(await workspace.put('/products', { products: [item(texts)] }))
  const customer = {
    accountCode: mixed(letters, 64),
    name: mixed(letters, 200),
    email: `${mixed(letters, 126)}@${mixed(letters, 127)}`,
  }
  expectDone(await workspace.put('/customers', { customers: [customer] }))
  for (const q of [mixed(letters, 200), texts['name']!.slice(0, 20).toWellFormed().replaceAll('\ufffd', '')]) {
    expect(await done(workspace.get(`/products?q=${encodeURIComponent(q)}`))).toHaveLength(1)
  }
  expectDone(await workspace.get(`/customers?q=${encodeURIComponent(customer.name)}`))
})
