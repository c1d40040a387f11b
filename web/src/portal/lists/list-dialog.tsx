import { TextInput, Text } from '@mantine/core'
import { useState } from 'react'
import { SAVED_LIST_NAME } from '../../../../server/src/shared/limits.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { throwProblems } from '../../shared/form.tsx'
import styles from './lists.module.css'

type ListDialogProps = {
  title: string
  opened: boolean
  onClose: () => void
  onSave: (list: { name: string; shared: boolean }) => Promise<void>
}

/** Asks how a new list is called, and who has it. */
export function ListDialog({ onSave, ...dialog }: ListDialogProps) {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(true)
  const save = async () => {
    throwProblems({ name: name.trim() === '' ? 'Give the list a name.' : undefined })
    await onSave({ name: name.trim(), shared })
    setName('')
  }
  return (
    <FormDialog {...dialog} onSubmit={save}>
      {(fieldError) => (
        <>
          <TextInput
            label="Name"
            value={name}
            maxLength={SAVED_LIST_NAME}
            error={fieldError('name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <ShareField shared={shared} onChange={setShared} />
        </>
      )}
    </FormDialog>
  )
}

type ShareFieldProps = {
  shared: boolean
  onChange: (shared: boolean) => void
  disabled?: boolean
  error?: string | undefined
}

/** Whether colleagues have the list, too. */
export function ShareField({ shared, onChange, disabled = false, error }: ShareFieldProps) {
  return (
    <div>
      <label className={styles.share}>
        <input
          type="checkbox"
          checked={shared}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        Share with colleagues
      </label>
      {error && (
        <Text role="alert" size="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </div>
  )
}
