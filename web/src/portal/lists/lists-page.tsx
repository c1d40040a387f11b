import { Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { formatDate } from '../../shared/dates.ts'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { Empty } from '../../shared/empty.tsx'
import { LiveRegion } from '../../shared/live-region.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { notifyFailure } from '../../shared/undo.tsx'
import { useSubmit } from '../../shared/use-submit.ts'
import { useSayAdded, useSetBasket } from '../basket/basket-queries.ts'
import styles from '../line-list.module.css'
import { usePortal } from '../portal-context.tsx'
import { listsQuery } from './list-queries.ts'

type SavedList = components['schemas']['SavedList']

/** Baskets that were saved under a name, for all buyers of the customer. */
export function ListsPage() {
  const { slug } = usePortal()
  const { data: lists, error, refetch } = useQuery(listsQuery(slug))
  const [removing, setRemoving] = useState<SavedList | null>(null)
  const queryClient = useQueryClient()
  const remove = async () => {
    await api.DELETE('/app-api/portal/{slug}/lists/{id}', { params: { path: { slug, id: removing!.id } } })
    await queryClient.invalidateQueries(listsQuery(slug))
  }
  return (
    <Page title="Saved lists" description="You and your colleagues share them.">
      <Problem error={error} retry={() => void refetch()} />
      <LiveRegion>
        {lists?.length === 0 && <Empty title="No lists yet">Fill the basket, then choose “Save as list” there.</Empty>}
      </LiveRegion>
      <ul className={styles.lines} aria-label="Lists">
        {lists?.map((list) => (
          <List key={list.id} list={list} onRemove={() => setRemoving(list)} />
        ))}
      </ul>
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title="Remove"
        effect={`The list “${removing?.name}” is removed for you and your colleagues.`}
        danger
        onConfirm={remove}
      />
    </Page>
  )
}

function List({ list, onRemove }: { list: SavedList; onRemove: () => void }) {
  const { slug, timezone, reasonNotToOrder } = usePortal()
  const setBasket = useSetBasket()
  const sayAdded = useSayAdded()
  const add = useSubmit(async () => {
    const { data } = await api
      .POST('/app-api/portal/{slug}/lists/{id}/basket', { params: { path: { slug, id: list.id } } })
      .catch((error: unknown) => {
        notifyFailure(error)
        throw error
      })
    setBasket(data.basket)
    sayAdded(data)
  })
  return (
    <li>
      <Group justify="space-between" py="sm">
        <div>
          <Text fw={600}>{list.name}</Text>
          <Text size="sm" c="dimmed">
            {list.lineCount === 1 ? '1 line' : `${list.lineCount} lines`} · {list.createdBy},{' '}
            {formatDate(list.createdAt, timezone)}
          </Text>
        </div>
        <Group gap="xs">
          <GuardedButton reason={reasonNotToOrder} variant="subtle" color="gray" onClick={onRemove}>
            Remove
          </GuardedButton>
          <GuardedButton reason={reasonNotToOrder} loading={add.pending} onClick={() => void add.submit()}>
            Add to basket
          </GuardedButton>
        </Group>
      </Group>
    </li>
  )
}
