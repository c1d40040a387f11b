import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { throwProblems } from '../../shared/use-submit.ts'
import { readPasted } from './pasted-cells.ts'
import type { PastedRow } from './pasted-cells.ts'

type AddLinesDialogProps = { opened: boolean; onClose: () => void; addRows: (rows: PastedRow[]) => Promise<void> }

/** Adds products by SKU, with or without their new prices. */
export function AddLinesDialog({ opened, onClose, addRows }: AddLinesDialogProps) {
  const [text, setText] = useState('')
  const close = () => {
    setText('')
    onClose()
  }
  const add = async () => {
    // A column of figures is one of SKUs here.
    const pasted = readPasted(text, { mayBeValues: false })
    const rows = pasted.kind === 'skus' ? pasted.rows : []
    const problem = pasted.kind === 'unreadable' ? pasted.why : 'Write at least one SKU.'
    throwProblems({ text: rows.length === 0 ? problem : undefined })
    await addRows(rows)
  }
  return (
    <FormDialog opened={opened} onClose={close} title="Add lines" onSubmit={add}>
      {(fieldError) => (
        <>
          <Textarea
            label="SKUs and new prices"
            description="One product per line. The new price is in the next column, or after a comma; without one, the line starts at its list price."
            placeholder={'HOL-1042, 26.50\nHOL-1043'}
            rows={8}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={fieldError('text')}
          />
          <Text size="sm" c="dimmed">
            Rows that cannot be added are listed with the reason; the others are added.
          </Text>
        </>
      )}
    </FormDialog>
  )
}
