/** The statements that rightly go over all workspaces. Each is one that an operation or a job runs, as the tests know. */
export const DEPLOYMENT_WIDE = [
  { of: 'workspace list', statement: 'select * from "workspace" order by "created_at", "id"' },
  { of: 'key list', statement: 'select * from "api_key" order by "created_at", "id"' },
  {
    of: 'key revoke, which names a key and no workspace',
    statement: 'select "workspace_id", "name" from "api_key" where "id" = $1',
  },
  {
    of: 'the look for price changes that are due',
    statement:
      'select "workspace_id", "id" from "price_change" where "status" = $1 and "scheduled_for" <= $2 ' +
      'order by "scheduled_for", "id"',
  },
]
