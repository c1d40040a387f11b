import { Kbd, Table } from '@mantine/core'
import { Dialog } from '../../shared/dialog.tsx'

const SHORTCUTS: [keys: string[], what: string][] = [
  [['↑', '↓', '←', '→'], 'Go to another cell'],
  [['Ctrl', '↓'], 'Go to the last line'],
  [['Page Down'], 'Go on by a page'],
  [['Shift', '↓'], 'Select more cells'],
  [['Ctrl', 'A'], 'Select everything'],
  [['Enter'], 'Edit the cell; take it and go down'],
  [['F2'], 'Edit the cell'],
  [['0', '…', '9'], 'Replace what is in the cell'],
  [['Esc'], 'Give up the edit'],
  [['Ctrl', 'D'], 'Fill down from the first selected line'],
  [['Ctrl', 'C'], 'Copy the selected cells'],
  [['Ctrl', 'V'], 'Paste prices from the cell on, or rows of SKU and price'],
  [['Delete'], 'Remove the selected lines'],
  [['Ctrl', 'Z'], 'Undo'],
  [['Ctrl', 'Y'], 'Redo'],
  [['?'], 'Show this list'],
]

/** The keys of the grid. */
export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Shortcuts">
      <Table aria-label="Shortcuts">
        <Table.Tbody>
          {SHORTCUTS.map(([keys, what]) => (
            <Table.Tr key={what}>
              <Table.Th scope="row" w={170} fw="normal">
                {keys.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Th>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  )
}
