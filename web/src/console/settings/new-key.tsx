import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../../shared/dialog.tsx'
import { TextToCopy } from '../../shared/text-to-copy.tsx'

/** A key that was just created, and a line that tries it. */
export function NewKey({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const line = `curl -H 'Authorization: Bearer ${secret ?? ''}' '${location.origin}/api/v1/products?limit=3'`
  return (
    // By its buttons alone: nothing brings the key back.
    <Dialog
      opened={secret !== null}
      onClose={onClose}
      title="Your new key"
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Text>Copy the key now: it is shown only this once.</Text>
        <TextToCopy text={secret ?? ''} label="Copy the key" />
        <Text>To try it:</Text>
        <TextToCopy text={line} label="Copy the line" />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
