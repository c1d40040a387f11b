import { useState } from 'react'
import type { ReactNode } from 'react'

/** Where a phone shows a value of a row, whose list is one of cards there. `cell`: where it shows it in another way. */
type PlaceOnCard<Row> = { at: 'title' | 'detail' | 'figure' | 'state'; cell?: (row: Row) => ReactNode }

export type Column<Row> = {
  /** Also the name by which the list is sorted, where `sortable`. */
  key: string
  header: string
  /** Whether only screen readers are told the header: of a column of buttons. */
  isHeaderHidden?: boolean
  cell: (row: Row) => ReactNode
  sortable?: boolean
  /** Figures end at the same edge. */
  align?: 'end'
  /** In pixels. */
  width?: number
  /** Whether a long text takes several lines; else it is cut off at the end of one. */
  wraps?: boolean
  /** Shown only where somebody has chosen it. */
  isExtra?: boolean
  /** Its place on the card of a row. Columns without one are left out on phones, where any column of the list has one. */
  card?: PlaceOnCard<Row>
  /** Left out on screens narrower than this. */
  from?: 'xs' | 'sm' | 'md' | 'lg'
}

export type Sort = { key: string; descending: boolean }

/** Reads a sort from the address: "name" or "-name". */
export function parseSort(text: string | undefined, byDefault: Sort): Sort {
  if (!text) return byDefault
  return text.startsWith('-') ? { key: text.slice(1), descending: true } : { key: text, descending: false }
}

export function sortText({ key, descending }: Sort): string {
  return descending ? `-${key}` : key
}

/** What is chosen in a list: single rows by their keys, or everything that the filter matches. */
export type Selection = {
  keys: ReadonlySet<string>
  /** All that match the filter, on every page. */
  everything: boolean
  /** How many are chosen, as was shown. */
  count: number
  choose: (keys: Iterable<string>, chosen: boolean) => void
  chooseEverything: () => void
  clear: () => void
}

const NOTHING = { keys: new Set<string>(), everything: false }

/**
 * The selection of a list.
 * @param filter what the list is filtered by: the selection is cleared when it changes
 * @param total how many rows match the filter
 */
export function useSelection(filter: unknown, total: number): Selection {
  const filterKey = JSON.stringify(filter)
  const [state, setState] = useState({ filterKey, ...NOTHING })
  const { keys, everything } = state.filterKey === filterKey ? state : NOTHING
  return {
    keys,
    everything,
    count: everything ? total : keys.size,
    choose: (changed, chosen) => {
      const next = new Set(keys)
      for (const key of changed) {
        if (chosen) next.add(key)
        else next.delete(key)
      }
      setState({ filterKey, keys: next, everything: false })
    },
    chooseEverything: () => setState({ filterKey, keys: new Set(), everything: true }),
    clear: () => setState({ filterKey, ...NOTHING }),
  }
}
