import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { notify } from '../../shared/toasts.ts'
import { notifyWithUndo } from '../../shared/undo.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { productImageQuery, removeImage, restoreImage, retryImages, uploadImage } from './image-queries.ts'
import type { ProductImage } from './image-queries.ts'

/** What staff do with the image of a product. One act at a time; its problem stays until the next one. */
export function useImageActs({ id, name }: { id: string; name: string }) {
  const { slug } = useWorkspace()
  const client = useQueryClient()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)

  const show = useCallback(
    (image: ProductImage) => {
      client.setQueryData(productImageQuery(slug, id).queryKey, image)
      void client.invalidateQueries({ queryKey: ['console', slug, 'images'] })
    },
    [client, slug, id],
  )
  const run = useCallback(async (act: () => Promise<void>) => {
    setPending(true)
    setProblem(null)
    await act().catch(setProblem)
    setPending(false)
  }, [])

  const upload = useCallback(
    (file: File) =>
      void run(async () => {
        show(await uploadImage(slug, id, file))
        notify('The image was uploaded.')
      }),
    [run, show, slug, id],
  )
  const remove = ({ shown }: ProductImage) =>
    void run(async () => {
      show(await removeImage(slug, id))
      const message = `The image of ${name} was removed.`
      if (shown) notifyWithUndo(message, async () => show(await restoreImage(slug, id, shown.digest)))
      else notify(message)
    })
  const retry = () =>
    void run(async () => {
      await retryImages(slug, [id])
      await client.invalidateQueries({ queryKey: ['console', slug, 'images'] })
    })
  return { upload, remove, retry, pending, problem }
}
