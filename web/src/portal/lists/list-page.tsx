import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { counted } from '../../../../server/src/shared/counted.ts'
import { Page } from '../../shared/page.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { usePortal } from '../portal-context.tsx'
import { EditList } from './edit-list.tsx'
import { listQuery } from './list-queries.ts'
import { OrderList } from './order-list.tsx'

const route = getRouteApi('/t/$slug/lists/$id')

/** One list: to order from it, or to change it. */
export function ListPage() {
  const { slug, reasonNotToOrder } = usePortal()
  const { id } = route.useParams()
  const { edit } = route.useSearch()
  const changeSearch = useChangeSearch()
  const { data: list } = useSuspenseQuery(listQuery(slug, id))
  const { name, shared, createdBy, lineCount } = list
  const isEdited = edit !== undefined
  return (
    <Page
      title={name}
      description={`${counted(lineCount, 'line')} · ${shared ? `shared, made by ${createdBy}` : 'yours alone'}`}
      crumbs={[{ label: 'Saved lists', link: { to: '/t/$slug/lists', params: { slug } } }]}
      actions={
        isEdited ? (
          <Button variant="default" onClick={() => changeSearch({ edit: undefined })}>
            Back to ordering
          </Button>
        ) : (
          <GuardedButton
            reason={reasonNotToOrder}
            variant="default"
            onClick={() => changeSearch({ edit: 'yes' }, { push: true })}
          >
            Edit list
          </GuardedButton>
        )
      }
    >
      {isEdited ? (
        <EditList key={id} list={list} onDone={() => changeSearch({ edit: undefined })} />
      ) : (
        <OrderList key={id} list={list} />
      )}
    </Page>
  )
}
