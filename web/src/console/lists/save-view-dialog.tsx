import { Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { LabelledSwitch } from '../../shared/labelled-switch.tsx'
import { useTexts } from '../../shared/use-texts.ts'
import { throwProblems } from '../../shared/use-submit.ts'
import { VIEW_NAME } from '../../../../server/src/shared/limits.ts'
import type { SavedView } from './view-queries.ts'

type SaveViewDialogProps = {
  title: string
  /** The view that is changed; none for a new one. */
  view: SavedView | undefined
  onSave: (named: { name: string; isShared: boolean }) => Promise<void>
  onClose: () => void
}

/** Names what the list shows at present, to come back to it. */
export function SaveViewDialog({ title, view, onSave, onClose }: SaveViewDialogProps) {
  const { texts, field } = useTexts({ name: view?.name ?? '' })
  const [isShared, setShared] = useState(view?.isShared ?? false)
  const save = async () => {
    throwProblems({ name: texts.name.trim() === '' ? 'Write a name for the view.' : undefined })
    await onSave({ name: texts.name, isShared })
  }
  return (
    <FormDialog title={title} onSubmit={save} onClose={onClose}>
      {(fieldError) => (
        <Stack gap="sm">
          <Text size="sm">The filters, the order and the columns are saved as the list shows them now.</Text>
          <TextInput label="Name" {...field('name', fieldError)} maxLength={VIEW_NAME} autoComplete="off" required />
          <LabelledSwitch
            label="Share with colleagues"
            description="All of the staff see it in their lists. Only you change it."
            checked={isShared}
            onChange={({ currentTarget: { checked } }) => setShared(checked)}
          />
        </Stack>
      )}
    </FormDialog>
  )
}
