import assert from 'node:assert/strict'
import { INSTRUCTS } from '../given/refusals.ts'
import type { Input } from './judge-input.ts'

export type Issue = { path: string; message: string }

/** What the document says in words only: where, and what is complained of. */
const IN_WORDS: [RegExp, RegExp][] = [
  [/^cursor$/, /`nextCursor`/],
  [/^products\.\d+\.sku$/, /more than once/],
  [/^priceChangeKey$/, /beside `priceChangeId`/],
  [/^products\.\d+\.details$/, /the same but for the space|cannot be the name/],
  [/^products\.\d+\.imageUrl$/, /https URL/],
  [/^products\.\d+\.gtin$/, /the last of which is the check digit/],
  [/^products\.\d+\.replacedBy$/, /no product|itself/],
  [/^codes\.\d+\.(sku|code)$/, /no product|in this call|stands for/],
  [/^lines\.\d+$/, /^Must have one of "sku"/],
  [/^wantedOn$/, /a day, such as/],
  [/^status$/, /^Is required/],
  [/^customers\.\d+\.(accountCode|email|name)$/, /customer/],
  [/^customers\.\d+\.group$/, /no price group/],
  [/^customers\.\d+\.addresses\.\d+\.id$/, /id of another address/],
]

/**
 * Every issue is about something that was sent and that the document does not allow, and there is one for all of that.
 */
export function judgeIssues({ wrong, unclear, sent }: Input, issues: Issue[]): void {
  const about = issues.map(({ path }) => outline(path))
  for (const { path, message } of issues) {
    assert.match(message, INSTRUCTS)
    assert(isIn(sent, path.split('.')), `"${path}" is nothing that was sent`)
    const known =
      [...wrong, ...unclear].some((place) => related(outline(place), outline(path))) ||
      IN_WORDS.some(([place, complaint]) => place.test(outline(path)) && complaint.test(message))
    assert(known, `"${path}" is as described, and refused: ${message}`)
  }
  for (const place of wrong) {
    const told = about.some((path) => related(outline(place), path))
    assert(told, `"${place}" is wrong, and nothing is said of it`)
  }
}

/** Names of details are the caller's own, with any dots in them. */
function outline(path: string): string {
  return path.replace(/\.details\.[^]*/, '.details')
}

function related(one: string, other: string): boolean {
  return one === '' || other === '' || `${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`)
}

/** Whether the path leads to something, or to where something is missing. */
function isIn(value: unknown, [name, ...rest]: string[]): boolean {
  if (name === '' || name === undefined || name === 'details') return true
  if (typeof value !== 'object' || value === null) return false
  return rest.length === 0 || (Object.hasOwn(value, name) && isIn((value as Record<string, unknown>)[name], rest))
}
