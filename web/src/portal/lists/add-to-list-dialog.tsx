import { Select, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SAVED_LIST_NAME } from '../../../../server/src/shared/limits.ts'
import { smallestQuantity } from '../../../../server/src/shared/order-quantity.ts'
import type { SoldIn } from '../../../../server/src/shared/order-quantity.ts'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { notify } from '../../shared/toasts.tsx'
import { throwProblems } from '../../shared/form.tsx'
import { usePortal } from '../portal-context.tsx'
import { listsQuery } from '../queries.ts'

type AddToListDialogProps = {
  product: SoldIn & { sku: string; name: string }
  opened: boolean
  onClose: () => void
}

const NEW = 'new'

/** Chooses a list, or names a new one. */
export default function AddToListDialog({ product, opened, onClose }: AddToListDialogProps) {
  const { slug } = usePortal()
  const queryClient = useQueryClient()
  const { data: lists } = useQuery(listsQuery(slug))
  const [chosen, setChosen] = useState<string | null>(null)
  const [name, setName] = useState('')
  const list = chosen ?? lists?.[0]?.id ?? NEW
  const add = async () => {
    const lines = [{ sku: product.sku, qty: smallestQuantity(product) }]
    if (list === NEW) {
      throwProblems({ name: name.trim() === '' ? 'Give the list a name.' : undefined })
      await api.POST('/app-api/portal/{slug}/lists', {
        params: { path: { slug } },
        body: { name: name.trim(), shared: true, lines },
      })
      notify(`${product.name} is on the new list “${name.trim()}”.`)
    } else {
      const { data } = await api.POST('/app-api/portal/{slug}/lists/{id}/lines', {
        params: { path: { slug, id: list } },
        body: { lines },
      })
      const called = lists?.find(({ id }) => id === list)?.name
      notify(`${product.name} is ${data.added === 0 ? 'already ' : ''}on the list “${called}”.`)
    }
    await queryClient.invalidateQueries({ queryKey: ['portal', slug, 'lists'] })
  }
  return (
    <FormDialog opened={opened} onClose={onClose} title="Add to list" onSubmit={add}>
      {(fieldError) => (
        <>
          <Text mb="sm">{product.name}</Text>
          <Select
            label="List"
            data={[
              ...(lists ?? []).map((one) => ({ value: one.id, label: one.name })),
              { value: NEW, label: 'New list' },
            ]}
            value={list}
            allowDeselect={false}
            onChange={setChosen}
          />
          {list === NEW && (
            <TextInput
              label="Name"
              mt="sm"
              value={name}
              maxLength={SAVED_LIST_NAME}
              error={fieldError('name')}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
