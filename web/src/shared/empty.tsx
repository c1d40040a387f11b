import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

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
