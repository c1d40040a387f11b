import { Button, Group } from '@mantine/core'
import { Empty } from '../../shared/empty.tsx'

type NoLinesProps = { isEditable: boolean; onAdd: () => void; onFilter: () => void }

/** What to do with a draft that has no lines. */
export function NoLines({ isEditable, onAdd, onFilter }: NoLinesProps) {
  if (!isEditable) return <Empty title="No lines" />
  return (
    <Empty
      title="No lines yet"
      action={
        <Group>
          <Button onClick={onFilter}>New prices for many products</Button>
          <Button variant="default" onClick={onAdd}>
            Type or paste SKUs
          </Button>
        </Group>
      }
    >
      Paste two columns from a spreadsheet here, SKU and price (Ctrl V), or choose what to begin with.
    </Empty>
  )
}
