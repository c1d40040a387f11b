import { AVAILABILITY } from '@trade-catalogue/client'
import { changedFields } from '../../../catalogue/edited-columns.ts'
import { forecastUpsert, upsertProducts } from '../../../catalogue/upsert-products.ts'
import type { Forecast, WrittenProducts } from '../../../catalogue/upsert-products.ts'
import { findGroups } from '../../../catalogue/groups/brands-and-categories.ts'
import type { GroupsByKey } from '../../../catalogue/groups/brands-and-categories.ts'
import { NEW_PRODUCT, detailsAfter } from '../../../catalogue/plan-upsert.ts'
import type { PlannedProduct, ProductItem, StoredProduct } from '../../../catalogue/plan-upsert.ts'
import type { WorkspaceContext } from '../../../context.ts'
import { matchingKey } from '../../../lib/matching-key.ts'
import type { Compared } from '../../../pricing/impact/products.ts'
import { PriceImpactSum } from '../../../pricing/impact/price-impact.ts'
import { stateOfPrices } from '../../../pricing/kinds-of-term.ts'
import { AVAILABILITY_LABEL } from '../../../shared/availability.ts'
import { FILE_FIELDS, PRODUCT_FIELDS, SENT_FIELDS } from '../../../shared/product-fields.ts'
import type { FileField } from '../../../shared/product-fields.ts'
import { isGtin, readGtin } from '../../../shared/gtin.ts'
import { readPrice } from '../../../shared/read-price.ts'
import type { Currency } from '../../../shared/read-price.ts'
import { readQuantity } from '../../../shared/order-quantity.ts'
import type { ReadValue } from '../../../shared/read-value.ts'
import { OTHER_DETAILS, readFlag, readOtherDetails } from '../../spreadsheets/cells.ts'
import { guessColumns } from '../../spreadsheets/columns.ts'
import type { Column, Columns } from '../../spreadsheets/columns.ts'
import { readWorkspace } from '../../../workspaces/workspaces.ts'
import { detailsOf } from '../columns.ts'
import { itemsOf } from '../import-kind.ts'
import type {
  Batch,
  ChosenRow,
  HowRead,
  ImportKind,
  Outcome,
  Planner,
  Reading,
  RecordChange,
  ToItem,
} from '../import-kind.ts'
import type { ProductBefore } from '../../../workspaces/undo/undo-products.ts'
import { findOriginals, looksDamaged } from './damaged-skus.ts'
import type { SuspectSku } from './damaged-skus.ts'
import { counted } from '../../../shared/counted.ts'
import { isUnit } from '../../../shared/units.ts'
import { moneyOf } from '../../../workspaces/money-of.ts'

/** What a product of the API cannot leave out. A row of a file may: it changes the product that is there. */
const WHOLE_PRODUCT = SENT_FIELDS.filter((name) => PRODUCT_FIELDS[name].leftOut === 'refused')

/** How the cells of a field are read, and what else of a file is its own. */
const OF_FIELD: Partial<Record<FileField, Partial<Column>>> = {
  sku: { isRequired: true, identifies: true, fits: (value) => /^(?=.*\d)\S+$/.test(value) },
  name: { fits: (value) => /\p{L}{3}/u.test(value) },
  unitLabel: { fits: isUnit, isKnownByValues: true },
  // A list of whole products may have its names under Description. A file of descriptions has none.
  description: { standsInFor: { field: 'name', besides: WHOLE_PRODUCT } },
  listPrice: { holds: 'money', read: readPrice, fits: (value) => /^\D{0,4}\d[\d.,' ]*\D{0,4}$/.test(value) },
  gtin: { read: readGtin, fits: (value) => value.length >= 12 && isGtin(value), isKnownByValues: true },
  availability: { read: readAvailability, fits: (value) => readAvailability(value).reason === undefined },
  onlyFor: { read: readRecipients },
  minOrderQty: { holds: 'number', read: (text, { mark }) => readQuantity(text, { mark }) },
  orderMultiple: { holds: 'number', read: (text, { mark }) => readQuantity(text, { mark }) },
  active: { read: readFlag },
}

/** The fields of a product as files have them. By the API, those for staff are left out. */
export const PRODUCT_COLUMNS: Columns = Object.fromEntries(
  FILE_FIELDS.map((name) => [name, { ...PRODUCT_FIELDS[name], ...OF_FIELD[name] }]),
)

const MAX_SUSPECTS = 500
const MAX_UNKNOWN = 50

/** What the API wants of a product, for a row that does not name it. It is not written. */
const UNNAMED = { sku: '?', name: '?', unitLabel: '?', listPrice: 0 }

/** What files name of products and their prices, as a bulk call takes it, and what staff alone set. */
export const productKind: ImportKind<ProductItem> = {
  columns: PRODUCT_COLUMNS,
  otherColumns: 'details',
  fitOf: (header) => {
    const found = guessColumns(PRODUCT_COLUMNS, header)
    return WHOLE_PRODUCT.every((field) => found.has(field)) ? 3 : 1
  },
  reader,
  planner,
  write,
}

/** Accepts "In stock" for `in_stock`, and yes or no for whether it is in stock. */
function readAvailability(text: string): ReadValue<string> {
  const { value: isInStock } = readFlag(text)
  if (isInStock !== undefined) return { value: isInStock ? 'in_stock' : 'out_of_stock' }
  const word = text.toLowerCase().replaceAll(/[\s-]+/g, '_')
  if ((AVAILABILITY as readonly string[]).includes(word)) return { value: word }
  return { reason: `"${text}" is none of ${AVAILABILITY.map((level) => AVAILABILITY_LABEL[level]).join(', ')}` }
}

/** Codes and e-mails, separated by `|` or `;`. No entry means left out, not an empty list. */
function readRecipients(text: string): ReadValue<string[] | undefined> {
  const entries = text.split(/[|;]/).flatMap((entry) => entry.trim() || [])
  return { value: entries.length > 0 ? entries : undefined }
}

/**
 * What a row names of a product, judged as the API does. What it leaves blank stays, but for the columns whose blank
 * cells empty their field.
 */
function reader({ reading, validate }: HowRead): ToItem<ProductItem> {
  const { header, clearing } = reading
  const newUnit = hasUnit(reading) ? undefined : reading.newUnit
  const columns = detailsOf(reading)
  const cleared = columns.filter((at) => clearing?.includes(at))
  return ({ values, texts: { sku }, cleared: clearedFields, reasons }, cells) => {
    const { minOrderQty, active, ...named } = values
    const about = { label: sku, key: sku && matchingKey(sku) }
    const details = Object.fromEntries(columns.flatMap((at) => detailsIn(header[at]!, cells[at]?.trim() ?? '')))
    const { item: read, reasons: others = [] } = validate.product({ ...UNNAMED, ...named, details })
    if (!read) return { ...about, reasons: [...reasons, ...others.map(ofColumn)] }
    const blank = cleared.flatMap((at) => (cells[at]?.trim() ? [] : [[header[at]!, null] as const]))
    const item: ProductItem = {
      ...Object.fromEntries(SENT_FIELDS.flatMap((field) => (field in named ? [[field, read[field]]] : []))),
      ...clearedFields,
      minOrderQty,
      active,
      newUnit,
      sku: read.sku,
      changedDetails: { ...Object.fromEntries(blank), ...read.details },
    }
    return { ...about, item, reasons, isPartial: item.name === undefined || (item.unitLabel ?? newUnit) === undefined }
  }
}

/** Whether rows name a unit. */
function hasUnit({ uses, constants }: Pick<Reading, 'uses' | 'constants'>): boolean {
  return uses.includes('unitLabel') || 'unitLabel' in constants
}

/** The details of a cell, by the name of its column; those of `OTHER_DETAILS` by their own. */
function detailsIn(name: string, value: string): (readonly [string, string])[] {
  if (value === '') return []
  return (name === OTHER_DETAILS && readOtherDetails(value)) || [[name, value]]
}

/** A reason that names the column, not a place in a list or in the details. */
function ofColumn(reason: string): string {
  return reason.replace(/^details\.(.+?):/, '"$1":').replace(/^onlyFor\.\d+:/, 'onlyFor:')
}

function planner(context: WorkspaceContext): Planner<ProductItem> {
  const suspects: SuspectSku[] = []
  const unknown = new Set<string>()
  const priceMoves = new PriceImpactSum(context)
  let priceState: string | undefined
  let odd: ReturnType<typeof watchForOddPrices> | undefined
  return {
    plan: async (rows) => {
      priceState ??= await stateOfPrices(context, context.clock())
      odd ??= watchForOddPrices(await readWorkspace(context, context.workspaceId))
      const forecast = await forecastUpsert(context, itemsOf(rows))
      const { before, refused, unknownCustomers } = forecast
      await priceMoves.add(await productsWithOtherFactors(context, forecast))
      for (const [at, { line, item }] of rows.entries()) {
        const stored = before.get(matchingKey(item.sku))
        if (!refused.has(at)) odd.see({ line, item, before: stored })
        if (!stored && suspects.length < MAX_SUSPECTS && looksDamaged(item.sku)) suspects.push({ sku: item.sku, line })
      }
      for (const customer of unknownCustomers) if (unknown.size < MAX_UNKNOWN) unknown.add(customer)
      return {
        changes: changesOf(rows, { ...forecast.plan, before }),
        rejected: [...refused].map(([row, reason]) => ({ row, reason })),
      }
    },
    findings: async () => ({
      priceMoves: await priceMoves.result(),
      ...(priceState !== undefined && { priceState }),
      damaged: await findOriginals(context, suspects),
      warnings: odd?.warnings() ?? [],
      unknownCustomers: [...unknown],
    }),
  }
}

/** The products in sale that rows of a file give another brand, category or list of customers. */
async function productsWithOtherFactors(
  context: WorkspaceContext,
  { plan: { updates }, before }: Forecast,
): Promise<Compared[]> {
  const groups = await findGroups(context, {
    brand: updates.map(({ brand }) => brand ?? undefined),
    category: updates.map(({ category }) => category ?? undefined),
  })
  return updates.flatMap(({ skuKey, brand, category, values, customerIds }) => {
    const { id, values: was, customerIds: saw } = before.get(skuKey)!
    if (!was.active || !values.active) return []
    const place = {
      brandId: was.brand_id ?? '',
      categoryId: was.category_id ?? '',
      viewers: was.visibility === 'all' ? null : saw,
      listPrice: was.list_price,
    }
    const after = {
      ...place,
      brandId: idOf(groups.brand, brand),
      categoryId: idOf(groups.category, category),
      viewers: values.visibility === 'all' ? null : (customerIds ?? saw),
    }
    return [{ id, skuKey: JSON.stringify(skuKey), before: place, after }]
  })
}

/** A group that is new has no id yet, and no discounts, as none has. */
function idOf(groups: GroupsByKey, name: string | null): string {
  return (name !== null && groups.get(matchingKey(name))?.id) || ''
}

/** As a bulk call does. New prices of existing products go into the draft. */
async function write(trx: WorkspaceContext, { rows, draft, draftName }: Batch<ProductItem>): Promise<Outcome> {
  let changes: RecordChange[] = []
  const { priceChangeId } = await upsertProducts(trx, {
    products: itemsOf(rows),
    priceChangeId: draft,
    draftName,
    recordPart: async (_, written) => {
      changes = changesOf(rows, written)
    },
  })
  return { changes, rejected: [], draft: priceChangeId }
}

function changesOf(
  rows: readonly ChosenRow<ProductItem>[],
  { creates, updates, priceLines, before }: WrittenProducts,
): RecordChange[] {
  const lines = new Map(rows.map(({ line, item }) => [matchingKey(item.sku), line]))
  const prices = new Map(priceLines.map(({ productId, newPrice }) => [productId, newPrice]))
  const updated = new Set(updates.map(({ id }) => id))
  const about = ({ id, sku, values }: Pick<StoredProduct, 'id' | 'sku' | 'values'>, skuKey: string) => ({
    line: lines.get(skuKey)!,
    recordId: id,
    shownOn: id,
    label: sku,
    name: values.name,
    title: sku,
  })
  const priceOf = ({ id, values }: StoredProduct) =>
    prices.has(id) ? { price: { name: values.name, from: values.list_price, to: prices.get(id)! } } : {}
  const created = creates.map((one): RecordChange => {
    const shown = changedFields(NEW_PRODUCT, one)
    return { ...about(one, one.skuKey), kind: 'created', changes: {}, shown, before: null }
  })
  const changed = updates.map((one): RecordChange => {
    const was = before.get(one.skuKey)!
    const changes = changedFields(was, one)
    return { ...about(one, one.skuKey), kind: 'updated', changes, ...priceOf(was), before: kept(was, one) }
  })
  const repriced = [...before].flatMap(([skuKey, was]): RecordChange[] => {
    if (!prices.has(was.id) || updated.has(was.id)) return []
    return [{ ...about(was, skuKey), kind: 'price', changes: {}, ...priceOf(was), before: null }]
  })
  return [...created, ...changed, ...repriced].toSorted((a, b) => a.line - b.line)
}

function kept({ values, brand, category, imageUrl, customerIds }: StoredProduct, after: PlannedProduct): ProductBefore {
  const [isImageNew, isAccessNew] = [after.imageUrl !== null, after.customerIds !== null]
  return { values, brand, category, imageUrl, customerIds, isImageNew, isAccessNew }
}

/** As much as this, or as little, is probably a slipped decimal mark. */
const TIMES = 10
const EXAMPLES = 3
/** Names of the price that shops are recommended to ask, and what may stand beside them: "RRP (inc. VAT)". */
const RETAIL = new Set(['rrp', 'srp', 'msrp', 'uvp'])
const BESIDE = new Set(['inc', 'incl', 'inkl', 'ex', 'exc', 'excl', 'exkl', 'vat', 'tax', 'mwst', 'ust', ''])

type Row = { line: number; item: ProductItem; before: StoredProduct | undefined }

/** Finds prices that can be imported, but are probably mistakes. */
function watchForOddPrices(workspace: Currency): { see: (row: Row) => void; warnings: () => string[] } {
  const money = moneyOf(workspace)
  const [free, jumps, aboveRetail] = [watch(), watch(), watch()]
  return {
    see: ({ line, item, before }) => {
      const { sku, listPrice } = item
      const old = before?.values.list_price ?? null
      const price = listPrice ?? old
      if (listPrice === 0) free.note(`${sku} (row ${line})`)
      if (listPrice && old && (listPrice >= TIMES * old || listPrice * TIMES <= old)) {
        jumps.note(`${sku} (row ${line}, ${money(old)} to ${money(listPrice)})`)
      }
      // What the file leaves as it is needs no warning.
      const details = listPrice === undefined ? item.changedDetails : detailsAfter(item, before?.values.details)
      const retail = retailPriceIn(details, workspace)
      if (price !== null && retail !== undefined && price > retail) {
        aboveRetail.note(`${sku} (row ${line}, ${money(price)} with an RRP of ${money(retail)})`)
      }
    },
    warnings: () => [
      ...free.told((count) => `${pricesAre(count)} ${money(0)}`),
      ...jumps.told((count) => `${pricesAre(count)} ten times the old price or more, or a tenth or less`),
      ...aboveRetail.told((count) => `${counted(count, 'list price')} ${count === 1 ? 'is' : 'are'} above the RRP`),
    ],
  }
}

function watch() {
  const examples: string[] = []
  let count = 0
  return {
    note: (example: string) => {
      if (++count <= EXAMPLES) examples.push(example)
    },
    told: (inWords: (count: number) => string): string[] =>
      count === 0 ? [] : [`${inWords(count)}: ${examples.join(', ')}${count > EXAMPLES ? ', …' : '.'}`],
  }
}

function pricesAre(count: number): string {
  return `${counted(count, 'price')} ${count === 1 ? 'is' : 'are'}`
}

/** The first RRP that can be read. */
function retailPriceIn(details: Record<string, string | null> = {}, currency: Currency): number | undefined {
  for (const [name, text] of Object.entries(details)) {
    if (text === null || !isRetailPrice(name, currency)) continue
    const { value } = readPrice(text, { ...currency, rounds: true })
    if (value) return value
  }
  return undefined
}

function isRetailPrice(name: string, { currency }: Currency): boolean {
  const [first, ...others] = name.toLowerCase().split(/[^\p{L}%]+/u)
  return RETAIL.has(first!) && others.every((word) => BESIDE.has(word) || word === currency.toLowerCase())
}
