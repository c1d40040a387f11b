import { Anchor, Text, Group } from '@mantine/core'
import { formatDateTime } from '../../shared/dates.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { ProductPictures } from './image-queries.ts'
import type { ReactNode } from 'react'
import styles from './images.module.css'

/** How far the copy of an image has come, in words. */
export function ImageStatus({ image }: { image: ProductPictures }) {
  const { timezone } = useWorkspace()
  const { status, failure, nextAttemptAt, sourceUrl } = image
  const host = sourceUrl === null ? null : (URL.parse(sourceUrl)?.host ?? sourceUrl)
  return (
    <div role="status">
      {status === 'queued' && failure === null && (
        <Text size="sm" mt="xs">
          Is being copied from {host}.
        </Text>
      )}
      {failure !== null && (
        <Text size="sm" mt="xs" c={status === 'failed' ? 'red' : undefined}>
          {status === 'failed' ? `Not copied from ${host}. ${failure}` : `Not copied yet. ${failure}`}
        </Text>
      )}
      {nextAttemptAt !== null && (
        <Text size="sm" c="dimmed">
          The next attempt is at {formatDateTime(nextAttemptAt, timezone)}.
        </Text>
      )}
      {status === 'removed' && (
        <Text size="sm" c="dimmed" mt="xs">
          The image was removed. It comes back only if another URL is sent.
        </Text>
      )}
      {sourceUrl !== null && failure !== null && (
        <Text size="sm" mt={4}>
          <Anchor href={sourceUrl} target="_blank" rel="noreferrer" size="sm">
            Open the URL
          </Anchor>
        </Text>
      )}
    </div>
  )
}

type BesideThumbnailProps = {
  /** The path of the image. Without one, its place stays empty. */
  image: string | null
  /** False where nothing in the list has an image: then there is no place for one. */
  shown: boolean
  children: ReactNode
}

/**
 * What a product is called, beside its small image. The place is there before the image has come, and says nothing
 * more.
 */
export function BesideThumbnail({ image, shown, children }: BesideThumbnailProps) {
  if (!shown) return children
  return (
    <Group gap="xs" wrap="nowrap">
      <span className={`${styles.thumbnail} no-print`}>
        {image && <img src={image} width={36} height={36} alt="" loading="lazy" decoding="async" />}
      </span>
      <div>{children}</div>
    </Group>
  )
}
