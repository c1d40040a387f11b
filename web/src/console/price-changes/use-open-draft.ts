import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { counted } from '../../../../server/src/shared/counted.ts'
import { notify } from '../../shared/toasts.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { allKey } from './queries.ts'

/** Goes to a draft that was just made, and says how many lines it has. */
export function useOpenDraft() {
  const { slug } = useWorkspace()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async ({ id, lineCount }: { id: string; lineCount: number }) => {
    void client.invalidateQueries({ queryKey: allKey(slug) })
    await navigate({ to: '/w/$slug/price-changes/$id', params: { slug, id } })
    notify(`A new draft with ${counted(lineCount, 'line')}.`)
  }
}
