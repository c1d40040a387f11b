import { catalogueGroups } from '../../portal/buyers-catalogue.ts'
import type { CustomerContext } from '../../portal/buyer-context.ts'
import { dateInWords, startInWords } from '../../shared/moment-in-words.ts'
import { productPictures } from './product-table.ts'
import { readDocumentHead } from './document-head.ts'
import type { DocumentHead } from './document-head.ts'
import { pdf } from './pdf.ts'
import type { PdfPart } from './pdf.ts'
import { MAX_PAGES, countPriceList } from './price-list-size.ts'
import type { PriceList } from './price-list-size.ts'
import { priceListRows } from './price-list-rows.ts'
import type { PriceListFilter, PriceListRow } from './price-list-rows.ts'

const COLUMNS = [
  { header: 'SKU', width: 90 },
  { header: 'Name', width: 235, wraps: true as const },
  { header: 'Unit', width: 70 },
  { header: 'From', width: 50, align: 'right' as const },
  { header: 'Price', width: 70, align: 'right' as const },
]

const COLUMNS_COMING = [
  { header: 'SKU', width: 80 },
  { header: 'Name', width: 155, wraps: true as const },
  { header: 'Unit', width: 55 },
  { header: 'From', width: 50, align: 'right' as const },
  { header: 'Price', width: 65, align: 'right' as const },
  { header: 'Coming', width: 110, align: 'right' as const },
]

const NONE = new Map<string, Buffer>()

/** A shorter list needs no table of contents. */
const CONTENTS_FROM_PAGES = 3

/** The price list as a PDF by category, which is made while it is read. */
export async function* priceListPdf(
  context: CustomerContext,
  { filter, day, pictures, tellsComing }: PriceList,
): AsyncGenerator<Uint8Array> {
  const head = await readDocumentHead(context)
  const { pages, mayHavePictures } = await countPriceList(context, filter)
  const parts = await partsOf(context, filter)
  const hasPictures = pictures && mayHavePictures
  const shape = {
    title: `Price list of ${head.wholesaler}`,
    under: [
      `For ${head.customer}`,
      `${dateInWords(day.day, 'UTC')}, prices in ${head.currency}, ${head.taxLabel}`,
      ...(day.note ? [day.note] : []),
    ],
    columns: tellsComing ? COLUMNS_COMING : COLUMNS,
    pictures: hasPictures,
    isLong: pages > MAX_PAGES,
    hasContents: parts.length > 1 && pages >= CONTENTS_FROM_PAGES,
  }
  const now = context.clock()
  const drawn = async function* (): AsyncGenerator<PdfPart> {
    for (const { heading, part } of parts) {
      let isFirst = true
      for await (const rows of priceListRows(context, part)) {
        if (isFirst && heading !== null && rows.length > 0) yield { heading }
        isFirst = false
        const shown = hasPictures ? await productPictures(context, [...new Set(rows.map(({ id }) => id))]) : NONE
        // Only the first row of a product has its picture.
        const drawnRows = rows.map((row, i) => ({
          cells: [...cells(row, head), ...(tellsComing ? [comingInWords(row, head, now)] : [])],
          picture: row.id === rows[i - 1]?.id ? null : (shown.get(row.id) ?? null),
        }))
        yield { rows: drawnRows }
      }
    }
  }
  yield* pdf(head, shape, drawn())
}

/** The list by category, and last what has none. A catalogue without categories has one part without a heading. */
async function partsOf(context: CustomerContext, filter: PriceListFilter) {
  const { categories } = await catalogueGroups(context)
  const chosen = categories.filter(({ id }) => filter.category === undefined || id === filter.category)
  const parts = chosen.map(({ id, name }) => ({ heading: name, part: { ...filter, category: id } }))
  if (parts.length === 0) return [{ heading: null, part: filter }]
  if (filter.category !== undefined) return parts
  return [...parts, { heading: 'Without a category', part: { ...filter, withoutCategory: true } }]
}

function cells(row: PriceListRow, { money }: DocumentHead): string[] {
  const { sku, name, unitLabel, orderMultiple, fromQty, unit } = row
  return [
    sku,
    name,
    orderMultiple > 1 ? `${unitLabel}, in ${orderMultiple}s` : unitLabel,
    String(fromQty),
    unit === null ? '' : money(unit),
  ]
}

function comingInWords({ coming }: PriceListRow, { money, timezone }: DocumentHead, now: Date): string {
  if (!coming) return ''
  const price = coming.unit === null ? 'none' : money(coming.unit)
  return `${price} from ${startInWords(new Date(coming.from), timezone, now)}`
}
