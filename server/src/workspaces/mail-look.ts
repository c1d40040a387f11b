import type { WorkspaceContext } from '../context.ts'
import { OWN_LOOK } from '../jobs/mail/mail-layout.ts'
import type { MailLook } from '../jobs/mail/mail-layout.ts'

/** How mails of the workspace look; while nobody has set up its portal, they have our colour. */
export async function readMailLook({
  db,
  workspaceId,
}: Pick<WorkspaceContext, 'db' | 'workspaceId'>): Promise<MailLook> {
  const { name, colour, ...look } = await db
    .selectFrom('workspace as w')
    .leftJoin('portal_settings as s', 's.workspace_id', 'w.id')
    .select(['w.name', 's.colour', 's.second_colour as secondColour', 's.address', 's.logo'])
    .where('w.id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return { ...look, name, colour: colour ?? OWN_LOOK.colour }
}
