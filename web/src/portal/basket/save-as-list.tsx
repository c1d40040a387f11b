import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { notify } from '../../shared/toasts.ts'
import { ListDialog } from '../lists/list-dialog.tsx'
import { listsQuery } from '../lists/list-queries.ts'
import { usePortal } from '../portal-context.tsx'
import { saveBasketChanges } from './use-basket-change.ts'

/** Keeps the basket as a list. */
export function SaveAsList(dialog: { opened: boolean; onClose: () => void }) {
  const { slug } = usePortal()
  const queryClient = useQueryClient()
  const save = async (list: { name: string; shared: boolean }) => {
    await saveBasketChanges()
    await api.POST('/app-api/portal/{slug}/lists', { params: { path: { slug } }, body: list })
    notify(`Saved as “${list.name}”.`)
    await queryClient.invalidateQueries(listsQuery(slug))
  }
  return <ListDialog {...dialog} title="Save as list" onSave={save} />
}
