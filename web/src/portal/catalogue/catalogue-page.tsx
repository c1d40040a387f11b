import { counted } from '../../../../server/src/shared/counted.ts'
import { Group, Skeleton, Stack, Text, Title, Button } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { AVAILABILITY_LABEL } from '../../../../server/src/shared/availability.ts'
import { soldInWords } from '../../../../server/src/shared/order-quantity.ts'
import { DidYouMean, Empty, LiveRegion } from '../../shared/empty.tsx'
import { readAvailability } from '../../shared/filter-choices.ts'
import { lazyPart } from '../../shared/lazy-part.ts'
import { TextLink } from '../../shared/links.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { Pager } from '../../shared/pager.tsx'
import { Problem } from '../../shared/problem.tsx'
import { ProductPicture } from '../../shared/product-picture.tsx'
import { SearchBox } from '../../shared/search-box.tsx'
import { PAGE_SIZE, pageNumber, useChangeSearch } from '../../shared/search-params.ts'
import type { SearchTexts } from '../../shared/search-params.ts'
import { asksForSimilar } from '../../shared/similar.ts'
import { useIsPhone } from '../../shared/use-is-phone.ts'
import { usePortal } from '../portal-context.tsx'
import { useLater } from '../shell/use-later.ts'
import { AddToBasket } from './add-to-basket.tsx'
import styles from './catalogue.module.css'
import { FilterSkeleton } from './filter-skeleton.tsx'
import { AvailabilityLabel, ComingPrice } from './product-notes.tsx'
import { detailsOf, groupsQuery, productsQuery, similarQuery, withDetail } from './product-queries.ts'
import type { Product, Groups } from './product-queries.ts'

const Filters = lazyPart(() => import('./filters.tsx'))
const ViewChoice = lazyPart(async () => ({ default: (await import('./filters.tsx')).ViewChoice }))

/** How long after the products the filters come, in milliseconds: what is seen first comes first. */
const FILTERS_AFTER_MS = 500

const route = getRouteApi('/t/$slug/')

/** What the buyer may order, at their own prices. */
export function CataloguePage() {
  const { slug, taxLabel, currency } = usePortal()
  const search = route.useSearch()
  const { data, error, isPlaceholderData, refetch } = useQuery(productsQuery(slug, search))
  const { data: groups, isPending: isWithoutGroups } = useQuery(groupsQuery(slug, search))
  const [view, setView] = useView()
  const page = pageNumber(search.page)
  const isLater = useLater(FILTERS_AFTER_MS, data !== undefined)
  const showsTiles = page === 1 && !search.q
  const products = data?.data
  const { data: similar } = useQuery({
    ...similarQuery(slug, search, products ?? []),
    enabled:
      products !== undefined && !isPlaceholderData && page === 1 && asksForSimilar(search.q ?? '', products.length),
  })
  const total = search.q ? undefined : groups?.total
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  const chosen = chosenOf(search, groups)
  return (
    <Page title="Catalogue" description={`Your prices in ${currency}, ${taxLabel}.`}>
      <Group align="flex-end" mb="md" gap="sm" className={styles.filters!} data-open={isOpen || undefined}>
        <SearchBox label="Search products" />
        {isPhone && (
          <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Filters{chosen.length > 0 && ` (${chosen.length})`}
          </Button>
        )}
        {isLater ? (
          <Suspense fallback={<FilterSkeleton />}>
            <Filters groups={groups} />
          </Suspense>
        ) : (
          <FilterSkeleton />
        )}
      </Group>
      {isPhone && chosen.length > 0 && <Chosen chosen={chosen} />}
      <Problem error={error} retry={() => void refetch()} />
      {/* Tiles that come after the products would push them down. */}
      {showsTiles && isWithoutGroups ? (
        <Loading />
      ) : (
        <>
          {showsTiles && groups && (
            <>
              {!search.category && <GroupTiles label="Categories" param="category" groups={groups.categories} />}
              {!search.brand && <GroupTiles label="Brands" param="brand" groups={groups.brands} />}
            </>
          )}
          <Group justify="space-between" mih={30} mb="xs" className="no-print">
            <Text size="sm" c="dimmed" aria-live="polite">
              {data && numberOfProducts({ ...data, page, total })}
            </Text>
            {isLater && (
              <Suspense>
                <ViewChoice view={view} onChange={setView} />
              </Suspense>
            )}
          </Group>
          <LiveRegion>
            {products?.length === 0 && page === 1 && (
              <Empty title="No product matches">Try other words, or clear a filter.</Empty>
            )}
            {similar && <DidYouMean q={similar.q} />}
          </LiveRegion>
          {products ? (
            <ProductList label="Products" products={products} view={view} isStale={isPlaceholderData} />
          ) : (
            !error && <Loading />
          )}
          {products && (page > 1 || data.nextOffset !== null) && (
            <Pager shown={products.length} total={total} nextOffset={data.nextOffset} />
          )}
          {similar && (
            <section>
              <Title order={2} size="h4" mt="lg">
                Similar
              </Title>
              <ProductList label="Similar" products={similar.products} view={view} />
            </section>
          )}
        </>
      )}
    </Page>
  )
}

/** `without`: what of the address changes where it is taken away. */
type ChosenFilter = { label: string; without: SearchTexts }

/** What the catalogue is narrowed down by, in words; those of groups come with the groups. */
function chosenOf(search: SearchTexts, groups: Groups | undefined): ChosenFilter[] {
  const { brand, category, availability } = search
  const level = readAvailability(availability)
  return [
    ...(brand ? [{ label: nameOf(groups?.brands, brand), without: { brand: undefined } }] : []),
    ...(category
      ? [{ label: nameOf(groups?.categories, category), without: { category: undefined, details: undefined } }]
      : []),
    ...(level ? [{ label: AVAILABILITY_LABEL[level], without: { availability: undefined } }] : []),
    ...Object.entries(category ? detailsOf(search) : {}).map(([name, value]) => ({
      label: `${name}: ${value}`,
      without: { details: withDetail(search, name, undefined) },
    })),
  ]
}

function nameOf(groups: { id: string; name: string }[] = [], id: string): string {
  return groups.find((group) => group.id === id)?.name ?? '…'
}

/** The filters that are behind a phone's button: each can be taken away. */
function Chosen({ chosen }: { chosen: ChosenFilter[] }) {
  const changeSearch = useChangeSearch()
  return (
    <ul className={styles.chosen} aria-label="Chosen filters">
      {chosen.map(({ label, without }) => (
        <li key={label}>
          <Button
            variant="light"
            radius="xl"
            size="compact-sm"
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={`Remove ${label}`}
            onClick={() => changeSearch(without)}
          >
            {label}
          </Button>
        </li>
      ))}
    </ul>
  )
}

type Shown = { data: readonly unknown[]; nextOffset: number | null; page: number; total: number | undefined }

/** What a search finds is counted only as far as it was read. */
function numberOfProducts({ data, nextOffset, page, total }: Shown): string {
  const read = (page - 1) * PAGE_SIZE + data.length
  const count = total ?? read
  const isMore = total === undefined && nextOffset !== null
  return `${isMore ? 'More than ' : ''}${counted(count, 'product')}`
}

function Loading() {
  return (
    <Stack gap="sm" aria-hidden>
      {[1, 2, 3, 4, 5, 6].map((n) => (
        <Skeleton key={n} h={64} />
      ))}
    </Stack>
  )
}

type ProductListProps = { label: string; products: readonly Product[]; view: View; isStale?: boolean }

/** How long after the products the way to the lists comes, in milliseconds. */
const LISTS_AFTER_MS = 500

/** Products below each other, or side by side with large pictures. */
function ProductList({ label, products, view, isStale = false }: ProductListProps) {
  const isLater = useLater(LISTS_AFTER_MS)
  return (
    <ul className={styles.list} data-view={view} data-stale={isStale || undefined} aria-label={label}>
      {products.map((product) => (
        <ProductItem
          key={product.id}
          product={product}
          pictureSize={view === 'grid' ? 320 : 64}
          canBeListed={isLater}
        />
      ))}
    </ul>
  )
}

const AddToList = lazyPart(() => import('../lists/add-to-list.tsx'))

type ProductItemProps = { product: Product; pictureSize: number; canBeListed: boolean }

/** A product in the catalogue: what it is, its price and breaks, and how to add it. */
function ProductItem({ product, pictureSize, canBeListed }: ProductItemProps) {
  const { slug } = usePortal()
  const { id, name, sku, unitLabel, categoryId, image } = product
  return (
    <li className={styles.item}>
      <ProductPicture name={name} category={categoryId} image={image} size={pictureSize} />
      <div className={styles.what}>
        <TextLink className={styles.name} to="/t/$slug/products/$id" params={{ slug, id }}>
          {name}
        </TextLink>
        <div className={styles.facts}>{[sku, unitLabel, ...soldInWords(product)].join(' · ')}</div>
      </div>
      <div className={styles.availability}>
        <AvailabilityLabel product={product} />
      </div>
      <ItemPrice product={product} />
      <AddToBasket product={product} label="Add" />
      <div className={styles.toList}>
        <Suspense>{canBeListed && <AddToList product={product} isIcon />}</Suspense>
      </div>
    </li>
  )
}

function ItemPrice({ product: { price, breaks, coming } }: { product: Product }) {
  const { currency } = usePortal()
  return (
    <div className={styles.price}>
      <span className={styles.unit}>{price.unit === null ? 'No price yet' : formatMoney(price.unit, currency)}</span>
      {price.list !== null && price.list !== price.unit && price.list > 0 && (
        <Text size="xs" c="dimmed">
          List {formatMoney(price.list, currency)}
        </Text>
      )}
      <ComingPrice coming={coming} />
      {breaks.slice(0, 2).map(({ minQty, unit }) => (
        <Text key={minQty} size="xs" c="dimmed">
          {minQty.toLocaleString('en')} or more: {formatMoney(unit, currency)}
        </Text>
      ))}
      {breaks.length > 2 && (
        <Text size="xs" c="dimmed">
          and {breaks.length - 2} more
        </Text>
      )}
    </div>
  )
}

type GroupTilesProps = {
  label: 'Categories' | 'Brands'
  /** The parameter of the address that a tile sets. */
  param: 'category' | 'brand'
  groups: (Groups['brands'][number] & Partial<Groups['categories'][number]>)[]
}

/** How many are shown at first: the largest. */
const SHOWN = { category: 8, brand: 12 }

/** Ways into the catalogue, each with its number of products: categories with a picture, brands by name. */
function GroupTiles({ label, param, groups }: GroupTilesProps) {
  const [isWhole, setWhole] = useState(false)
  const largest = new Set(groups.toSorted((a, b) => b.count - a.count).slice(0, SHOWN[param]))
  if (groups.length < 2) return null
  return (
    <nav aria-label={label} className={styles.groups} data-kind={param} data-whole={isWhole || undefined}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5">
          {label}
        </Title>
        {groups.length > largest.size && !isWhole && (
          <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
            All {groups.length.toLocaleString('en')} {label.toLowerCase()}
          </Button>
        )}
      </Group>
      <div className={styles.tiles}>
        {groups
          .filter((group) => isWhole || largest.has(group))
          .map(({ id, name, count, image }) => (
            <Link
              key={id}
              to="."
              search={(current: SearchTexts) => ({
                ...current,
                [param]: id,
                ...(param === 'category' && { details: undefined }),
                page: undefined,
              })}
              className={styles.tile!}
            >
              {image !== undefined && <ProductPicture name={name} category={id} image={image} size={160} />}
              <span className={styles.tileName}>{name}</span>
              <span className={styles.count}>{count.toLocaleString('en')}</span>
            </Link>
          ))}
      </div>
    </nav>
  )
}

type View = 'list' | 'grid'

/** How the catalogue is shown. The browser keeps what was chosen. */
function useView() {
  const [kept, setView] = useLocalStorage<View>({
    key: 'catalogue-view',
    defaultValue: 'list',
    getInitialValueInEffect: false,
  })
  return [kept === 'grid' ? 'grid' : 'list', setView] as const
}
