import { Button, Group, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { Dialog } from './dialog.tsx'
import { useUnsaved } from './unsaved.ts'

/**
 * Asks before a page with unsaved changes is left, also by closing the tab. A change of the address within the page
 * asks nothing.
 */
export function LeaveGuard({ when }: { when: boolean }) {
  useUnsaved(when)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when,
    withResolver: true,
  })
  const isAsked = status === 'blocked'
  return (
    <Dialog opened={isAsked} onClose={() => reset?.()} title="Leave without saving?">
      <Text>What you changed on this page is not saved.</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => reset?.()}>
          Stay
        </Button>
        <Button color="red" onClick={() => proceed?.()}>
          Leave
        </Button>
      </Group>
    </Dialog>
  )
}
