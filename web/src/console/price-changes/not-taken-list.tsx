import { Button, Group, Paper, Text } from '@mantine/core'
import { writeToClipboard } from '../../shared/clipboard.ts'
import { PlainTable } from '../../shared/plain-table.tsx'
import { notify } from '../../shared/toasts.ts'
import { toSpreadsheetText } from '../../shared/spreadsheet-text.ts'
import { decimalsOf } from '../../shared/money.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { useSaver, useSaveState } from './saves.tsx'
import { counted } from '../../../../server/src/shared/counted.ts'
import { roundWords } from '../../../../server/src/shared/decimals-in-words.ts'

/** As many are shown; all are copied. */
const SHOWN = 50

/** Cells that were not taken, and why. */
export function NotTakenList({ onRound }: { onRound: () => void }) {
  const saver = useSaver()
  const { notTaken } = useSaveState()
  const { currency } = useWorkspace()
  if (notTaken.length === 0) return null
  const toRound = notTaken.filter(({ rounded }) => rounded !== undefined).length
  const copy = async () => {
    const rows = notTaken.map(({ what, value, why }) => [what, value, why])
    await writeToClipboard(toSpreadsheetText([['SKU', 'New price', 'Why'], ...rows]))
    notify('Copied them.')
  }
  return (
    <Paper withBorder p="sm" component="section" aria-label="Prices that couldn’t be pasted">
      <Text fw={600}>{counted(notTaken.length, 'price')} couldn’t be pasted</Text>
      <PlainTable
        label="Cells with the reason"
        miw={300}
        mah={220}
        verticalSpacing={4}
        rows={notTaken.slice(0, SHOWN)}
        columns={[
          { header: 'SKU', cell: ({ what }) => what },
          { header: 'Value', cell: ({ value }) => value },
          { header: 'Why', cell: ({ why }) => why },
        ]}
      />
      <Group gap="xs" mt="xs">
        {toRound > 0 && (
          <Button size="compact-sm" onClick={onRound}>
            {roundWords(toRound, decimalsOf(currency))}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={() => void copy()}>
          Copy them
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => saver.dismiss()}>
          Close the list
        </Button>
      </Group>
    </Paper>
  )
}
