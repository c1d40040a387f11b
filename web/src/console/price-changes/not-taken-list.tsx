import { Button, Group, Paper, Table, Text } from '@mantine/core'
import { writeToClipboard } from '../../shared/clipboard.ts'
import { notify } from '../../shared/toasts.ts'
import { toSpreadsheetText } from '../../shared/spread-sheet-text.ts'
import { useSaver, useSaveState } from './saves.tsx'
import { counted } from '../../../../server/src/rules/counted.ts'

/** As many are shown; all are copied. */
const SHOWN = 50

/** Cells that were not taken, and why. */
export function NotTakenList() {
  const saver = useSaver()
  const { notTaken } = useSaveState()
  if (notTaken.length === 0) return null
  const copy = async () => {
    const rows = notTaken.map(({ what, value, why }) => [what, value, why])
    await writeToClipboard(toSpreadsheetText([['SKU', 'New price', 'Why'], ...rows]))
    notify('Copied them.')
  }
  return (
    <Paper withBorder p="sm" component="section" aria-label="Cells that were not taken">
      <Text fw={600}>{counted(notTaken.length, 'cell')} not taken</Text>
      <Table.ScrollContainer minWidth={300} maxHeight={220} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table verticalSpacing={4} aria-label="Cells that were not taken">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>SKU</Table.Th>
              <Table.Th>Value</Table.Th>
              <Table.Th>Why</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {notTaken.slice(0, SHOWN).map(({ id, what, value, why }) => (
              <Table.Tr key={id}>
                <Table.Td>{what}</Table.Td>
                <Table.Td>{value}</Table.Td>
                <Table.Td>{why}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group gap="xs" mt="xs">
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
