import { Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { PAGE_SIZE, useChangeSearch, usePage, useSearchParam } from './search-params.ts'

export type PagerProps = {
  /** Rows on this page. */
  shown: number
  /** Of all pages, where it is known. */
  total?: number | undefined
  /** Where the next page begins; none where there is no next page. */
  nextOffset: number | null | undefined
}

/**
 * Which rows of a list are shown, and the way to the next and the previous ones: `page` of the address. A list of one
 * page has none.
 */
export function Pager({ shown, total, nextOffset }: PagerProps) {
  const page = usePage()
  const changeSearch = useChangeSearch()
  const turnTo = (next: number) =>
    changeSearch({ page: next === 1 ? undefined : String(next) }, { push: true, toTop: true })
  const hasNext = typeof nextOffset === 'number' && (total === undefined || nextOffset < total)
  if (page === 1 && !hasNext) return null
  const first = (page - 1) * PAGE_SIZE + 1
  const range = shown === 0 ? '0' : `${formatCount(first)}–${formatCount(first + shown - 1)}`
  return (
    <Group component="nav" aria-label="Pages" justify="space-between" mt="sm" gap="sm" className="no-print">
      <Text size="sm" c="dimmed" aria-live="polite">
        {range}
        {total !== undefined && ` of ${formatCount(total)}`}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconChevronLeft size={16} />}
          disabled={page <= 1}
          onClick={() => turnTo(page - 1)}
        >
          Previous page
        </Button>
        <Button
          variant="default"
          size="xs"
          rightSection={<IconChevronRight size={16} />}
          disabled={!hasNext}
          onClick={() => turnTo(page + 1)}
        >
          Next page
        </Button>
      </Group>
    </Group>
  )
}

function formatCount(count: number): string {
  return count.toLocaleString('en')
}

/**
 * Leads through a list that is read newest first, and whose length nobody counts. `before` is where its next page begins:
 * null on the last one.
 */
export function NewestFirstPager({ before }: { before: string | null | undefined }) {
  const [page] = useSearchParam('page')
  const changeSearch = useChangeSearch()
  const open = (next: string | undefined) => changeSearch({ page: next }, { push: true, toTop: true })
  if (!page && !before) return null
  return (
    <Group mt="sm" component="nav" aria-label="Pages">
      {page && (
        <Button variant="default" size="xs" onClick={() => open(undefined)}>
          Newest
        </Button>
      )}
      {before && (
        <Button variant="default" size="xs" onClick={() => open(before)}>
          Older
        </Button>
      )}
    </Group>
  )
}
