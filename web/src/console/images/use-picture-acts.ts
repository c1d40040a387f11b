import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { errorText } from '../../shared/api.ts'
import { notify } from '../../shared/toasts.ts'
import { notifyWithUndo } from '../../shared/undo.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { productPicturesQuery, retryImages, setPictures, uploadPicture } from './image-queries.ts'
import type { Picture, ProductPictures } from './image-queries.ts'

/** What staff do with the pictures of a product. One act at a time; its problem stays until the next one. */
export function usePictureActs({ id }: { id: string }) {
  const { slug } = useWorkspace()
  const client = useQueryClient()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const query = productPicturesQuery(slug, id)

  const show = useCallback(
    (data: ProductPictures) => client.setQueryData(productPicturesQuery(slug, id).queryKey, data),
    [client, slug, id],
  )
  const run = useCallback(
    async (act: () => Promise<void>) => {
      setPending(true)
      setProblem(null)
      await act().catch(setProblem)
      await client.invalidateQueries({ queryKey: ['console', slug, 'images'] })
      setPending(false)
    },
    [client, slug],
  )

  /** The pictures that are taken are kept, also where another file is refused. */
  const upload = useCallback(
    (files: readonly File[]) =>
      void run(async () => {
        const refused: string[] = []
        for (const file of files) {
          await uploadPicture(slug, id, file).then(show, (error) => refused.push(`${file.name}: ${errorText(error)}`))
        }
        const taken = files.length - refused.length
        if (taken > 0) notify(taken === 1 ? 'The picture was added.' : `${taken} pictures were added.`)
        setProblem(refused.length > 0 ? refused.join(' ') : null)
      }),
    [run, show, slug, id],
  )
  const change = (pictures: readonly Picture[], message?: string) =>
    void run(async () => {
      const before = client.getQueryData(query.queryKey)!.pictures
      show(await setPictures(slug, id, { pictures, seen: before }))
      if (message === undefined) return
      if (before.length === 0) notify(message)
      else
        notifyWithUndo(
          message,
          async () => void show(await setPictures(slug, id, { pictures: before, seen: pictures })),
        )
    })
  const retry = () => void run(async () => void (await retryImages(slug, [id])))
  return { upload, change, retry, pending, problem }
}
