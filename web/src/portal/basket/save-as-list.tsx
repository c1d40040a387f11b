import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { notify } from '../../shared/toasts.ts'
import { throwProblems } from '../../shared/use-submit.ts'
import { listsQuery } from '../lists/list-queries.ts'
import { ShareField } from '../lists/share-field.tsx'
import { usePortal } from '../portal-context.tsx'
import { saveBasketChanges } from './use-basket-change.ts'
import { SAVED_LIST_NAME } from '../../../../server/src/rules/limits.ts'

/** Keeps the basket as a list. */
export function SaveAsList({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { slug } = usePortal()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(true)
  const save = async () => {
    throwProblems({ name: name.trim() === '' ? 'Give the list a name.' : undefined })
    await saveBasketChanges()
    await api.POST('/app-api/portal/{slug}/lists', { params: { path: { slug } }, body: { name: name.trim(), shared } })
    notify(`Saved as “${name.trim()}”.`)
    setName('')
    await queryClient.invalidateQueries(listsQuery(slug))
  }
  return (
    <FormDialog opened={opened} onClose={onClose} title="Save as list" onSubmit={save}>
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
