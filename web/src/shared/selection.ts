import { useState } from 'react'

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
