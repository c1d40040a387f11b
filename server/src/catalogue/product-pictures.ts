import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { ImageStatus } from '../database/column-values.ts'
import { Conflict, invalidField, NotFound, quoted } from '../errors.ts'
import { uuidOf } from '../lib/uuid.ts'
import { shownPictures } from './shown-images.ts'
import type { Readable } from 'node:stream'
import { raiseVersion } from '../workspaces/activity/product-changes.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import { inTransaction } from '../database/transaction.ts'
import { storeUpload } from './images/store-image.ts'
import { settleByStaff, writePictures } from './images/product-images.ts'
import { MAX_PICTURES } from '../shared/limits.ts'
import { rowset } from '../database/rowset.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { bareCode, bareColumn } from './search/bare-code.ts'

type Row = { status: ImageStatus | null; sourceUrl: string | null; failure: string | null; dueAt: Date | null }

/**
 * The pictures of a product in their order, of which the first is its image, and how far the next copy of that has come.
 * Throws NotFound.
 */
export async function readProductPictures(context: WorkspaceContext, { id }: { id: string }) {
  const { db, workspaceId } = context
  const { rows } = await sql<Row>`
    select i.status, i.source_url as "sourceUrl", i.failure, i.due_at as "dueAt"
    from product p
    left join product_image i on i.workspace_id = ${workspaceId} and i.product_id = p.id
    where p.workspace_id = ${workspaceId} and p.id = ${uuidOf(id)}`.execute(db)
  const [row] = rows
  if (!row) throw new NotFound(`There is no product with the id ${quoted(id)}.`)
  const { status, sourceUrl, failure, dueAt } = row
  return {
    status: status ?? ('none' as const),
    sourceUrl,
    failure,
    nextAttemptAt: status === 'queued' && failure !== null ? dueAt!.toISOString() : null,
    pictures: (await shownPictures(context, [id])).get(id) ?? [],
  }
}

const CHANGED = 'The pictures of this product were changed meanwhile. Look at them, and try again.'

/**
 * Adds an uploaded picture behind the others, or in place of the one with the digest `replaces`. The same picture is
 * not added twice. Throws NotFound, InvalidInput for a file that is no image that can be taken or is one too many, and
 * Conflict where the picture to replace is not there any more.
 */
export async function uploadPicture(
  context: WorkspaceContext,
  { id, replaces, body }: { id: string; replaces?: string | undefined; body: Readable },
) {
  await readProductPictures(context, { id })
  const digest = await storeUpload(context, body)
  return changePictures(context, id, (before) => {
    if (before.includes(digest)) return before
    if (replaces === undefined) return [...before, digest]
    if (!before.includes(replaces)) throw new Conflict(CHANGED)
    return before.map((had) => (had === replaces ? digest : had))
  })
}

/**
 * Gives a product these pictures in this order: to move and remove some, or to bring some back that are kept for a week.
 * `seen` are those that it has. Throws NotFound, also for a picture that is gone, and Conflict where it has others.
 */
export async function setPictures(
  context: WorkspaceContext,
  { id, pictures, seen }: { id: string; pictures: readonly string[]; seen: readonly string[] },
) {
  return changePictures(context, id, async (before, { db, workspaceId }) => {
    if (before.join() !== seen.join()) throw new Conflict(CHANGED)
    const after = [...new Set(pictures)]
    if (after.length === 0) return after
    const kept = await db
      .selectFrom('image')
      .select('digest')
      .where('workspace_id', '=', workspaceId)
      .where('digest', 'in', after)
      .execute()
    if (kept.length < after.length) throw new NotFound('This picture is no longer stored. Upload it again.')
    return after
  })
}

/**
 * Locks the product, changes its pictures and records it, in words and without the names of images: keys can read the
 * activity. The product keeps its `updatedAt`: the public API does not show images.
 */
async function changePictures(
  context: WorkspaceContext,
  id: string,
  change: (before: string[], trx: WorkspaceContext) => string[] | Promise<string[]>,
) {
  return inTransaction(context, async (trx) => {
    const sku = await lockSku(trx, id)
    await lockImage(trx, id)
    const { status, pictures } = await readProductPictures(trx, { id })
    const before = pictures.map(({ digest }) => digest)
    const after = await change(before, trx)
    if (after.length > MAX_PICTURES) {
      const message = `${quoted(sku)} has ${MAX_PICTURES} pictures, as many as there can be. Remove one first.`
      throw invalidField('image', message)
    }
    const isSame = before.join() === after.join()
    const isCalledOff = after.length === 0 && status === 'queued'
    if (isSame && !isCalledOff) return readProductPictures(trx, { id })
    await writePictures(trx, id, after)
    await raiseVersion(trx, id)
    // Another first picture is the image that staff want.
    if (before[0] !== after[0] || isCalledOff) {
      await settleByStaff(trx, id, after.length === 0 ? 'removed' : 'copied')
    }
    const subject = { type: 'product', id, label: sku }
    const pictured = { from: counted(before), to: described(before, after) }
    await recordActivity(trx, { action: 'product.update', subject, changes: { pictures: pictured } })
    return readProductPictures(trx, { id })
  })
}

function counted({ length }: readonly string[]): string | null {
  return length === 0 ? null : `${length} ${length === 1 ? 'picture' : 'pictures'}`
}

function described(before: readonly string[], after: readonly string[]): string | null {
  if (before.length !== after.length) return counted(after)
  const isMoved = before.every((digest) => after.includes(digest))
  return `${counted(after)}, ${isMoved ? 'in another order' : 'replaced'}`
}

/** A copy of its image comes before this change or after it. */
async function lockImage({ db, workspaceId }: WorkspaceContext, id: string): Promise<void> {
  await db
    .selectFrom('product_image')
    .select('status')
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', id)
    .forUpdate()
    .execute()
}

async function lockSku({ db, workspaceId }: WorkspaceContext, id: string): Promise<string> {
  const product = await db
    .selectFrom('product')
    .select('sku')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', uuidOf(id))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!product) throw new NotFound(`There is no product with the id ${quoted(id)}.`)
  return product.sku
}

/** Names of one statement. */
const SLICE = 250

type Product = { id: string; sku: string; name: string }

type Found = Product & { n: number; isExact: boolean; isNumbered: boolean }

/**
 * Matches files with products by their names: SKUs, ignoring case and, where that is unique, separators and leading
 * zeros. One entry for each name: the product that it names, the place, from 1, the picture that is there now, and why the
 * file cannot be taken.
 */
export async function matchPictures(context: WorkspaceContext, fileNames: readonly string[]) {
  const names = fileNames.map(readPictureName)
  const found: Found[] = []
  for (let from = 0; from < names.length; from += SLICE) {
    found.push(...(await findSlice(context, names.slice(from, from + SLICE), from)))
  }
  const byName = Map.groupBy(found, ({ n }) => n)
  const meant = names.map((name, n) => meaningOf(name, byName.get(n) ?? []))
  const pictures = await shownPictures(context, [...new Set(meant.flatMap(({ product }) => product?.id ?? []))])
  const taken = new Map<string, string>()
  return meant.map(({ product, place, problem }, n) => {
    const fileName = fileNames[n]!
    if (!product) return { fileName, product, place, replaces: null, problem }
    const other = taken.get(`${product.id} ${place}`)
    taken.set(`${product.id} ${place}`, other ?? fileName)
    const replaces = pictures.get(product.id)?.[place - 1] ?? null
    const twice = other === undefined ? null : `${quoted(other)} is picture ${place} of this product already.`
    return { fileName, product, place, replaces, problem: twice }
  })
}

type Names = ReturnType<typeof readPictureName>

/** The same code comes before one that is only alike; a number at the end of a name is rather that of the picture. */
function meaningOf({ whole, numbered }: Names, found: readonly Found[]) {
  const ways: [isExact: boolean, name: PictureName | null][] = [
    [true, whole],
    [true, numbered],
    [false, numbered],
    [false, whole],
  ]
  for (const [isExact, name] of ways) {
    const products = found.filter((one) => one.isExact === isExact && one.isNumbered === (name === numbered))
    if (!name || products.length === 0) continue
    const [{ id, sku, name: called }, ...others] = products as [Found, ...Found[]]
    if (others.length === 0) return { product: { id, sku, name: called }, place: name.place, problem: null }
    const problem = `It may mean ${quoted(sku)} or ${quoted(others[0]!.sku)}. Rename the file to the whole SKU.`
    return { product: null, place: name.place, problem }
  }
  return { product: null, place: 1, problem: 'No product has this SKU.' }
}

async function findSlice({ db, workspaceId }: WorkspaceContext, names: readonly Names[], from: number) {
  const asked = names.flatMap(({ whole, numbered }, i) =>
    [whole, numbered].flatMap((name) => {
      if (!name) return []
      const keys = { key: matchingKey(name.code), bare: bareCode(name.code) || null }
      return [{ n: from + i, numbered: name === numbered, ...keys }]
    }),
  )
  const { rows } = await sql<Found>`
    select asked.n, asked.numbered as "isNumbered", found.*
    from ${rowset(asked, 'n integer, numbered boolean, key text, bare text', 'asked')}
    cross join lateral (
      (${productsWith(workspaceId, sql.ref('sku_key'), sql`asked.key`, true)})
      union all (${productsWith(workspaceId, bareColumn('sku_key'), sql`asked.bare`, false)})) found`.execute(db)
  return rows
}

/** Two are enough to tell that it is not unique. */
function productsWith(workspaceId: string, by: RawBuilder<unknown>, value: RawBuilder<unknown>, isExact: boolean) {
  return sql`
    select id, sku, name, ${sql.lit(isExact)} as "isExact" from product
    where workspace_id = ${workspaceId} and ${by} = ${value} limit 2`
}

const FOLDERS = /^.*[/\\]/
const EXTENSION = /\.(jpe?g|jfif|png|webp|avif|gif)$/i
/** "HOL-1042-2", "HOL-1042_02", "HOL-1042 2" and "HOL-1042 (2)". */
const NUMBERED = /^(.*\S)(?:[-_ ](\d{1,2})|\s*\((\d{1,2})\))$/

/** What the name of a file may mean: a picture of the product with this code, at this place, from 1. */
type PictureName = { code: string; place: number }

/**
 * Reads the name of a picture's file. The whole name may be a code; where it ends in a number, what is before may be
 * one, too.
 */
export function readPictureName(fileName: string): { whole: PictureName; numbered: PictureName | null } {
  const code = fileName.replace(FOLDERS, '').replace(EXTENSION, '').trim()
  const [, before, behind, inBrackets] = NUMBERED.exec(code) ?? []
  return {
    whole: { code, place: 1 },
    numbered: before === undefined ? null : { code: before, place: Math.max(1, Number(behind ?? inBrackets)) },
  }
}
