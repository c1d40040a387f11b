import { Modal, Text } from '@mantine/core'
import { TextToCopy } from '../../shared/text-to-copy.tsx'

/** The link of an invitation, where no mail is sent from here: to copy and pass on. */
export function InvitationLink({ link, onClose }: { link: string | null; onClose: () => void }) {
  return (
    <Modal opened={link !== null} onClose={onClose} title="Pass this link on" size="lg">
      <Text mb="sm">
        Whoever opens it can join, once, within 7 days. It is shown only now; a new one can be made at any time.
      </Text>
      <TextToCopy text={link ?? ''} label="Copy link" />
    </Modal>
  )
}
