import { z } from 'zod'
import { PLANS } from '../../database/column-values.ts'
import { createSample } from '../sample/create-sample.ts'
import { SLUG, SLUG_RULE } from '../../workspaces/addresses.ts'
import { createKey, listKeys, revokeKey } from '../../workspaces/keys.ts'
import { removeProvider } from '../../people/company/identity-provider.ts'
import { setNeedPasskeys } from '../../workspaces/need-passkeys.ts'
import { createWorkspace, listWorkspaces, setPlan } from '../../workspaces/workspaces.ts'
import { id, name, oneOf, operation, workspaceId } from './operation.ts'

const ofWorkspace = workspaceId.meta({ flags: '<id>' })

export const WORKSPACE_OPERATIONS = {
  'workspace create': operation({
    description: 'Create a workspace.',
    input: z.object({
      name: name.describe('name of the wholesaler'),
      currency: z
        .string()
        .trim()
        .toUpperCase()
        .meta({ flags: '--currency <code>', description: 'ISO 4217, such as GBP' }),
      timezone: z.string().trim().default('UTC').meta({ flags: '--timezone <zone>', description: 'IANA time zone' }),
      taxLabel: name
        .default('ex tax')
        .meta({ flags: '--tax-label <text>', description: 'text that says that prices are before tax' }),
      plan: oneOf(PLANS).default('active').meta({ flags: '--plan <plan>' }),
      slug: z.string().trim().regex(SLUG, SLUG_RULE).optional().meta({
        flags: '--slug <address>',
        description: 'web address of its pages, /w/<address>; made from the name by default',
      }),
    }),
    run: createWorkspace,
    print: ({ id, slug }) => `Created the workspace ${id}. Its pages are at /w/${slug}.`,
  }),
  'workspace list': operation({
    description: 'List all workspaces.',
    input: z.object({}),
    run: listWorkspaces,
    print: (workspaces) => [
      ['ID', 'NAME', 'CURRENCY', 'PLAN'],
      ...workspaces.map(({ id, name, currency, plan }) => [id, name, currency, plan]),
    ],
    json: (workspaces) => ({ workspaces }),
  }),
  'workspace set-plan': operation({
    description: 'Change the plan of a workspace.',
    input: z.object({ workspaceId: ofWorkspace, plan: oneOf(PLANS).meta({ flags: '<plan>' }) }),
    run: (context, { plan }) => setPlan(context, { workspaceId: context.workspaceId, plan }),
    print: ({ id, plan }) => `The workspace ${id} is now on the plan ${plan}.`,
  }),
  'workspace remove-sign-in': operation({
    description: 'Take the company sign-in of a workspace away: everybody signs in by password or passkey again.',
    input: z.object({ workspaceId: ofWorkspace }),
    run: removeProvider,
    print: () => 'The company sign-in was taken away.',
  }),
  'workspace set-passkeys': operation({
    description: 'Say whether the staff of a workspace needs passkeys to work in it.',
    input: z.object({
      workspaceId: ofWorkspace,
      passkeys: oneOf(['required', 'optional']).meta({ flags: '<rule>' }),
    }),
    run: async (context, { passkeys }) => {
      await setNeedPasskeys(context, { needed: passkeys === 'required' })
      return { id: context.workspaceId, passkeys }
    },
    print: ({ id, passkeys }) => `For the staff of the workspace ${id}, passkeys are now ${passkeys}.`,
  }),
  'key create': operation({
    description: 'Create an API key. It is shown only once, because only its hash is stored.',
    input: z.object({
      workspaceId,
      name: name.describe('name for the activity log, such as "ERP sync"'),
      scope: oneOf(['read', 'write']).meta({ flags: '--scope <scope>' }),
    }),
    run: createKey,
    print: ({ id, key }) => [`Created the key ${id}. It is shown only once:`, key],
  }),
  'key list': operation({
    description: 'List API keys.',
    input: z.object({
      workspaceId: id.optional().meta({ flags: '--workspace <id>', description: 'only the keys of this workspace' }),
    }),
    run: (context) => listKeys(context, context.workspaceId),
    print: (keys) => [
      ['ID', 'WORKSPACE', 'NAME', 'SCOPE', 'LAST USED', 'STATE'],
      ...keys.map(({ id, workspaceId, name, scope, lastUsedAt, revokedAt }) => [
        id,
        workspaceId,
        name,
        scope,
        lastUsedAt ?? 'never',
        revokedAt ? `revoked ${revokedAt}` : 'in use',
      ]),
    ],
    json: (keys) => ({ keys }),
  }),
  'key revoke': operation({
    description: 'Revoke an API key. This cannot be undone.',
    input: z.object({ id: id.meta({ flags: '<id>', description: 'id of the key' }) }),
    run: (context, { id }) => revokeKey(context, id),
    print: ({ id }) => `Revoked the key ${id}.`,
  }),
  sample: operation({
    description: 'Create the sample workspace, which shows all features. If it exists, only print its id.',
    input: z.object({}),
    run: createSample,
    print: ({ workspaceId, key }) => [
      `The sample workspace is ${workspaceId}.`,
      ...(key ? [`Its API key, shown only once: ${key}`] : []),
    ],
  }),
}
