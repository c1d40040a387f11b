import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, ApiError } from '../../shared/api.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { notify } from '../../shared/toasts.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { whileActing } from './bulk-acts.ts'
import type { ChosenProducts } from './bulk-acts.ts'
import { counted } from '../../../../server/src/shared/counted.ts'

type BulkDeleteDialogProps = { count: number; chosen: ChosenProducts; onClose: () => void; onDone: () => void }

/** Deletes the chosen products, once their number is typed. */
export function BulkDeleteDialog({ count, chosen, onClose, onDone }: BulkDeleteDialogProps) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const run = async () => {
    try {
      const { data } = await api.POST('/app-api/console/{slug}/products/bulk-delete', {
        params: { path: { slug } },
        body: { products: chosen },
      })
      notify(`${counted(data.deleted, 'product')} deleted.`)
      onDone()
      void queryClient.invalidateQueries({ queryKey: ['console', slug] })
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        void queryClient.invalidateQueries({ queryKey: ['console', slug, 'products'] })
      }
      throw error
    }
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${counted(count, 'product')}`}
      effect={
        <Text>
          This deletes <strong>{counted(count, 'product')}</strong> with their agreed prices and their lines in price
          changes. Orders keep what they show. It cannot be undone.
        </Text>
      }
      typedName={String(count)}
      danger
      whilePending={whileActing(count)}
      onConfirm={run}
    />
  )
}
