/** A statement that rightly goes over all workspaces: letter for letter, or one of each table by its pattern. */
export type DeploymentWide = { of: string; statement: string | RegExp }

/** All of them. Each is one that an operation or a job runs, as the tests know. */
export const DEPLOYMENT_WIDE: DeploymentWide[] = [
  { of: 'workspace list', statement: 'select * from "workspace" order by "created_at", "id"' },
  { of: 'key list', statement: 'select * from "api_key" order by "created_at", "id"' },
  {
    of: 'key revoke, which names a key and no workspace',
    statement: 'select "workspace_id", "name" from "api_key" where "id" = $1',
  },
  {
    of: 'the look for the only wholesaler',
    statement: 'select "id", "name" from "workspace" limit $1',
  },
  {
    of: 'the look for a free address',
    statement: /^select "slug" from "workspace_address" where "slug" in \([$\d, ]+\)$/,
  },
  {
    of: 'the workspaces of a person',
    statement: /^select .* from "member" as "m" inner join .* where "m"\."person_id" = \$1 order by /,
  },
  {
    of: 'the portals of a person',
    statement:
      /^select .* from "buyer" as "b" inner join .* where "b"\."person_id" = \$1 and "b"\."status" = \$2 and "c"\."active" = \$3 order by /,
  },
  {
    of: 'the buyers that a person is, whose e-mail changes',
    statement:
      'select "workspace_id" as "workspaceId", "id", "name", "customer_id" as "customerId" from "buyer" where "person_id" = $1',
  },
  {
    of: 'the open invitations to somebody who signs in with the company’s account of the deployment',
    statement:
      'select * from "invitation" where "accepted_at" is null and "revoked_at" is null and "expires_at" > $1 ' +
      'and "email_key" = $2 order by "workspace_id", "id"',
  },
  {
    of: 'whether any workspace knows a person, whose account else goes',
    statement: /^select "workspace_id" from "(member|buyer|saved_view)" where "person_id" = \$1 limit \$2$/,
  },
  {
    of: 'the look for price changes that are due',
    statement:
      `select "workspace_id", "id" from "price_change" where "status" = 'scheduled' and "scheduled_for" <= $1 ` +
      'order by "scheduled_for", "id"',
  },
  {
    of: 'doctor, for what is overdue',
    statement: /^\s*select count\(\*\)::int as count from "(price_change|data_import|product_image)" where status/,
  },
  { of: 'doctor, for images', statement: /^\s*select digest from image where not removing limit \$1$/ },
  {
    of: 'the look for customers whose buyers want mails about prices',
    statement:
      'select distinct "b"."workspace_id" as "workspaceId", "b"."customer_id" as "customerId" from "buyer" as "b" ' +
      'left join "price_watch" as "w" on "w"."workspace_id" = "b"."workspace_id" and "w"."customer_id" = "b"."customer_id" ' +
      'where b.price_mails and "b"."status" = $1 and "b"."person_id" is not null ' +
      'and (w.told_at > $2::timestamptz and w.told_at <= $3::timestamptz) is not true',
  },
  {
    of: 'the look for imports that wait for work',
    statement:
      /^select "workspace_id", "id" from "data_import" where status in \('checking', 'importing', 'undoing'\) and /,
  },
  {
    of: 'the look for old imports',
    statement: /^\s*select workspace_id as "workspaceId", id from data_import\s+where status not in /,
  },
  {
    of: 'the look for old edits',
    statement:
      /^\s*select workspace_id as "workspaceId", id from record_edit e where created_at <= \$1 and not exists /,
  },
  {
    of: 'the look for an image to copy',
    statement: "select 1 from product_image where status = 'queued' limit 1",
  },
  {
    of: 'the look for workspaces with images to copy',
    statement:
      /^\s*select w\.id from workspace w\s+where w\.id > \$\d and exists \(\s*select from product_image i\s+where i\.workspace_id = w\.id and i\.status = 'queued' and i\.due_at <= \$\d\)\s+order by w\.id limit \$\d$/,
  },
  {
    of: 'the look for workspaces that keep images',
    statement:
      /^\s*select w\.id from workspace w\s+where exists \(select from image i where i\.workspace_id = w\.id\)$/,
  },
  {
    of: 'a backup, of each table',
    statement: /^declare backup no scroll cursor for\s+select json_build_object\([^()]+\)::text as line from "\w+"$/,
  },
  {
    of: 'a restore, of each table',
    statement:
      /^\s*insert into "\w+" \([^()]+\)\s+select [^()]+ from json_populate_recordset\(null::"\w+", \$1::json\)\s*$/,
  },
  {
    of: 'a restore, which looks whether there is a workspace',
    statement: /^select count\(\*\) as "count" from ("\w+"\.)?"workspace"$/,
  },
  {
    of: 'a restore, which leaves revoked what was revoked',
    statement:
      /^\s*update api_key k set revoked_at = before\.revoked_at\s+from "\w+"\."api_key" before\s+where before\.workspace_id = k\.workspace_id/,
  },
  {
    of: 'a restore, which leaves used what was used',
    statement:
      /^\s*update invitation i set .*\s+from "\w+"\."invitation" before\s+where before\.workspace_id = i\.workspace_id/,
  },
  {
    of: 'a restore, which asks which database is the later one',
    statement: /^\s*select coalesce\(\(select max\(at\) from "\w+"\."activity"\) >= /,
  },
  {
    of: 'a restore, which leaves closed the invitations that are gone',
    statement:
      /^\s*update invitation i set revoked_at = i\.expires_at\s+where [^;]* from "\w+"\."invitation" before where before\.workspace_id = i\.workspace_id/,
  },
  {
    of: 'a restore, which leaves out removed members',
    statement: /^\s*delete from member m using "\w+"\."workspace" w, [^;]* now\.workspace_id = m\.workspace_id/,
  },
  {
    of: 'a restore, which leaves staff who was an owner, or saw all customers',
    statement:
      /^\s*update member m set (role = now\.role|only_own_customers = true)\s+from "\w+"\."member" now [^;]* now\.workspace_id = m\.workspace_id/,
  },
  {
    of: 'a restore, which leaves inactive what was made inactive',
    statement:
      /^\s*update customer c set active = false, version = c\.version \+ 1\s+from "\w+"\."customer" now\s+where now\.workspace_id = c\.workspace_id/,
  },
  {
    of: 'a restore, which leaves disabled or lowered buyers so',
    statement: /^\s*update buyer b set (order_limit|status) = [^;]* now\.workspace_id = b\.workspace_id/,
  },
  {
    of: 'a restore, which notes where each workspace comes from',
    statement: /^\s*insert into restored_from [^;]* where not exists \([^;]* r\.workspace_id = v\.workspace_id /,
  },
  { of: 'migrations, as part of a transaction', statement: /^do \$block\$ begin execute \$script\$ / },
]

/** The same, of those that only a Citus cluster is sent. */
export const DEPLOYMENT_WIDE_ON_CLUSTER: DeploymentWide[] = [
  {
    of: 'distribute, which sets a cluster up',
    statement: /^(alter database "\w+" set |create table type_carrier )/,
  },
]
