import { counted } from '../../../../server/src/shared/counted.ts'
import { Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { ConfirmDialog } from '../../shared/form-dialog.tsx'
import { formatDate } from '../../shared/dates.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { Empty, LiveRegion } from '../../shared/empty.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { notifyFailure } from '../../shared/toasts.tsx'
import { useSubmit } from '../../shared/form.tsx'
import { useSayAdded, useSetBasket } from '../basket/basket-queries.ts'
import styles from '../line-list.module.css'
import { usePortal } from '../portal-context.tsx'
import { TextLink } from '../../shared/links.tsx'
import { listsQuery } from '../queries.ts'
import type { SavedList } from '../queries.ts'
import { useNavigate } from '@tanstack/react-router'
import { ListDialog } from './list-dialog.tsx'

/** The lists that the buyers of the customer share, and the buyer's own. */
export function ListsPage() {
  const { slug, reasonNotToOrder } = usePortal()
  const [isMaking, setIsMaking] = useState(false)
  const { data: lists, error, refetch } = useQuery(listsQuery(slug))
  const [removing, setRemoving] = useState<SavedList | null>(null)
  const queryClient = useQueryClient()
  const remove = async () => {
    await api.DELETE('/app-api/portal/{slug}/lists/{id}', { params: { path: { slug, id: removing!.id } } })
    await queryClient.invalidateQueries(listsQuery(slug))
  }
  return (
    <Page
      title="Saved lists"
      actions={
        <GuardedButton reason={reasonNotToOrder} variant="default" onClick={() => setIsMaking(true)}>
          New list
        </GuardedButton>
      }
    >
      <Problem error={error} retry={() => void refetch()} />
      <LiveRegion>
        {lists?.length === 0 && (
          <Empty title="No lists yet">Choose “New list”, or fill the basket and choose “Save as list” there.</Empty>
        )}
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
        effect={`The list “${removing?.name}” is removed${removing?.shared ? ' for you and your colleagues' : ''}.`}
        danger
        onConfirm={remove}
      />
      <NewList opened={isMaking} onClose={() => setIsMaking(false)} />
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
          <TextLink
            to="/t/$slug/lists/$id"
            params={{ slug, id: list.id }}
            className="standalone-link"
            style={{ fontWeight: 600, overflowWrap: 'anywhere' }}
          >
            {list.name}
          </TextLink>
          <Text size="sm" c="dimmed">
            {counted(list.lineCount, 'line')} · {list.createdBy}, {formatDate(list.createdAt, timezone)}
            {!list.shared && ' · yours alone'}
          </Text>
        </div>
        <Group gap="xs">
          <GuardedButton
            reason={reasonNotToOrder}
            variant="subtle"
            color="gray"
            title={`Remove ${list.name}`}
            onClick={onRemove}
          >
            Remove
          </GuardedButton>
          <GuardedButton
            reason={reasonNotToOrder}
            title={`Add ${list.name} to the basket`}
            loading={add.pending}
            onClick={() => void add.submit()}
          >
            Add to basket
          </GuardedButton>
        </Group>
      </Group>
    </li>
  )
}

/** Makes an empty list, and leads to where it is filled. */
function NewList(dialog: { opened: boolean; onClose: () => void }) {
  const { slug } = usePortal()
  const navigate = useNavigate()
  const create = async (list: { name: string; shared: boolean }) => {
    const { data } = await api.POST('/app-api/portal/{slug}/lists', {
      params: { path: { slug } },
      body: { ...list, lines: [] },
    })
    await navigate({ to: '/t/$slug/lists/$id', params: { slug, id: data.id }, search: { edit: 'yes' } })
  }
  return <ListDialog {...dialog} title="New list" onSave={create} />
}
