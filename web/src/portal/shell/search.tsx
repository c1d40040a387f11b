import { ActionIcon, CloseButton, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient, queryOptions } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useIsPhone } from '../../shared/use-is-phone.ts'
import { usePortal } from '../portal-context.tsx'
import { Over, useOver } from './over.tsx'
import styles from './search.module.css'
import { labelForBuyers } from '../../../../server/src/shared/order-steps.ts'
import { formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.tsx'
import { ProductPicture } from '../../shared/product-picture.tsx'
import { findProducts } from '../catalogue/product-queries.ts'
import type { Product } from '../catalogue/product-queries.ts'
import { findOrders } from '../queries.ts'
import type { Order } from '../queries.ts'
import { preview } from '../preview.ts'

/** Finds products and orders from every page: in the header, on a phone over the page. */
export function Search() {
  const isPhone = useIsPhone()
  const over = useOver('search')
  if (!isPhone) return <SearchField />
  return (
    <>
      <ActionIcon variant="default" size="lg" aria-label="Search" aria-haspopup="dialog" onClick={over.open}>
        <IconSearch size={18} />
      </ActionIcon>
      {over.isOpen && (
        <Over label="Search" className={styles.over} onClose={over.close}>
          <SearchField onClose={over.close} />
        </Over>
      )}
    </>
  )
}

/** The field and what it finds. Arrow keys mark an entry, Enter opens it. `onClose`: it stands over the page. */
function SearchField({ onClose }: { onClose?: () => void }) {
  const { slug } = usePortal()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState(-1)
  const [hasFocus, setHasFocus] = useState(false)
  const q = typed.trim()
  const [asked] = useDebouncedValue(q, 150)
  const { data } = useQuery({
    ...foundQuery(slug, asked),
    enabled: asked !== '' && hasFocus,
    placeholderData: keepPreviousData,
  })
  const isShown = data !== undefined && q !== '' && (hasFocus || onClose !== undefined)
  const entries = isShown ? data : []
  // The last is the way to all results.
  const options = entries.some((entry) => 'product' in entry) ? entries.length + 1 : entries.length
  const at = Math.min(marked, options - 1)
  useEffect(() => void document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' }), [id, at])

  /** Without an entry: all results. */
  const open = (entry?: Entry) => {
    setTyped('')
    // The new page then takes the focus.
    field.current!.blur()
    const replace = onClose !== undefined
    if (entry) void navigate({ to: entry.to, params: { slug, id: entry.id }, replace })
    else void navigate({ to: '/t/$slug', params: { slug }, search: { q }, replace })
  }
  /** What has exactly the typed SKU or number is meant, also where it is not shown yet. */
  const openTyped = async () => {
    const found = await queryClient.fetchQuery({ ...foundQuery(slug, q), networkMode: 'always' }).catch(() => [])
    const exact = found.filter(({ codes }) => codes.some((code) => code?.toLowerCase() === q.toLowerCase()))
    open(exact.length === 1 ? exact[0] : undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setMarked((at + 1) % Math.max(1, options))
    else if (event.key === 'ArrowUp') setMarked((at < 1 ? options : at) - 1)
    else if (event.key === 'Enter') {
      if (at >= 0) open(entries[at])
      else if (q !== '') void openTyped()
    } else if (event.key !== 'Escape') return
    else if (onClose) onClose()
    else setTyped('')
    event.preventDefault()
  }

  return (
    <div className={styles.search} role="search">
      <TextInput
        ref={field}
        type="search"
        aria-label="Search"
        placeholder="Search products and orders"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={onClose && <CloseButton aria-label="Close" onClick={onClose} />}
        aria-autocomplete="list"
        aria-controls={isShown ? `${id}-list` : undefined}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        value={typed}
        maxLength={200}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setMarked(-1)
        }}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
        onKeyDown={onKeyDown}
      />
      {isShown && <Found id={id} q={q} entries={entries} marked={at} onMark={setMarked} onOpen={open} />}
      <VisuallyHidden role="status">{isShown && `${entries.length} found.`}</VisuallyHidden>
    </div>
  )
}

/** How many products, and how many orders, are shown. */
const SHOWN = 5

const GROUPS = ['Products', 'Similar products', 'Orders'] as const

/** A product or an order that was found. Who types one of its `codes` means it. */
type Entry = { id: string; group: (typeof GROUPS)[number]; codes: (string | null)[] } & (
  | { to: '/t/$slug/products/$id'; product: Product }
  | { to: '/t/$slug/orders/$id'; order: Order }
)

/** The first products and orders that match what is typed. */
function foundQuery(slug: string, q: string) {
  return queryOptions({
    queryKey: ['found', slug, q],
    queryFn: async ({ signal }): Promise<Entry[]> => {
      const [products, orders] = await Promise.all([
        findProducts(slug, q, signal),
        preview ? [] : findOrders(slug, { q, limit: SHOWN }, signal),
      ])
      return [
        ...products.slice(0, SHOWN).map((product) => ({
          id: product.id,
          group: product.isSimilar ? GROUPS[1] : GROUPS[0],
          codes: [product.sku],
          to: '/t/$slug/products/$id' as const,
          product,
        })),
        ...orders.map((order) => ({
          id: order.id,
          group: GROUPS[2],
          codes: [String(order.number), order.poNumber, order.reference],
          to: '/t/$slug/orders/$id' as const,
          order,
        })),
      ]
    },
    staleTime: 10_000,
  })
}

type FoundProps = {
  id: string
  q: string
  entries: readonly Entry[]
  /** The position of what Enter opens: that of all results is behind the entries. */
  marked: number
  onMark: (at: number) => void
  onOpen: (entry: Entry | undefined) => void
}

/** The list below the search, by kind, and the way to all results. The keys are those of the field. */
function Found({ id, q, entries, marked, onMark, onOpen }: FoundProps) {
  const option = (at: number) => ({
    id: `${id}-${at}`,
    role: 'option',
    'aria-selected': at === marked,
    className: styles.option,
    onMouseMove: () => onMark(at),
    // The field keeps the focus.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: () => onOpen(entries[at]),
  })
  return (
    <div className={styles.found}>
      {entries.length === 0 && <p className={styles.nothing}>No product and no order matches “{q}”.</p>}
      <div role="listbox" id={`${id}-list`} aria-label="Found">
        {GROUPS.filter((group) => entries.some((entry) => entry.group === group)).map((group) => (
          <div key={group} role="group" aria-label={group}>
            <div className={styles.group} aria-hidden>
              {group}
            </div>
            {entries.map(
              (entry, at) =>
                entry.group === group && (
                  <div key={entry.id} {...option(at)}>
                    <Content entry={entry} />
                  </div>
                ),
            )}
          </div>
        ))}
        {entries.some((entry) => 'product' in entry) && <div {...option(entries.length)}>All results for “{q}”</div>}
      </div>
    </div>
  )
}

function Content({ entry }: { entry: Entry }) {
  const { currency, timezone } = usePortal()
  if ('product' in entry) {
    const { name, sku, unitLabel, categoryId, image, price } = entry.product
    return (
      <>
        <ProductPicture name={name} category={categoryId} image={image} size={40} />
        <Text title={name} facts={[sku, unitLabel]} />
        <span className="figures">{price.unit === null ? 'No price yet' : formatMoney(price.unit, currency)}</span>
      </>
    )
  }
  const { number, poNumber, placedAt, status, subtotal } = entry.order
  return (
    <>
      <Text
        title={`Order ${number}`}
        facts={[...(poNumber ? [poNumber] : []), formatDate(placedAt, timezone), labelForBuyers(status)]}
      />
      <span className="figures">{formatMoney(subtotal, entry.order.currency)}</span>
    </>
  )
}

function Text({ title, facts }: { title: string; facts: string[] }) {
  return (
    <span className={styles.text}>
      {title}
      <small>{facts.join(' · ')}</small>
    </span>
  )
}
