import { Alert, Button, Group, Text } from '@mantine/core'

type ChangedByOthersProps = { what: string; lines: string[]; onKeepMine: () => void; onTakeTheirs: () => void }

/** Somebody else saved meanwhile: says what is different, and lets the person decide. */
export function ChangedByOthers({ what, lines, onKeepMine, onTakeTheirs }: ChangedByOthersProps) {
  return (
    <Alert color="yellow" title={`Somebody else changed this ${what} meanwhile`} role="alert">
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Text size="sm">What you typed is still in the form, and not saved yet.</Text>
      <Group mt="sm" gap="xs">
        <Button size="xs" variant="default" onClick={onKeepMine}>
          Keep what I typed
        </Button>
        <Button size="xs" variant="default" onClick={onTakeTheirs}>
          Drop what I typed
        </Button>
      </Group>
    </Alert>
  )
}
