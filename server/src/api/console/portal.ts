import { after } from '../common-schemas.ts'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { WorkspaceContext } from '../../context.ts'
import { envelope } from '../../http/envelope.ts'
import { wholeNumber } from '../../http/input.ts'
import { operationsOf } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import {
  MAX_TEXT,
  readEditablePortal,
  updatePortalSettings,
  readLogo,
  removeLogo,
  uploadLogo,
} from '../../portal/portal-settings.ts'
import { COLOUR } from '../../shared/accent.ts'
import { MAX_COMING_DAYS } from '../../shared/limits.ts'
import { optionalText } from '../../lib/text-input.ts'
import { Logo, PortalSettings } from '../portal/portal.ts'

const version = z.string().meta({ description: 'Send it back with a change.' })

const EditablePortal = PortalSettings.extend({ version, logo: Logo }).meta({ id: 'EditablePortal' })

const colour = z.string().trim().toLowerCase().regex(COLOUR, 'Must be a colour such as #3b5bdb.')

const Changes = z
  .object({
    showListPrices: z.boolean(),
    showCandidates: z.boolean(),
    showAvailability: z.boolean(),
    allowNotes: z.boolean(),
    allowColleagues: z.boolean(),
    comingDays: wholeNumber(0, MAX_COMING_DAYS),
    message: optionalText(MAX_TEXT).nullable(),
    colour,
    address: optionalText(MAX_TEXT).nullable(),
    version,
  })
  .meta({ id: 'ChangePortal' })

const operation = operationsOf('Settings')
const answer = envelope(EditablePortal)

export const portalSettingsRoutes: RoutePlugin = async (app) => {
  app.get(
    '/portal',
    operation('readPortalSettings', 'How the trade portal is set up', { right: 'read', own: 'open', answer }),
    async ({ workspace }) => ({ data: await readForm(workspace) }),
  )

  app.put(
    '/portal',
    operation('updatePortalSettings', 'Set up the trade portal', { right: 'settings', body: Changes, answer }),
    async ({ workspace, body: { message = null, address = null, ...settings } }) =>
      after(updatePortalSettings(workspace, { ...settings, message, address }), () => readForm(workspace)),
  )

  app.delete(
    '/portal/logo',
    operation('removePortalLogo', 'Take the logo away', { right: 'settings', answer }),
    async ({ workspace }) => after(removeLogo(workspace), () => readForm(workspace)),
  )
}

/** In its own scope: the body is the image itself. */
export const logoUploadRoutes: RoutePlugin = async (app) => {
  app.put(
    '/portal/logo',
    operation('uploadPortalLogo', 'Upload the logo: the body is the file', {
      right: 'settings',
      params: z.object({ slug: z.string() }),
      answer,
    }),
    async ({ workspace, body }) => after(uploadLogo(workspace, body as Readable), () => readForm(workspace)),
  )
}

async function readForm(workspace: WorkspaceContext) {
  return { ...(await readEditablePortal(workspace)), logo: await readLogo(workspace) }
}
