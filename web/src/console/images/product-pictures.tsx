import { Box, FileButton, Group, Loader, Paper, Text, Title } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { filesOf, IMAGE_TYPES, usePastedFiles } from './image-files.ts'
import { productPicturesQuery } from './image-queries.ts'
import { ImageStatus } from './image-status.tsx'
import { PictureList } from './picture-list.tsx'
import styles from './product-pictures.module.css'
import { usePictureActs } from './use-picture-acts.ts'

type Product = { id: string; name: string; category: string | null }

/** The pictures of a product in their order, how far the copy of its image has come, and a place to drop others. */
export function ProductPictures({ product }: { product: Product }) {
  const { slug, reasonNot } = useWorkspace()
  const { data, error, refetch } = useQuery(productPicturesQuery(slug, product.id))
  const acts = usePictureActs(product)
  const [isOver, setIsOver] = useState(false)
  const reason = reasonNot('write')
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
