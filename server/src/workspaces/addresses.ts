import { randomInt } from 'node:crypto'
import type { WorkspaceContext } from '../context.ts'
import { invalidField } from '../errors.ts'
import type { InvalidInput } from '../errors.ts'
import { fold } from '../lib/matching-key.ts'

/** What an address may be: the `{slug}` of `/w/{slug}`. Unique in a deployment. */
export const SLUG = /^[a-z0-9-]{3,40}$/
export const SLUG_RULE = 'Must have 3 to 40 characters, each of them a-z, 0-9 or a hyphen.'

const MAX_LENGTH = 40
/** How many addresses with a small number are tried before one with a random number. */
const NUMBERED = 9

/** The address that suits a name: "Castle & Sons Großhandel" gives "castle-sons-grosshandel". */
function slugFrom(name: string): string {
  const slug = trimmed(trimmed(fold(name).replaceAll(/[^a-z0-9]+/g, '-')).slice(0, MAX_LENGTH))
  return slug.length < 3 ? 'workspace' : slug
}

/** Gives a new workspace the wanted address. Throws InvalidInput if another workspace has it. */
export async function takeAddress(context: WorkspaceContext, slug: string): Promise<void> {
  if (!(await insertFree(context, slug))) throw taken(slug)
}

/** Gives a new workspace an address made from its name, with a number where that is taken. Returns the address. */
export async function makeAddress(context: WorkspaceContext, name: string): Promise<string> {
  const base = slugFrom(name)
  const numbered = Array.from({ length: NUMBERED - 1 }, (_, i) => withNumber(base, i + 2))
  const wanted = [base, ...numbered]
  const used = await context.db.selectFrom('workspace_address').select('slug').where('slug', 'in', wanted).execute()
  const free = wanted.filter((slug) => !used.some((row) => row.slug === slug))
  for (;;) {
    const slug = free.shift() ?? withNumber(base, randomInt(1_000, 1_000_000_000))
    if (await insertFree(context, slug)) return slug
  }
}

/** Moves the workspace to another address; the old one is free at once. Throws InvalidInput if that is taken. */
export async function changeAddress({ db, workspaceId }: WorkspaceContext, slug: string): Promise<void> {
  const other = await db.selectFrom('workspace_address').select('workspace_id').where('slug', '=', slug).execute()
  if (other.some((row) => row.workspace_id !== workspaceId)) throw taken(slug)
  await db.deleteFrom('workspace_address').where('workspace_id', '=', workspaceId).execute()
  await takeAddress({ db, workspaceId } as WorkspaceContext, slug)
}

export async function readAddress({ db }: Pick<WorkspaceContext, 'db'>, workspaceId: string): Promise<string> {
  const row = await db
    .selectFrom('workspace_address')
    .select('slug')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return row.slug
}

async function insertFree({ db, workspaceId }: WorkspaceContext, slug: string): Promise<boolean> {
  const added = await db
    .insertInto('workspace_address')
    .values({ slug, workspace_id: workspaceId })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('slug')
    .executeTakeFirst()
  return added !== undefined
}

function withNumber(base: string, number: number): string {
  const ending = `-${number}`
  return base.slice(0, MAX_LENGTH - ending.length) + ending
}

function trimmed(slug: string): string {
  return slug.replaceAll(/^-+|-+$/g, '')
}

function taken(slug: string): InvalidInput {
  return invalidField('slug', `"${slug}" is the web address of another workspace: choose another one.`)
}
