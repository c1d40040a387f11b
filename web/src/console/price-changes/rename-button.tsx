import { ActionIcon, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { allKey, oneKey } from './queries.ts'
import type { PriceChange } from './queries.ts'
import { PRICE_CHANGE_NAME } from '../../../../server/src/shared/limits.ts'

/** Renames a price change that is not over. */
export function RenameButton({ change }: { change: PriceChange }) {
  const { slug, can } = useWorkspace()
  const client = useQueryClient()
  const [opened, { open, close }] = useDisclosure()
  const [name, setName] = useState(change.name)
  if (!can('write') || !['draft', 'scheduled'].includes(change.status)) return null
  const rename = async () => {
    const params = { path: { slug, id: change.id } }
    await api.PATCH('/app-api/console/{slug}/price-changes/{id}', { params, body: { name } })
    await client.invalidateQueries({ queryKey: oneKey(slug, change.id) })
    void client.invalidateQueries({ queryKey: allKey(slug) })
  }
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Rename"
        onClick={() => {
          setName(change.name)
          open()
        }}
      >
        <IconPencil size={18} />
      </ActionIcon>
      <FormDialog opened={opened} onClose={close} title="Rename" onSubmit={rename}>
        {(fieldError) => (
          <TextInput
            label="Name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldError('name')}
            maxLength={PRICE_CHANGE_NAME}
            autoComplete="off"
          />
        )}
      </FormDialog>
    </>
  )
}
