import { Alert, List, Loader, Text } from '@mantine/core'
import type { Issue } from '../../shared/api.ts'
import { Problem } from '../../shared/problem.tsx'
import type { Review } from './queries.ts'

const PARTS = { lines: 'Lines', prices: 'List prices', terms: 'Terms, customers and products' } as const

type EffectProps = { act: string; review: Review | undefined; error: unknown; changed: Issue[] }

/**
 * What a decision does: "Publish 412 prices: 38 customers pay more, largest rise 18%"; and what is new since it was
 * shown.
 */
export function EffectText({ act, review, error, changed }: EffectProps) {
  if (error && !review) return <Problem error={error} />
  if (!review) return <Loader size="sm" aria-label="Reading what it does" />
  return (
    <>
      {changed.length > 0 && <ChangedSince changed={changed} />}
      <Text fw={600}>
        {act} {review.effect}.
      </Text>
      {review.summary.deleted > 0 && (
        <Text size="sm">
          Lines of products that are deleted are left out: {review.summary.deleted.toLocaleString('en')}.
        </Text>
      )}
    </>
  )
}

function ChangedSince({ changed }: { changed: Issue[] }) {
  const parts = Object.entries(PARTS).filter(([path]) => changed.some((issue) => issue.path === path))
  return (
    <Alert color="yellow" title="Changed since you looked" mb="sm" role="region" aria-label="Changed since you looked">
      {parts.map(([path, label]) => (
        <div key={path}>
          <Text size="sm" fw={600}>
            {label}
          </Text>
          <List size="sm">
            {changed
              .filter((issue) => issue.path === path)
              .map(({ message }) => (
                <List.Item key={message}>{message}</List.Item>
              ))}
          </List>
        </div>
      ))}
      <Text size="sm" mt={4}>
        What it does now is below.
      </Text>
    </Alert>
  )
}
