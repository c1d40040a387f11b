import { Button, Group } from '@mantine/core'
import { useChangeSearch, useSearchParam } from './search-params.ts'

/**
 * Leads through a list that is read newest first, and whose length nobody counts. `before` is where its next page begins:
 * null on the last one.
 */
export function NewestFirstPager({ before }: { before: string | null | undefined }) {
  const [page] = useSearchParam('page')
  const changeSearch = useChangeSearch()
  const open = (next: string | undefined) => changeSearch({ page: next }, { push: true, toTop: true })
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
