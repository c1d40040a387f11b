import { Text } from '@mantine/core'
import { useWorkspace } from '../workspace-context.tsx'

/** The workspace's name; for who is in several, the way to the others. */
export function WorkspaceSwitcher() {
  const { name } = useWorkspace()
  return (
    <Text fw={650} truncate>
      {name}
    </Text>
  )
}
