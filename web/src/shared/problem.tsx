import { Alert, Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { errorText } from './api.ts'

/** What went wrong, in words; with `retry`, a button to try again. */
export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  if (!error) return null
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert" mb="md">
      <Group justify="space-between">
        {typeof error === 'string' ? error : errorText(error)}
        {retry && (
          <Button size="compact-sm" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  )
}
