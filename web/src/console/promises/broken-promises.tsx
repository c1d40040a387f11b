import { Alert, List, Text } from '@mantine/core'

type BrokenPromisesProps = { breaks: readonly { path: string; message: string }[] | undefined; act: string }

/** Promises that an act would break, which then asks for a reason; nothing where it breaks none. */
export function BrokenPromises({ breaks = [], act }: BrokenPromisesProps) {
  if (breaks.length === 0) return null
  return (
    <Alert color="red" role="region" aria-label="Promises that it breaks" title="This breaks promises">
      <List size="sm">
        {breaks.map(({ path, message }) => (
          <List.Item key={path}>{message}</List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        {act} asks for a reason.
      </Text>
    </Alert>
  )
}
