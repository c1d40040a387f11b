import { Alert, Button, CopyButton, Group, Text, TextInput } from '@mantine/core'

/** For whom, and the link. */
export type Invited = { name: string; link: string }

/** The link of an invitation, where no mail is sent: to copy, and to send on. It is shown once. */
export function InvitationLink({ invited, onClose }: { invited: Invited; onClose: () => void }) {
  return (
    <Alert
      title={`Send this link to ${invited.name}`}
      withCloseButton
      onClose={onClose}
      closeButtonLabel="Close"
      mb="md"
    >
      <Text size="sm" mb="xs">
        It works once, within seven days, and is not shown again.
      </Text>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <TextInput label="Invitation link" value={invited.link} readOnly flex={1} />
        <CopyButton value={invited.link}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy link'}</Button>}
        </CopyButton>
      </Group>
    </Alert>
  )
}
