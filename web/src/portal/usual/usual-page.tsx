import { Button, Center, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ButtonLink, TextLink } from '../../shared/links.tsx'
import { Empty, LiveRegion } from '../../shared/empty.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { basketQuery, useAddToBasket } from '../basket/basket-queries.ts'
import type { Basket, BasketLine } from '../basket/basket-queries.ts'
import { BasketQuantity } from '../basket/basket-quantity.tsx'
import { InBasket } from '../catalogue/add-to-basket.tsx'
import { usePortal } from '../portal-context.tsx'
import { wantedOf, lastQuantity, readWanted, OrderBar } from './order-bar.tsx'
import { usualQuery } from '../queries.ts'
import type { UsualProduct } from '../queries.ts'
import type { UsualRow, Wanted } from './order-bar.tsx'
import { useSessionValue } from '../use-session-value.ts'
import styles from './usual.module.css'
import { soldInWords } from '../../../../server/src/shared/order-quantity.ts'
import { formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.tsx'
import { ProductPicture } from '../../shared/product-picture.tsx'
import { useSubmit } from '../../shared/form.tsx'
import { errorText } from '../../shared/api.ts'
import { AvailabilityLabel, ComingPrice, NextBreak } from '../catalogue/product-notes.tsx'
import { QuantityField } from '../catalogue/quantity-field.tsx'
import { breakAfter, comingAt, unitAt } from '../../shared/quantity.ts'
import { LazyDisabledReason } from '../lazy-disabled-reason.tsx'

/** What the customer orders again and again, with the next order filled in. */
export function UsualPage() {
  const { slug, currency, taxLabel } = usePortal()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(usualQuery(slug))
  const { data: basket, error: withoutBasket } = useQuery(basketQuery(slug))
  const usual = data?.pages.flatMap((page) => page.data)
  // All that is due is in the sum, so it is here before anything is shown.
  const isMoreDue = hasNextPage && usual?.at(-1)?.isDue === true
  useEffect(() => {
    if (isMoreDue && !isFetchingNextPage && !error) void fetchNextPage()
  }, [isMoreDue, isFetchingNextPage, error, fetchNextPage])
  const problem = error ?? withoutBasket
  return (
    <Page title="Usual" description={`What you order most, at your prices of today in ${currency}, ${taxLabel}.`}>
      <Problem error={problem} retry={() => void refetch()} />
      <LiveRegion>{usual?.length === 0 && <NothingYet />}</LiveRegion>
      {usual && basket && !isMoreDue ? (
        <>
          {usual.length > 0 && <UsualOrder usual={usual} basket={basket} />}
          {hasNextPage && (
            <Center mt="md">
              <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Show more
              </Button>
            </Center>
          )}
        </>
      ) : (
        !problem && <Loading />
      )}
    </Page>
  )
}

function NothingYet() {
  const { slug } = usePortal()
  return (
    <Empty
      title="Nothing is usual yet"
      action={
        <ButtonLink to="/t/$slug" params={{ slug }}>
          Open the catalogue
        </ButtonLink>
      }
    >
      What you order is listed here, so that the next order takes a moment.
    </Empty>
  )
}

function Loading() {
  return (
    <Stack gap="sm" aria-hidden>
      {[1, 2, 3, 4, 5, 6].map((n) => (
        <Skeleton key={n} h={72} />
      ))}
    </Stack>
  )
}

/** Texts of quantity fields, by product. */
type Typed = Readonly<Record<string, string>>

const NOTHING: Typed = {}

/** The rows, the quantities that are typed in them, and the bar that adds all of these. */
function UsualOrder({ usual, basket }: { usual: readonly UsualProduct[]; basket: Basket }) {
  const [typed, setTyped] = useSessionValue('usual', NOTHING)
  const add = useAddToBasket()
  const inBasket = new Map(basket.lines.map((line) => [line.productId, line]))
  const rows = usual.filter(isSeen).map((row) => {
    const line = inBasket.get(row.product.id)
    // What is in the basket is changed there, and not added once more.
    return { row, line, wanted: line ? readWanted(row.product, '0') : wantedOf(row, typed[row.product.id]) }
  })
  const wanted = rows.filter((one) => one.wanted.qty > 0)
  const addLines = async (lines: { id: string; sku: string; qty: number }[]) => {
    await add(lines.map(({ sku, qty }) => ({ sku, qty })))
    setTyped((before) => without(before, new Set(lines.map(({ id }) => id))))
  }
  const items = (isDue: boolean) =>
    rows
      .filter(({ row }) => row.isDue === isDue)
      .map(({ row, ...shown }) => (
        <UsualItem
          key={row.product.id}
          row={row}
          {...shown}
          onType={(text) => setTyped((before) => ({ ...before, [row.product.id]: text }))}
          onAdd={(qty) => addLines([{ ...row.product, qty }])}
        />
      ))
  const [due, others] = [items(true), items(false)]
  return (
    <>
      <NotThereNow names={usual.flatMap((one) => (one.isDue && !isSeen(one) ? [one.name] : []))} />
      {due.length > 0 && (
        <ul className="plain-list" aria-label="Your next order">
          {due}
        </ul>
      )}
      {others.length > 0 && (
        <section>
          <Title order={2} size="h4" mt="lg">
            Ordered less often
          </Title>
          <ul className="plain-list" aria-label="Ordered less often">
            {others}
          </ul>
        </section>
      )}
      <OrderBar
        label="Add all"
        lines={wanted.length}
        amount={wanted.reduce((sum, one) => sum + one.wanted.amount, 0)}
        problems={rows.filter((one) => one.wanted.problem).length}
        inBasket={basket.lines.length}
        onAdd={() => addLines(wanted.map((one) => ({ ...one.row.product, qty: one.wanted.qty })))}
      />
    </>
  )
}

function isSeen(one: UsualProduct): one is UsualRow {
  return one.product !== null
}

function without(typed: Typed, ids: ReadonlySet<string>): Typed {
  const left = Object.entries(typed).filter(([id]) => !ids.has(id))
  return left.length === 0 ? NOTHING : Object.fromEntries(left)
}

/** How many names are told. */
const NAMED = 5

function NotThereNow({ names }: { names: string[] }) {
  if (names.length === 0) return null
  const more = names.length - NAMED
  return (
    <Text size="sm" mb="sm">
      In your last orders, but no longer available to you: {names.slice(0, NAMED).join(', ')}
      {more > 0 && ` and ${more} more`}.
    </Text>
  )
}

type UsualItemProps = {
  row: UsualRow
  wanted: Wanted
  line: BasketLine | undefined
  onType: (text: string) => void
  onAdd: (qty: number) => Promise<unknown>
}

/** A product: how it was ordered last, its price then and now, and the quantity for the next order. */
function UsualItem({ row, wanted, line, onType, onAdd }: UsualItemProps) {
  const { reasonNotToOrder } = usePortal()
  const { product } = row
  const { name, minOrderQty, orderMultiple, categoryId, image } = product
  // At 0, the last quantity is added: one tap for what is ordered now and then.
  const qty = line?.qty ?? (wanted.qty || lastQuantity(row))
  const add = useSubmit(() => onAdd(qty))
  const failed = add.problem()
  const reason = reasonNotToOrder ?? (product.price.unit === null ? 'It has no price yet.' : null)
  return (
    <li className={styles.item}>
      <ProductPicture name={name} category={categoryId} image={image} size={64} />
      <What row={row} />
      <PriceThenAndNow row={row} qty={qty} />
      {line ? (
        <>
          <BasketQuantity
            line={line}
            aria-label={`Quantity, ${name}`}
            isStepper
            // Who takes it out does not want it proposed again.
            onRemoved={() => onType('0')}
          />
          <InBasket />
        </>
      ) : (
        <>
          <QuantityField
            aria-label={`Quantity, ${name}`}
            value={wanted.text}
            from={minOrderQty}
            inMultiplesOf={orderMultiple}
            canBeNone
            disabled={reason !== null}
            onChange={onType}
            onEnter={() => void add.submit()}
            error={wanted.problem}
          />
          <LazyDisabledReason reason={reason ?? wanted.problem}>
            <Button
              variant="default"
              miw="5rem"
              title={`Add ${qty.toLocaleString('en')} of ${name}`}
              loading={add.pending}
              onClick={() => void add.submit()}
            >
              Add
            </Button>
          </LazyDisabledReason>
        </>
      )}
      {wanted.qty > 0 && <NextBreak qty={wanted.qty} next={breakAfter(product, wanted.qty)} />}
      {failed !== null && (
        <Text role="alert" size="xs" c="var(--mantine-color-error)">
          {errorText(failed)}
        </Text>
      )}
    </li>
  )
}

function What({ row: { product, last } }: Pick<UsualItemProps, 'row'>) {
  const { slug, timezone } = usePortal()
  const { id, name, sku, unitLabel } = product
  return (
    <div className={styles.what}>
      <TextLink className={styles.name} to="/t/$slug/products/$id" params={{ slug, id }}>
        {name}
      </TextLink>
      <div className={styles.facts}>{[sku, unitLabel, ...soldInWords(product)].join(' · ')}</div>
      <div className={styles.last}>
        <span>
          Last {last.qty.toLocaleString('en')} on {formatDate(last.at, timezone)}
        </span>
        <AvailabilityLabel product={product} />
      </div>
    </div>
  )
}

function PriceThenAndNow({ row: { product, last }, qty }: { row: UsualRow; qty: number }) {
  const { currency } = usePortal()
  const unit = unitAt(product, qty)
  return (
    <div className={styles.price}>
      <span className={styles.unit}>{unit === null ? 'No price yet' : formatMoney(unit, currency)}</span>
      {unit !== last.unit && (
        <Text size="xs" c="dimmed">
          was {formatMoney(last.unit, currency)}
        </Text>
      )}
      <ComingPrice coming={comingAt(product, qty)} />
    </div>
  )
}
