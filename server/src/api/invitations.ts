import { z } from 'zod'

/** An invitation that was just made. */
export const Invited = z.object({
  id: z.uuid(),
  link: z.string().nullable().meta({ description: 'The link to pass on; null where it was sent by mail.' }),
})

export const invitationsTakenBack = z
  .array(z.string())
  .meta({ description: 'To whom open invitations were that this person had made: they no longer work.' })
