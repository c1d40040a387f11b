import { Alert, Button, List } from '@mantine/core'
import { useUnsaved } from '../../shared/unsaved.ts'
import { usePortal } from '../portal-context.tsx'
import { useRefused, useWaitingEdits } from './basket-edits.ts'

/** What of the basket waits for the connection, and what the service has refused of that. */
export function Waiting() {
  const { slug } = usePortal()
  const waiting = useWaitingEdits()
  const [refused, forget] = useRefused(slug)
  useUnsaved(waiting.length > 0)
  return (
    <div role="status" aria-label="Changes made offline">
      {waiting.length > 0 && (
        <Alert mb="md" title="This waits for the connection">
          <List size="sm">
            {waiting.map(({ id, what }) => (
              <List.Item key={id}>{what}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {refused.length > 0 && (
        <Alert mb="md" color="red" title="This was changed offline, and refused">
          <List size="sm" mb="xs">
            {refused.map(({ id, what, reason }) => (
              <List.Item key={id}>
                {what}: {reason}
              </List.Item>
            ))}
          </List>
          <Button size="compact-sm" variant="default" onClick={forget}>
            I have seen it
          </Button>
        </Alert>
      )}
    </div>
  )
}
