import type { Role } from '../../server/src/shared/rights.ts'
import type { TestService, TestWorkspace } from './service.ts'
import { raiseRevision } from './given.ts'
import { givenSession } from './session.ts'
import type { SignedIn } from './session.ts'

/** A signed-in member of the staff, by the id of the person. Paths are below `/app-api/console/{slug}`. */
export type TestMember = SignedIn & { id: string }

/** Adds a person with that role to a workspace, with a session. */
export async function givenMember(
  service: TestService,
  workspace: TestWorkspace,
  role: Role,
  { name = role === 'owner' ? 'Olive Owner' : 'Sam Staff' }: { name?: string } = {},
): Promise<TestMember> {
  const { personId: id, ...member } = await givenSession(service, workspace, 'console', name)
  await workspace.context.db
    .insertInto('member')
    .values({ workspace_id: workspace.id, person_id: id, role, created_at: service.time.now })
    .execute()
  await raiseRevision(workspace)
  return { id, ...member }
}
