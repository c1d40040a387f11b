import { Anchor, Text } from '@mantine/core'
import { formatDateTime } from '../../shared/dates.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { ProductPictures } from './image-queries.ts'

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
