import { notify } from '../../shared/toasts.ts'
import type { ShownLine } from './columns.ts'
import { shownLine } from './columns.ts'
import { useSaver } from './saves.tsx'
import type { Lines } from './use-lines.ts'

/** The most lines that are copied, filled or cleared at once. */
const MAX_AT_ONCE = 10_000

/** Reads the lines from one row to another, as they are shown; null, with a message, where there are too many. */
export function useShownLines(lines: Lines): (first: number, last: number) => Promise<ShownLine[] | null> {
  const saver = useSaver()
  return async (first, last) => {
    if (last - first >= MAX_AT_ONCE) {
      notify(`Select up to ${MAX_AT_ONCE.toLocaleString('en')} lines for that, or use “Change prices”.`, {
        failed: true,
      })
      return null
    }
    const found = await lines.fetchLines(first, last)
    return found.map((line) => shownLine(line, saver.state().pending))
  }
}
