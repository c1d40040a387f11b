import { useNavigate } from '@tanstack/react-router'
import { api } from '../../shared/api.ts'
import { usePortal } from '../portal-context.tsx'
import { ListDialog } from './list-dialog.tsx'

/** Makes an empty list, and leads to where it is filled. */
export function NewList(dialog: { opened: boolean; onClose: () => void }) {
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
