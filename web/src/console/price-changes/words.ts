import { counted } from '../../../../server/src/shared/counted.ts'
import { LARGE_EFFECT } from '../../../../server/src/shared/price-impact.ts'
import type { components } from '../../shared/app-api.d.ts'
import { actionAlone } from '../activity/action-words.ts'

/** "+4%", "-2.5%", "0%"; a dash for none. */
export function changeText(changeBp: number | null): string {
  if (changeBp === null) return '–'
  const text = (Math.abs(changeBp) / 100).toLocaleString('en', { maximumFractionDigits: 2 })
  return `${changeBp > 0 ? '+' : changeBp < 0 ? '−' : ''}${text}%`
}

type Rounding = NonNullable<components['schemas']['Repricing']['round']>

/** "rounded to £0.05", "rounded up to prices that end in £0.95", "rounded to prices whose last digit is 9". */
export function roundingText({ step, ending = 0, mode = 'nearest' }: Rounding, amount: (price: number) => string) {
  const how = mode === 'nearest' ? 'rounded' : `rounded ${mode}`
  if (ending === 0) return `${how} to ${amount(step)}`
  return `${how} to prices ${step === 10 ? `whose last digit is ${ending}` : `that end in ${amount(ending)}`}`
}

/** How far from what is usual in a price change is worth a look, in basis points. */
const FAR_BP = 2_000

type Change = { currentPrice: number | null; newPrice: number; changeBp: number | null }

/**
 * Why a line of a price change may be a mistake, for people; null for none. `usualBp` is what the line in the middle of
 * all changes by, in basis points.
 */
export function reasonToLook({ currentPrice, newPrice, changeBp }: Change, usualBp: number | null): string | null {
  if (currentPrice === null || changeBp === null) return null
  if (newPrice === 0) return 'It becomes free.'
  for (const times of [10, 100, 1_000]) {
    if (isAbout(newPrice, currentPrice * times)) return `${times.toLocaleString('en')} times as much: a decimal point?`
    if (isAbout(newPrice * times, currentPrice)) return `A ${FRACTIONS[times]} of it: a decimal point?`
  }
  if (changeBp > LARGE_EFFECT.changeBp) return 'More than half as much again.'
  if (changeBp < -LARGE_EFFECT.changeBp) return 'Less than half.'
  if (usualBp !== null && Math.abs(changeBp - usualBp) > FAR_BP) return `Others change by about ${changeText(usualBp)}.`
  return null
}

const FRACTIONS: Record<number, string> = { 10: 'tenth', 100: 'hundredth', 1_000: 'thousandth' }

/** Within a fifth: what is a rise beside a slip of the decimal point. */
function isAbout(price: number, other: number): boolean {
  return price >= 0.8 * other && price <= 1.25 * other
}

type Entry = Pick<components['schemas']['ActivityEntry'], 'action' | 'changes'>
type Words = { amount: (price: number | null) => string; time: (at: string) => string }
type NamedLine = { sku: string; from: number | null; to: number | null }
type Repricing = components['schemas']['Repricing']

/** What somebody did to a price change, in words, with its details. */
export function historyText({ action, changes }: Entry, words: Words): { text: string; details: string[] } {
  const [, verb = action] = action.split('.')
  const details = [...namedLines(changes['lines'], words), ...repricingText(changes['repricing'], words)]
  const number = (name: string) => Number(changes[name] ?? 0)
  switch (verb) {
    case 'create':
      return {
        text: `Started it with ${counted(number('lineCount'), 'line')}`,
        details: [...details, ...madeFrom(changes)],
      }
    case 'edit':
      return { text: editText(changes, number), details: [...details, ...more(changes['lines'], number('changed'))] }
    case 'rename':
      return { text: renameText(changes['name']), details }
    case 'schedule':
      return { text: `Scheduled it for ${words.time(String(changes['scheduledFor']))}`, details }
    case 'publish':
      return { text: `Published ${counted(number('lineCount'), 'line')}`, details: skippedText(number('skipped')) }
    case 'unschedule':
      return { text: 'Took it back to a draft', details: [] }
    case 'cancel':
      return { text: 'Cancelled the schedule', details }
    case 'discard':
      return { text: 'Discarded it', details }
    default:
      return { text: actionAlone(action), details }
  }
}

function madeFrom({ madeFrom: name }: Entry['changes']): string[] {
  return typeof name === 'string' ? [`Made from “${name}”`] : []
}

function editText(changes: Entry['changes'], number: (name: string) => number): string {
  const [added, removed] = [number('added'), number('removed')]
  const set = number('changed') - added - removed
  const parts = [
    added > 0 && `added ${counted(added, 'line')}`,
    set > 0 && `set ${counted(set, 'new price')}`,
    removed > 0 && `removed ${counted(removed, 'line')}`,
  ].filter(Boolean)
  const text = `${changes['undone'] ? 'Undid an edit: ' : ''}${parts.join(', ')}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function renameText(name: unknown): string {
  const { from, to } = (name ?? {}) as { from?: string; to?: string }
  return `Renamed it from “${from ?? ''}” to “${to ?? ''}”`
}

function skippedText(skipped: number): string[] {
  return skipped > 0 ? [`Left out ${counted(skipped, 'line')} of deleted products`] : []
}

function namedLines(named: unknown, { amount }: Words): string[] {
  if (!Array.isArray(named)) return []
  return (named as NamedLine[]).map(({ sku, from, to }) => {
    if (from === null) return `${sku}: added at ${amount(to)}`
    return to === null ? `${sku}: removed` : `${sku}: ${amount(from)} → ${amount(to)}`
  })
}

function more(named: unknown, changed: number): string[] {
  const rest = Array.isArray(named) ? changed - named.length : 0
  return rest > 0 ? [`and ${rest.toLocaleString('en')} more`] : []
}

function repricingText(repricing: unknown, { amount }: Words): string[] {
  if (!repricing) return []
  const { changeBp, changeBy, round } = repricing as Repricing
  const parts = [
    changeBp !== undefined && `by ${changeText(changeBp)}`,
    changeBy !== undefined && `by ${changeBy < 0 ? '−' : '+'}${amount(Math.abs(changeBy))}`,
    round && roundingText(round, amount),
  ].filter(Boolean)
  return parts.length > 0 ? [parts.join(', ')] : []
}

type Refusal = components['schemas']['CellsEdited']['refused'][number]

/** Why the service did not take a cell. */
export function refusalText(
  { reason, present }: Pick<Refusal, 'reason' | 'present'>,
  amount: (price: number | null) => string,
): string {
  switch (reason) {
    case 'unknown':
      return 'There is no product with this SKU.'
    case 'changed':
      return present === null
        ? 'Somebody else has removed the line meanwhile.'
        : `Somebody else has set it to ${amount(present)} meanwhile.`
    case 'twice':
      return 'It is there twice, with different prices. The first one counts.'
    case 'no_list_price':
      return 'The product has no list price yet: give it a new price.'
    case 'too_high':
      return 'The price is too high.'
  }
}
