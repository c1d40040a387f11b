import { Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { keysQuery } from './settings-queries.ts'

type Scope = 'read' | 'write'

const SCOPES = [
  { value: 'write', label: 'Read and write' },
  { value: 'read', label: 'Read' },
] as const

type CreateKeyDialogProps = { opened: boolean; onClose: () => void; onCreated: (key: string) => void }

/** Creates a key, which is shown once. */
export function CreateKeyDialog({ opened, onClose, onCreated }: CreateKeyDialogProps) {
  const { slug } = useWorkspace()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>('write')
  const queryClient = useQueryClient()
  const create = async () => {
    const params = { path: { slug } }
    const { data } = await api.POST('/app-api/console/{slug}/keys', { params, body: { name, scope } })
    void queryClient.invalidateQueries({ queryKey: keysQuery(slug).queryKey })
    onCreated(data.key)
    setName('')
  }
  return (
    <FormDialog opened={opened} onClose={onClose} title="Create key" submitLabel="Create key" onSubmit={create}>
      {(fieldError) => (
        <>
          <TextInput
            label="Name"
            description="What uses it, such as “ERP sync”."
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldError('name')}
          />
          <Select
            label="Scope"
            data={SCOPES}
            value={scope}
            onChange={(chosen) => chosen && setScope(chosen)}
            allowDeselect={false}
            error={fieldError('scope')}
          />
        </>
      )}
    </FormDialog>
  )
}
