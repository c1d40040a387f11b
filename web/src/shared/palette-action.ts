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
