import { Button, Group, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { Dialog } from './dialog.tsx'
import { useUnsaved } from './unsaved.ts'

/** What is said instead where the browser keeps what was typed: closing the tab then loses nothing. */
type Kept = { title: string; text: string }

/**
 * Asks before a page with unsaved changes is left, also by closing the tab. A change of the address within the page
 * asks nothing.
 */
export function LeaveGuard({ when, kept }: { when: boolean; kept?: Kept }) {
  useUnsaved(when && !kept)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when && !kept,
    withResolver: true,
  })
  const isAsked = status === 'blocked'
  return (
    <Dialog opened={isAsked} onClose={() => reset?.()} title={kept?.title ?? 'Leave without saving?'}>
      <Text>{kept?.text ?? 'What you changed on this page is not saved.'}</Text>
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
