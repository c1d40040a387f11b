import type { ProductItem } from '../catalogue/plan-upsert.ts'
import type { Availability } from '../database/column-values.ts'
import { colourOf } from './drawings/colours.ts'
import type { Drawing } from './drawings/shapes.ts'
import { BUILDING_SERVICES } from './range/building-services.ts'
import { DECORATING } from './range/decorating.ts'
import type { Family } from './range/family.ts'
import { FIXINGS } from './range/fixings.ts'
import { HOSPITALITY } from './range/hospitality.ts'
import { SUPPLIES } from './range/supplies.ts'
import { TOOLS_AND_DOORS } from './range/tools-and-doors.ts'
import { seededRandom } from './seeded-random.ts'

/** A product of the sample, with fields that `PUT /products` cannot set. */
export type SampleProduct = Omit<ProductItem, 'listPrice'> & {
  name: string
  listPrice: number | null
  minOrderQty: number
  orderMultiple: number
  active: boolean
  drawing: Drawing
  /** That it is drawn in. */
  drawnColour: string
}

const SEED = 20_417
/** The cumulative share of products for each availability. */
const STOCK: { upTo: number; availability: Availability; leadTimeNote?: string }[] = [
  { upTo: 0.78, availability: 'in_stock' },
  { upTo: 0.91, availability: 'low_stock' },
  { upTo: 1, availability: 'out_of_stock', leadTimeNote: 'More on order, about 2 weeks' },
]

/** All products of the sample. Deterministic. */
export function makeProducts(): SampleProduct[] {
  const random = seededRandom(SEED)
  return [...FIXINGS, ...TOOLS_AND_DOORS, ...BUILDING_SERVICES, ...DECORATING, ...HOSPITALITY, ...SUPPLIES].flatMap(
    (family) => variants(family).map((variant) => makeProduct(family, variant, random)),
  )
}

type Variant = { size: string; colour: string; colourCode: string; listPrice: number | null; n: string }

function variants({ prices, colours = { '': '' }, firstNumber = '1' }: Family): Variant[] {
  const inEachColour = Object.entries(colours)
  return Object.entries(prices).flatMap(([size, listPrice], row) =>
    inEachColour.map(([colour, colourCode], column) => {
      const number = Number(firstNumber) + row * inEachColour.length + column
      return { size, listPrice, colour, colourCode, n: String(number).padStart(firstNumber.length, '0') }
    }),
  )
}

function makeProduct(family: Family, variant: Variant, random: () => number): SampleProduct {
  const { size, colour, listPrice } = variant
  const stock = family.availability
    ? { availability: family.availability, leadTimeNote: family.leadTimeNote }
    : drawStock(random())
  return {
    sku: code(family.sku, variant),
    name: family.name.replace('{size}', size).replace('{colour}', colour),
    description: family.description,
    brand: family.brand,
    category: family.category,
    manufacturerRef: family.manufacturerRef && code(family.manufacturerRef, variant),
    unitLabel: family.unitLabel,
    listPrice,
    ...stock,
    details: { ...(size && { Size: size }), ...(colour && { Colour: colour }), ...family.details },
    onlyFor: family.onlyFor,
    minOrderQty: family.minOrderQty ?? 1,
    orderMultiple: family.orderMultiple ?? 1,
    drawing: family.drawing,
    drawnColour: colourOf(variant, family.drawnIn),
    active: ![size, colour].some((value) => family.discontinued?.includes(value)),
  }
}

function code(template: string, { size, colourCode, n }: Variant): string {
  return template
    .replace(
      '{size}',
      size.replaceAll(' ', '').replace(/^[a-z]/, (letter) => letter.toUpperCase()),
    )
    .replace('{digits}', /[\d.]+/.exec(size)?.[0].replace('.', '') ?? '')
    .replace('{colour}', colourCode)
    .replace('{n}', n)
}

function drawStock(drawn: number) {
  const { availability, leadTimeNote } = STOCK.find(({ upTo }) => drawn < upTo)!
  return { availability, leadTimeNote }
}
