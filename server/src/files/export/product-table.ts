import { commonDetails, productsToExport } from '../../catalogue/products-to-export.ts'
import type { ExportedProduct } from '../../catalogue/products-to-export.ts'
import type { StaffFilter } from '../../catalogue/staff-list.ts'
import type { WorkspaceContext } from '../../context.ts'
import { FILE_FIELDS, PRODUCT_FIELDS } from '../../shared/product-fields.ts'
import type { FileField } from '../../shared/product-fields.ts'
import { OTHER_DETAILS, writeOtherDetails } from '../spreadsheets/cells.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { tableFile, yesOrNo } from './table-file.ts'
import type { TableFormat } from './table-file.ts'
import type { Cell } from './xlsx.ts'
import { shownImages } from '../../catalogue/shown-images.ts'
import { smallPicture } from '../../catalogue/images/image-decoder.ts'

/** Further details share a column. */
const MAX_DETAIL_COLUMNS = 200

function cell(product: ExportedProduct, field: FileField): Cell {
  switch (field) {
    case 'listPrice':
      return product.listPrice === null ? null : { minor: product.listPrice }
    case 'onlyFor':
      return product.onlyFor && product.onlyFor.join(' | ')
    case 'active':
      return yesOrNo(product.active)
    default:
      return product[field]
  }
}

/**
 * The products that match as a file, by SKU, with everything that an import can set: it can be imported again as it is.
 * Details follow: a column for each of the most common names, and one for all others.
 */
export async function* productTable(
  context: WorkspaceContext,
  { format, ...filter }: StaffFilter & { format: TableFormat },
): AsyncGenerator<string | Buffer> {
  const { currencyDecimals: decimals } = await readWorkspace(context, context.workspaceId)
  const shape = { sheet: 'Products', widths: FILE_FIELDS.map((field) => PRODUCT_FIELDS[field].exported[1]), decimals }
  yield* tableFile(format, shape, rows(context, filter))
}

async function* rows(context: WorkspaceContext, filter: StaffFilter): AsyncGenerator<Cell[][]> {
  const { names, hasOthers } = await commonDetails(context, filter, MAX_DETAIL_COLUMNS)
  const own = new Set(names).difference(new Set([OTHER_DETAILS]))
  const needsOthers = hasOthers || own.size < names.length
  yield [
    [...FILE_FIELDS.map((field) => PRODUCT_FIELDS[field].exported[0]), ...own, ...(needsOthers ? [OTHER_DETAILS] : [])],
  ]
  for await (const products of productsToExport(context, filter)) {
    yield products.map((product) => {
      const details = new Map(Object.entries(product.details))
      return [
        ...FILE_FIELDS.map((field) => cell(product, field)),
        ...[...own].map((name) => details.get(name) ?? null),
        ...(needsOthers ? [writeOtherDetails([...details].filter(([name]) => !own.has(name)))] : []),
      ]
    })
  }
}

/** The pictures of these products that are there, as small JPEGs. */
export async function productPictures(
  context: WorkspaceContext,
  productIds: readonly string[],
): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>()
  if (!context.images) return pictures
  for (const [id, { digest }] of await shownImages(context, productIds)) {
    const picture = await smallPicture(context.images.store, digest, 'jpeg')
    if (picture) pictures.set(id, picture)
  }
  return pictures
}
