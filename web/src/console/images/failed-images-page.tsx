import { VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Column } from '../../shared/list.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { Empty } from '../../shared/empty.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { notify, notifyFailure } from '../../shared/toasts.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { failedImagesQuery, retryImages } from './image-queries.ts'
import type { FailedImage } from './image-queries.ts'

const route = getRouteApi('/w/$slug/failed-images')

/** The products whose image could not be copied, each with the reason. */
export function FailedImagesPage() {
  const { slug } = useWorkspace()
  const search = route.useSearch()
  const list = useQuery(failedImagesQuery(slug, search))
  const { retry, pending, reason } = useRetry()
  const columns: Column<FailedImage>[] = [
    { key: 'sku', header: 'SKU', cell: ({ sku }) => sku },
    { key: 'name', header: 'Name', cell: ({ name }) => name },
    { key: 'failure', header: 'Reason', wraps: true, cell: ({ failure }) => failure },
    { key: 'host', header: 'From', cell: ({ sourceUrl }) => URL.parse(sourceUrl)?.host ?? sourceUrl, from: 'md' },
    {
      key: 'retry',
      header: 'Try again',
      cell: ({ id, sku }) => (
        <GuardedButton
          reason={reason}
          size="compact-sm"
          variant="default"
          disabled={pending}
          onClick={() => void retry([id])}
        >
          Try again <VisuallyHidden>{sku}</VisuallyHidden>
        </GuardedButton>
      ),
    },
  ]
  const total = list.data?.total
  return (
    <Page
      title="Failed images"
      description="These images could not be copied in six attempts over a day, or cannot be copied at all."
      crumbs={[{ label: 'Products', link: { to: '/w/$slug/products', params: { slug } } }]}
      actions={
        total !== undefined &&
        total > 0 && (
          <GuardedButton reason={reason} onClick={() => void retry()} loading={pending}>
            Try all again
          </GuardedButton>
        )
      }
    >
      <Problem error={list.data ? null : list.error} retry={() => void list.refetch()} />
      <DataTable
        label="Failed images"
        columns={columns}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/w/$slug/products/$id', params: { slug, id } })}
        isStale={list.isPlaceholderData}
        empty={
          <Empty title="No image has failed">Images that cannot be copied are listed here, with the reason.</Empty>
        }
        pager={{ total, nextOffset: list.data?.nextOffset }}
      />
    </Page>
  )
}

function useRetry() {
  const { slug, reasonNot } = useWorkspace()
  const client = useQueryClient()
  const [pending, setPending] = useState(false)
  const retry = async (productIds?: string[]) => {
    setPending(true)
    try {
      const queued = await retryImages(slug, productIds)
      notify(queued === 1 ? 'The image is being copied once more.' : `${queued} images are being copied once more.`)
      await client.invalidateQueries({ queryKey: ['console', slug, 'images'] })
    } catch (error) {
      notifyFailure(error)
    } finally {
      setPending(false)
    }
  }
  return { retry, pending, reason: reasonNot('products') }
}
