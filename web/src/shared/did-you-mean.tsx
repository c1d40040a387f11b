import { Text } from '@mantine/core'
import type { SearchTexts } from './search-params.ts'
import { TextLink } from './text-link.tsx'

/** Another way to write the search of a list, as a link that searches for it. */
export function DidYouMean({ q }: { q: string }) {
  return (
    <Text my="sm">
      Did you mean{' '}
      <TextLink to="." search={(current: SearchTexts) => ({ ...current, q, page: undefined })} fw={600}>
        {q}
      </TextLink>
      ?
    </Text>
  )
}
