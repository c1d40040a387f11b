import { Button, Group, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ORDER_STATUSES } from '../../../server/src/shared/order-steps.ts'
import { AddressFields, textsOf } from '../shared/address-fields.tsx'
import { ApiError, offline } from '../shared/api.ts'
import { DataTable } from '../shared/data-table.tsx'
import type { DataTableProps } from '../shared/data-table.tsx'
import { useTexts } from '../shared/form.tsx'
import { useSelection } from '../shared/list.ts'
import type { Column, Sort } from '../shared/list.ts'
import { formatMoney } from '../shared/money.tsx'
import { CreditNotice, OrderChanges, OrderStatusBadge, Tracking, Totals } from '../shared/order-parts.tsx'
import { ProductField } from '../shared/product-field.tsx'
import { ProductPicture } from '../shared/product-picture.tsx'
import { SearchSelect } from '../shared/search-select.tsx'

export const LONG =
  'Stoneware serving dish with lid, oval, hand-glazed, 32 × 24 cm, oven-proof, for Sundries-and-Unbreakables'
export const NO_BREAK = 'HOL-1042-SERVING-DISH-STONEWARE-OVAL-HAND-GLAZED-32X24-WITH-LID-AND-HANDLES'
const REFUSED = new ApiError(400, 'invalid_request', 'The input is invalid.', [
  { path: 'name', message: 'Must not be empty.' },
])
export const OFFLINE = offline()

export const nothing = () => {}
export const refuse = () => Promise.reject(REFUSED)

type TypedProps = { of?: string; children: (text: string, type: (text: string) => void) => ReactNode }

/** A field with the state that its page would keep. */
export function Typed({ of = '', children }: TypedProps) {
  return children(...useState(of))
}

type OpenedProps = { name: string; children: (opened: boolean, close: () => void) => ReactNode }

/** A dialog behind a button. */
export function Opened({ name, children }: OpenedProps) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setOpened(true)}>
        {name}
      </Button>
      {children(opened, () => setOpened(false))}
    </>
  )
}

export const PRODUCTS = [
  {
    id: '1',
    sku: 'HOL-1042',
    name: 'Azure plate 26 cm',
    unitLabel: 'each',
    minOrderQty: 1,
    orderMultiple: 1,
    price: { unit: 2_550 },
  },
  {
    id: '2',
    sku: NO_BREAK,
    name: LONG,
    unitLabel: 'case of 6',
    minOrderQty: 12,
    orderMultiple: 6,
    price: { unit: 123_456_789 },
  },
]

type Product = (typeof PRODUCTS)[number]

export const COLUMNS: Column<Product>[] = [
  { key: 'name', header: 'Name', sortable: true, cell: ({ name }) => name },
  { key: 'sku', header: 'SKU', cell: ({ sku }) => sku },
  { key: 'price', header: 'Price', sortable: true, align: 'end', cell: ({ price }) => formatMoney(price.unit, 'GBP') },
]

export function Products({ rows = PRODUCTS, ...props }: Partial<DataTableProps<Product>>) {
  const [sort, setSort] = useState<Sort>({ key: 'name', descending: false })
  return (
    <DataTable
      label="Products"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      {...{ sort, ...props }}
      onSort={setSort}
    />
  )
}

export function SelectedProducts() {
  const selection = useSelection(null, 240)
  return (
    <Products
      label="Products to choose"
      selection={selection}
      rowLabel={({ name }) => name}
      selectionActions={<Button size="xs">Delete</Button>}
      pager={{ total: 240, nextOffset: 50 }}
    />
  )
}

const svg = (colour: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path fill="${colour}" d="M0 0h4v3H0z"/></svg>`)}`

export const PICTURES = ['teal', 'orange', 'indigo'].map((colour) => ({
  small: svg(colour),
  medium: svg(colour),
  large: svg(colour),
  width: 800,
  height: 600,
}))

const LOST = { small: '/none', medium: '/none', large: '/none' }

/** Of several categories, and of none. */
export function ProductPictures() {
  return (
    <Group>
      <ProductPicture name={LONG} category="Plates" image={PICTURES[0]!} size={160} />
      {['Plates', 'Cups', 'Glasses', 'Linen', 'Cutlery', null].map((category, at) => (
        <ProductPicture
          key={category}
          {...{ category }}
          name={PRODUCTS[at % 2]!.name}
          image={null}
          size={48 + 50 * at}
        />
      ))}
      <ProductPicture name={LONG} category="Plates" image={LOST} size={64} />
    </Group>
  )
}

export function AddressToEdit() {
  const { field } = useTexts(textsOf(null))
  return <AddressFields field={field} fieldError={(path) => (path === 'name' ? 'Write a name.' : undefined)} />
}

export function ProductToPick({ error, disabled = false }: { error?: string; disabled?: boolean }) {
  const [text, setText] = useState('')
  return (
    <ProductField
      ref={useRef(null)}
      label="Product"
      currency="GBP"
      text={text}
      onType={setText}
      onPick={({ sku }) => setText(sku)}
      onEnter={nothing}
      searchKey={['components']}
      search={async () => PRODUCTS}
      error={error}
      disabled={disabled}
    />
  )
}

export function Customer(props: { disabled?: boolean; error?: string }) {
  const choices = [
    { value: '1', label: 'Castle Lane Kitchens' },
    { value: '2', label: LONG, description: NO_BREAK },
  ]
  const [value, setValue] = useState(choices[1]!)
  const change = (choice: typeof value | null) => choice && setValue(choice)
  const search = async () => choices
  return (
    <SearchSelect
      label="Customer"
      {...{ value, search, ...props }}
      onChange={change as never}
      searchKey={['components']}
    />
  )
}

export const fields = (fieldError: (path: string) => string | undefined) => (
  <TextInput label="Name" name="name" required error={fieldError('name')} />
)

/** What pages of orders are made of. */
export const ORDER_PARTS: Record<string, Record<string, ReactNode>> = {
  CreditNotice: {
    held: (
      <CreditNotice currency="GBP" title="Held by credit" hold={{ limit: 100_000, open: 190_500, over: 90_500 }}>
        It waits until you lift the hold.
      </CreditNotice>
    ),
  },
  OrderChanges: {
    'changed, added and removed': (
      <OrderChanges
        currency="GBP"
        changes={{
          lines: [
            {
              sku: NO_BREAK,
              name: LONG,
              from: { qty: 4, unit: 662 },
              to: { qty: 10_000, unit: 662 },
              isPricedAgain: false,
            },
            { sku: 'TH-TM5', name: 'Tape measure', from: null, to: { qty: 3, unit: 287 }, isPricedAgain: true },
            { sku: 'TH-HAM20', name: 'Hammer', from: { qty: 2, unit: 760 }, to: null, isPricedAgain: false },
          ],
          subtotal: { from: 4_168, to: 6_620_861 },
        }}
      />
    ),
  },
  OrderStatusBadge: {
    'each status': (
      <Group>
        {ORDER_STATUSES.map((status) => (
          <OrderStatusBadge key={status} status={status} />
        ))}
        <OrderStatusBadge status="new" isWaitedFor />
      </Group>
    ),
  },
  Totals: {
    'with tax and terms': (
      <Totals
        currency="GBP"
        taxLabel="ex VAT"
        totals={{ subtotal: 19_332, taxRateBp: 2_000, tax: 3_866, total: 23_198, terms: LONG }}
      />
    ),
    'without tax': (
      <Totals
        currency="GBP"
        taxLabel="ex VAT"
        totals={{ subtotal: 19_332, taxRateBp: null, tax: null, total: null, terms: null }}
      />
    ),
  },
  Tracking: {
    'a link': <Tracking tracking={`https://parcels.example/${NO_BREAK.repeat(3)}`} />,
    'a number': <Tracking tracking="PX 4711 0815" />,
  },
}
