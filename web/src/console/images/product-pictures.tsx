import { Box, FileButton, Group, Loader, Paper, Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useCallback } from 'react'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { filesOf, IMAGE_TYPES, usePastedFiles } from './image-files.ts'
import { productPicturesQuery, retryImages, setPictures, uploadPicture } from './image-queries.ts'
import type { Picture, ProductPictures } from './image-queries.ts'
import { ImageStatus } from './image-status.tsx'
import styles from './images.module.css'
import { PictureDialog } from '../../shared/picture-gallery.tsx'
import { ProductPicture } from '../../shared/product-picture.tsx'
import { errorText } from '../../shared/api.ts'
import { notify, notifyWithUndo } from '../../shared/toasts.tsx'

type Product = { id: string; name: string; category: string | null }

/** The pictures of a product in their order, how far the copy of its image has come, and a place to drop others. */
export function ProductPictures({ product }: { product: Product }) {
  const { slug, reasonNot } = useWorkspace()
  const { data, error, refetch } = useQuery(productPicturesQuery(slug, product.id))
  const acts = usePictureActs(product)
  const [isOver, setIsOver] = useState(false)
  const reason = reasonNot('products')
  usePastedFiles(reason ? null : acts.upload)
  return (
    <Paper withBorder p="md" component="section" aria-label="Pictures">
      <Title order={2} size="h4" mb="sm">
        Pictures
      </Title>
      <Problem error={acts.problem ?? (data ? null : error)} {...(!acts.problem && { retry: () => void refetch() })} />
      <Box
        className={styles.place}
        data-image-place
        data-over={isOver || undefined}
        onDragOver={(event) => {
          if (reason) return
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          if (!reason) acts.upload(filesOf(event.dataTransfer))
        }}
      >
        {acts.pending && <Loader size="sm" className={styles.loader} aria-label="Working" />}
        {data && data.pictures.length > 0 && (
          <PictureList
            {...{ product, reason }}
            pictures={data.pictures}
            pending={acts.pending}
            onChange={acts.change}
          />
        )}
        {data && data.pictures.length === 0 && (
          <Text c="dimmed" size="sm" ta="center" px="md">
            <IconPhoto size={32} stroke={1.2} aria-hidden className={styles.icon} />
            Drop pictures here, or paste one.
          </Text>
        )}
      </Box>
      {data && <ImageStatus image={data} />}
      <Group gap="xs" mt="sm">
        <FileButton accept={IMAGE_TYPES} multiple onChange={acts.upload} disabled={reason !== null}>
          {(props) => (
            <GuardedButton reason={reason} size="xs" variant="default" {...props} loading={acts.pending}>
              Add pictures
            </GuardedButton>
          )}
        </FileButton>
        {data?.status === 'failed' && (
          <GuardedButton reason={reason} size="xs" variant="default" onClick={acts.retry} disabled={acts.pending}>
            Try again
          </GuardedButton>
        )}
        {data?.status === 'queued' && data.pictures.length === 0 && (
          <GuardedButton
            reason={reason}
            size="xs"
            variant="default"
            onClick={() => acts.change([], `The image of ${product.name} is not copied.`)}
            disabled={acts.pending}
          >
            Do not copy
          </GuardedButton>
        )}
      </Group>
    </Paper>
  )
}

type PictureListProps = {
  product: { name: string; category: string | null }
  pictures: readonly Picture[]
  /** Why they cannot be changed, or null. */
  reason: string | null
  pending: boolean
  /** Sets the pictures. With a message it offers to undo it. */
  onChange: (pictures: readonly Picture[], message?: string) => void
}

/** Pictures in their order, each with buttons to move and to remove it. */
function PictureList({ product, pictures, reason, pending, onChange }: PictureListProps) {
  const [opened, setOpened] = useState<number | null>(null)
  const last = pictures.length - 1
  const without = (at: number) => pictures.toSpliced(at, 1)
  return (
    <ol className={styles.list} aria-label="Pictures in their order">
      {pictures.map((image, at) => {
        const act = (label: string, run: () => void, reasonNot: string | null) => (
          <GuardedButton
            reason={reason ?? reasonNot}
            size="compact-sm"
            variant="default"
            disabled={pending}
            onClick={run}
          >
            {label} <VisuallyHidden>picture {at + 1}</VisuallyHidden>
          </GuardedButton>
        )
        const moveTo = (to: number) => onChange(without(at).toSpliced(to, 0, image))
        return (
          <li key={image.digest} className={styles.item}>
            <UnstyledButton
              aria-label={`Enlarge picture ${at + 1}`}
              aria-haspopup="dialog"
              onClick={() => setOpened(at)}
            >
              <ProductPicture {...product} image={image} size={96} />
            </UnstyledButton>
            <div>
              {at === 0 && last > 0 && (
                <Text size="xs" c="dimmed" mb={4}>
                  The first is shown in lists.
                </Text>
              )}
              <Group gap={6}>
                {last > 0 && act('Move up', () => moveTo(at - 1), at === 0 ? 'It is the first.' : null)}
                {last > 0 && act('Move down', () => moveTo(at + 1), at === last ? 'It is the last.' : null)}
                {act('Remove', () => onChange(without(at), `A picture of ${product.name} was removed.`), null)}
              </Group>
            </div>
          </li>
        )
      })}
      <PictureDialog name={product.name} pictures={pictures} at={opened} onShow={setOpened} />
    </ol>
  )
}

/** What staff do with the pictures of a product. One act at a time; its problem stays until the next one. */
function usePictureActs({ id }: { id: string }) {
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
