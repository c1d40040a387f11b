import type { KeyboardEvent, MouseEvent } from 'react'

const MOVES: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, count) => count - 1,
}

const EDIT_KEYS = new Set(['e', 'F2'])

/**
 * `onKeyDown` of a table's body: arrows move between the rows' links (Enter follows a link by itself), Space chooses
 * the row, E or F2 edits it. A row's link carries `data-row-link`, its checkbox `data-row-checkbox`, its button to edit
 * `data-row-edit`.
 */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target as HTMLElement
  const row = target.closest('tr')
  if (!row || !target.matches('[data-row-link], [data-row-checkbox]')) return
  const isLink = target.matches('[data-row-link]')
  if (event.key === ' ' && isLink) {
    event.preventDefault()
    row.querySelector<HTMLElement>('[data-row-checkbox]')?.click()
    return
  }
  if (isLink && EDIT_KEYS.has(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault()
    row.querySelector<HTMLElement>('[data-row-edit]')?.click()
    return
  }
  const rows = [...event.currentTarget.querySelectorAll('tr')]
  const to = MOVES[event.key]?.(rows.indexOf(row), rows.length)
  if (to === undefined) return
  event.preventDefault()
  rows[to]?.querySelector<HTMLElement>(isLink ? '[data-row-link]' : '[data-row-checkbox]')?.focus()
}

/** A click anywhere on a row follows its link, but for a click on a control in it or to mark text. */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const target = event.target as HTMLElement
  if (target.closest('a, button, input, label, select, textarea') || getSelection()?.toString()) return
  const link = event.currentTarget.querySelector<HTMLElement>('[data-row-link]')
  link?.dispatchEvent(new globalThis.MouseEvent('click', { ...modifiersOf(event), bubbles: true, cancelable: true }))
}

function modifiersOf({ ctrlKey, metaKey, shiftKey }: MouseEvent) {
  return { ctrlKey, metaKey, shiftKey }
}
