import { z } from 'zod'

export const invitationsTakenBack = z
  .array(z.string())
  .meta({ description: 'To whom open invitations were that this person had made: they no longer work.' })
