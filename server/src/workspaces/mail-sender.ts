import type { Context, WorkspaceContext } from '../context.ts'
import { OWN_LOOK } from '../jobs/mail/mail-layout.ts'
import type { MailLook } from '../jobs/mail/mail-layout.ts'
import { shapeWorkspace } from './workspaces.ts'
import type { Workspace } from './workspaces.ts'

/** Whom mails of a workspace are from. `slug` is the address of its pages. */
export type MailSender = { wholesaler: Workspace; slug: string; look: MailLook }

/** The workspace, as it writes mails; while nobody has set up its portal, they have our colour. */
export async function readMailSender({
  db,
  clock,
  workspaceId,
}: Context & Pick<WorkspaceContext, 'workspaceId'>): Promise<MailSender> {
  const { slug, colour, address, logo, ...workspace } = await db
    .selectFrom('workspace as w')
    .innerJoin('workspace_address as a', 'a.workspace_id', 'w.id')
    .leftJoin('portal_settings as s', 's.workspace_id', 'w.id')
    .selectAll('w')
    .select(['a.slug', 's.colour', 's.address', 's.logo'])
    .where('w.id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  const look = { name: workspace.name, colour: colour ?? OWN_LOOK.colour, address, logo }
  return { wholesaler: shapeWorkspace(workspace, clock()), slug, look }
}
