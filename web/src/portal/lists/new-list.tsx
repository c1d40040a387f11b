import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { SAVED_LIST_NAME } from '../../../../server/src/rules/limits.ts'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { throwProblems } from '../../shared/use-submit.ts'
import { usePortal } from '../portal-context.tsx'
import { ShareField } from './share-field.tsx'

/** Makes an empty list, and leads to where it is filled. */
export function NewList({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { slug } = usePortal()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(true)
  const create = async () => {
    throwProblems({ name: name.trim() === '' ? 'Give the list a name.' : undefined })
    const { data } = await api.POST('/app-api/portal/{slug}/lists', {
      params: { path: { slug } },
      body: { name: name.trim(), shared, lines: [] },
    })
    await navigate({ to: '/t/$slug/lists/$id', params: { slug, id: data.id }, search: { edit: 'yes' } })
  }
  return (
    <FormDialog opened={opened} onClose={onClose} title="New list" onSubmit={create}>
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
