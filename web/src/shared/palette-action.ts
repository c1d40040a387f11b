/** Something that the palette offers: a place to go to, or an act. */
export type PaletteAction = {
  id: string
  label: string
  /** A heading: "Go to", "On this page". */
  group: string
  /** More words by which it is found. */
  keywords?: string
  /** Who types exactly this is offered it first: a number, a SKU. */
  code?: string
  /** Shown beside it, such as "G P"; pressing those keys, one after another, runs it outside of fields. */
  shortcut?: string
  /** Why it cannot be done, if so. */
  disabledReason?: string | null
  run: () => void
}

/** Looks things up while one types. */
export type PaletteSearch = (text: string, signal: AbortSignal) => Promise<PaletteAction[]>

type Offered = { label: string; keywords?: string }

/**
 * The actions that match what is typed, best first: the whole label, its beginning, the beginning of its words,
 * anywhere in it or its keywords. Every typed word must match.
 */
export function matchActions<Action extends Offered>(actions: Action[], text: string): Action[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return actions
  return actions
    .map((action) => ({ action, rank: rankOf(action, wanted) }))
    .filter(({ rank }) => rank < Infinity)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ action }) => action)
}

function rankOf({ label, keywords = '' }: Offered, wanted: string): number {
  const name = label.toLowerCase()
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  const words = wanted.split(/\s+/)
  const beginnings = name.split(/[^\p{L}\p{N}]+/u)
  if (words.every((word) => beginnings.some((beginning) => beginning.startsWith(word)))) return 2
  const all = `${name} ${keywords.toLowerCase()}`
  return words.every((word) => all.includes(word)) ? 3 : Infinity
}
