import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { LOOK, Logo } from '../portal/portal.ts'
import { readPortalEntry } from '../../portal/read-portal.ts'

export const portalEntryRoutes: RoutePlugin = async (app) => {
  app.get(
    '/portals/:address',
    operation('readPortalEntry', 'Whose trade portal it is, before one signs in', {
      config: { anybody: true },
      params: z.object({ address: z.string() }),
      answer: envelope(
        z.object({
          name: z.string(),
          ...LOOK,
          logo: Logo,
          closedTo: z.string().nullable().meta({
            description: 'The e-mail of who is signed in, where their access to this portal has ended.',
          }),
          inactiveCustomer: z.string().nullable().meta({
            description: 'The name of their customer, where it has ended because that is inactive.',
          }),
        }),
      ),
    }),
    async ({ people, params, session }) => ({
      data: await readPortalEntry(people, params.address, session?.person_id),
    }),
  )
}
