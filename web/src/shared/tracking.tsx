import { Anchor } from '@mantine/core'
import { trackingLink } from '../../../server/src/shared/tracking.ts'

/** Where goods can be followed: a link where it is an address, else the text. */
export function Tracking({ tracking }: { tracking: string }) {
  const link = trackingLink(tracking)
  if (link === null) return tracking
  return (
    <Anchor
      inherit
      href={link}
      target="_blank"
      rel="noreferrer"
      underline="always"
      style={{ overflowWrap: 'anywhere' }}
    >
      {tracking}
    </Anchor>
  )
}
