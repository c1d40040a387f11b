import type { components } from '../../shared/app-api.d.ts'
import { actionAlone } from '../activity/action-words.ts'
import { changeText } from './prices.ts'
import { roundingText } from './rounding-text.ts'
import { counted } from '../../../../server/src/shared/counted.ts'

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
