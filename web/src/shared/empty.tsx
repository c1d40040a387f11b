import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { TextLink } from './links.tsx'
import type { SearchTexts } from './search-params.ts'

/** Says what belongs in an empty place, and offers the next step. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <Text fw={600}>{title}</Text>
      {children && (
        <Text c="dimmed" maw={480} component="div">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}

/** A place whose content is read out when it comes. It is on the page before: else screen readers miss it. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="live-region">
      {children}
    </div>
  )
}

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
