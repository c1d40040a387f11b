import { Text } from '@mantine/core'
import { counted } from '../../../../server/src/rules/counted.ts'
import type { ReadLines } from './read-lines.ts'

/** What the reading left out. */
export function LeftOut({ leftOut, withoutQuantity, otherSheets }: ReadLines) {
  return (
    <div>
      {withoutQuantity > 0 && <Text size="sm">Left out: {counted(withoutQuantity, 'row')} without a quantity.</Text>}
      {otherSheets.length > 0 && (
        <Text size="sm">
          Only the first sheet was read. Left out: {otherSheets.map((name) => `“${name}”`).join(', ')}.
        </Text>
      )}
      {leftOut.length > 0 && (
        <details>
          <summary>Left out: {counted(leftOut.length, 'row')} without a known code or quantity</summary>
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
