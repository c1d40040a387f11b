import { Box, FileButton, Group, Loader, Paper, Text, Title } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { ImageLink } from '../../shared/image-link.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { fileOf, IMAGE_TYPES, usePastedFile } from './image-files.ts'
import { productImageQuery } from './image-queries.ts'
import type { ProductImage as Image } from './image-queries.ts'
import { ImageStatus } from './image-status.tsx'
import styles from './product-image.module.css'
import { useImageActs } from './use-image-acts.ts'

type Product = { id: string; name: string }

/** The image of a product: how far its copy has come, and a place to drop another one. */
export function ProductImage({ product }: { product: Product }) {
  const { slug, reasonNot } = useWorkspace()
  const { data: image, error, refetch } = useQuery(productImageQuery(slug, product.id))
  const acts = useImageActs(product)
  const [isOver, setIsOver] = useState(false)
  const reason = reasonNot('write')
  usePastedFile(reason ? null : acts.upload)
  return (
    <Paper withBorder p="md" component="section" aria-label="Image">
      <Title order={2} size="h4" mb="sm">
        Image
      </Title>
      <Problem error={acts.problem ?? (image ? null : error)} {...(!acts.problem && { retry: () => void refetch() })} />
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
          const file = fileOf(event.dataTransfer)
          if (file && !reason) acts.upload(file)
        }}
      >
        {acts.pending && <Loader size="sm" className={styles.loader} aria-label="Working" />}
        {image && <Shown image={image} name={product.name} />}
      </Box>
      {image && <ImageStatus image={image} />}
      <Group gap="xs" mt="sm">
        <FileButton accept={IMAGE_TYPES} onChange={(file) => file && acts.upload(file)} disabled={reason !== null}>
          {(props) => (
            <GuardedButton reason={reason} size="xs" variant="default" {...props} loading={acts.pending}>
              Upload image
            </GuardedButton>
          )}
        </FileButton>
        {image?.status === 'failed' && (
          <GuardedButton reason={reason} size="xs" variant="default" onClick={acts.retry} disabled={acts.pending}>
            Try again
          </GuardedButton>
        )}
        {image && (image.shown || image.status === 'queued') && (
          <GuardedButton
            reason={reason}
            size="xs"
            variant="default"
            onClick={() => acts.remove(image)}
            disabled={acts.pending}
          >
            Remove image
          </GuardedButton>
        )}
      </Group>
    </Paper>
  )
}

/** The image, or what to do where there is none. */
function Shown({ image: { shown }, name }: { image: Image; name: string }) {
  if (!shown) {
    return (
      <Text c="dimmed" size="sm" ta="center" px="md">
        <IconPhoto size={32} stroke={1.2} aria-hidden className={styles.icon} />
        Drop an image here, or paste one.
      </Text>
    )
  }
  return <ImageLink image={shown} name={name} className={styles.link!} />
}
