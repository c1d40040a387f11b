import { Text } from '@mantine/core'
import { counted } from '../../../../server/src/shared/counted.ts'
import type { PasteResult } from './quick-lines.ts'

/** What each paste left out or merged. */
export function LeftOut({ pastes }: { pastes: readonly PasteResult[] }) {
  return pastes.map((one) => (
    <OfPaste key={one.paste} {...one} name={pastes.length > 1 ? `Paste ${one.paste}: ` : ''} />
  ))
}

function OfPaste({ name, leftOut, withoutQuantity, otherSheets, merged }: PasteResult & { name: string }) {
  return (
    <div>
      {merged > 0 && (
        <Text size="sm">
          {name}
          {counted(merged, 'line')} had a SKU that was there already: the quantities were added up.
        </Text>
      )}
      {withoutQuantity > 0 && (
        <Text size="sm">
          {name}Left out: {counted(withoutQuantity, 'row')} without a quantity.
        </Text>
      )}
      {otherSheets.length > 0 && (
        <Text size="sm">
          {name}Only the first sheet was read. Left out: {otherSheets.map((sheet) => `“${sheet}”`).join(', ')}.
        </Text>
      )}
      {leftOut.length > 0 && (
        <details>
          <summary>
            {name}Left out: {counted(leftOut.length, 'row')} without a known code or quantity
          </summary>
          <ul>
            {leftOut.slice(0, 100).map(({ row, text }) => (
              <li key={row}>
                Row {row}: {text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
