import type { Place } from './grid-selection.ts'

/** A cell that is being edited. `isTyped`: it was begun by typing, which replaces what was there. */
export type Editing = Place & { text: string; isTyped: boolean; problem?: string | undefined }

export type Edits = {
  change: (text: string) => void
  /** Takes it, and moves as that key would. */
  commitAndMove: (key: string) => void
  /** Takes it where it can be read, as the focus is elsewhere. */
  leave: () => void
  cancel: () => void
}
