import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { setCookies } from '../../http/auth/session-cookie.ts'
import { needsSetUp, setUp } from '../../people/set-up.ts'
import { text } from '../../lib/text-input.ts'
import { emailInput, nameInput, newPassword } from '../../people/person-input.ts'

const Input = z.object({
  code: text(50).meta({ description: 'The code that the start of the service printed.' }),
  name: nameInput,
  email: emailInput,
  password: newPassword,
  workspace: z.object({
    name: text(200),
    currency: text(3)
      .transform((code) => code.toUpperCase())
      .meta({ description: 'ISO 4217.' }),
    timezone: text(100).meta({ description: 'IANA time zone.' }),
    taxLabel: text(200).meta({ description: 'Text that says that prices are before tax.' }),
  }),
})

export const setUpRoutes: RoutePlugin = async (app) => {
  app.get(
    '/set-up',
    operation('readSetUp', 'Whether nobody can sign in yet', {
      config: { anybody: true },
      answer: envelope(z.object({ isNeeded: z.boolean() })),
    }),
    async ({ people }) => ({ data: { isNeeded: await needsSetUp(people) } }),
  )

  app.post(
    '/set-up',
    operation('setUp', 'Make the first person and their workspace', {
      config: { anybody: true },
      body: Input,
      answer: envelope(z.object({ slug: z.string() })),
    }),
    async (request, reply) => {
      const { slug, ...signedIn } = await setUp(request.people, request.body, request.visitor)
      setCookies(request, reply, signedIn)
      return { data: { slug } }
    },
  )
}
