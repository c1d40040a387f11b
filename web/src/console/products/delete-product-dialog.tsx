import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../shared/api.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { notify } from '../../shared/toasts.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { EditedProduct } from './product-queries.ts'

type DeleteProductDialogProps = { product: EditedProduct; opened: boolean; onClose: () => void }

/** Deletes a product, once its name is typed. */
export function DeleteProductDialog({ product: { id, sku, name }, opened, onClose }: DeleteProductDialogProps) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const run = async () => {
    await api.DELETE('/app-api/console/{slug}/products/{id}', { params: { path: { slug, id } } })
    notify(`${name} is deleted.`)
    await navigate({ to: '/w/$slug/products', params: { slug } })
    queryClient.removeQueries({ queryKey: ['console', slug, 'products', id] })
    void queryClient.invalidateQueries({ queryKey: ['console', slug] })
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete ${sku}`}
      effect="This deletes the product with its agreed prices and its lines in price changes. Orders keep what they show. It cannot be undone. To only hide it, make it inactive."
      confirmLabel="Delete product"
      typedName={name}
      danger
      onConfirm={run}
    ></ConfirmDialog>
  )
}
