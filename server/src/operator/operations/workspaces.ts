import { z } from 'zod'
import { createSample } from '../../sample/create-sample.ts'
import { SLUG, SLUG_RULE } from '../../workspaces/addresses.ts'
import { createKey, listKeys, revokeKey } from '../../workspaces/keys.ts'
import { PLANS } from '../../database/column-values.ts'
import { setNeedPasskeys } from '../../workspaces/need-passkeys.ts'
import { createWorkspace, listWorkspaces, setPlan } from '../../workspaces/workspaces.ts'
import { id, name, oneOf, operation } from './operation.ts'

export const WORKSPACE_OPERATIONS = {
  'workspace create': operation(
    z.object({
      name,
      currency: z.string().trim().toUpperCase(),
      timezone: z.string().trim(),
      taxLabel: name,
      plan: oneOf(PLANS),
      slug: z.string().trim().regex(SLUG, SLUG_RULE).optional(),
    }),
    createWorkspace,
  ),
  'workspace list': operation(z.object({}), listWorkspaces),
  'workspace set-plan': operation(z.object({ workspaceId: id, plan: oneOf(PLANS) }), setPlan),
  'workspace set-passkeys': operation(
    z.object({ workspaceId: id, passkeys: oneOf(['required', 'optional']) }),
    async (context, { workspaceId, passkeys }) => {
      await setNeedPasskeys({ ...context, workspaceId }, { needed: passkeys === 'required' })
      return { id: workspaceId, passkeys }
    },
  ),
  'key create': operation(
    z.object({ workspaceId: id, name, scope: oneOf(['read', 'write']) }),
    (context, { workspaceId, ...input }) => createKey({ ...context, workspaceId }, input),
  ),
  'key list': operation(z.object({ workspaceId: id.optional() }), (context, input) =>
    listKeys(context, input.workspaceId),
  ),
  'key revoke': operation(z.object({ id }), (context, input) => revokeKey(context, input.id)),
  sample: operation(z.object({}), createSample),
}
