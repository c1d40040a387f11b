import { Paper, Text } from '@mantine/core'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { isLargeImpact, priceImpactInWords } from '../../../../server/src/shared/price-impact.ts'
import { percent } from '../../../../server/src/shared/read-price.ts'
import { errorText, api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { formatMoney } from '../../shared/money.tsx'
import { useRested } from '../use-rested.ts'
import { useWorkspace } from '../workspace-context.tsx'
import styles from './effect.module.css'
import { ownerKey } from './terms-owner.ts'
import type { TermsOwner, DiscountScope } from './terms-owner.ts'

type EffectProps = { label?: string; waiting?: string; error?: unknown; children?: ReactNode }

/**
 * Where a dialog says what would change before anything is saved. It has its place from the start, so that nothing
 * jumps.
 */
export function Effect({ label = 'What it changes', waiting, error, children }: EffectProps) {
  return (
    <Paper withBorder p="sm" className={styles.effect} role="status" aria-label={label}>
      {waiting && (
        <Text size="sm" c="dimmed">
          {waiting}
        </Text>
      )}
      {Boolean(error) && (
        <Text size="sm" c="var(--mantine-color-error)">
          {errorText(error)}
        </Text>
      )}
      {children}
    </Paper>
  )
}

export type PriceImpact = components['schemas']['PriceImpact']

/** More customers than these ask for a name to be typed. */
const MANY_CUSTOMERS = 1_000

/** What an act does to the prices of customers, in words. */
export function ImpactText({ moves }: { moves: PriceImpact }) {
  return (
    <Text size="sm" fw={600}>
      {moves ? priceImpactInWords(moves) : 'No customer pays another price.'}
    </Text>
  )
}

/** Whether so many prices move, or for so many customers, that a name has to be typed. */
export function isLargeImpactOfGroup(moves: PriceImpact): boolean {
  return moves !== null && (isLargeImpact(moves) || moves.customers > MANY_CUSTOMERS)
}

type DiscountEffectProps = {
  owner: TermsOwner
  on: DiscountScope | null
  /** In basis points; null while nothing valid is typed. */
  discountBp: number | null
  /** Whether the discount goes. */
  removes?: boolean
}

type Asked = { on: DiscountScope; discountBp: number | null }

/** The question what a discount would change; a figure of null removes it. */
export function discountEffectQuery(slug: string, owner: TermsOwner, asked: Asked) {
  return queryOptions({
    queryKey: [...ownerKey(slug, owner), 'discount-effect', asked],
    queryFn: ({ signal }) => readEffect(slug, owner, { asked, signal }),
  })
}

type Effects = {
  presentBp: number | null
  /** The name is to be typed. */
  isLarge: boolean
  ofCustomer?: components['schemas']['DiscountEffect']
  ofGroup?: { moves: PriceImpact }
}

/** A discount of a price group says what it does to all of its customers. */
async function readEffect(
  slug: string,
  { kind, id }: TermsOwner,
  { asked: body, signal }: { asked: Asked; signal: AbortSignal },
): Promise<Effects> {
  const call = { params: { path: { slug, id } }, body, signal }
  if (kind === 'customers') {
    const { data } = await api.POST('/app-api/console/{slug}/customers/{id}/discounts/preview', call)
    return { presentBp: data.presentBp, isLarge: data.isLarge, ofCustomer: data }
  }
  const { data } = await api.POST('/app-api/console/{slug}/price-groups/{id}/discounts/preview', call)
  return { presentBp: data.presentBp, isLarge: isLargeImpactOfGroup(data.moves), ofGroup: data }
}

/** What a discount would change: how many prices, up and down, and of a customer the largest changes. */
export function DiscountEffect({ owner, on, discountBp, removes = false }: DiscountEffectProps) {
  const { slug } = useWorkspace()
  const isReady = on !== null && (removes || discountBp !== null)
  const { rested } = useRested(isReady ? { on, discountBp } : null, removes ? 0 : undefined)
  const { data, error } = useQuery({
    ...discountEffectQuery(slug, owner, rested ?? { on: { appliesTo: 'all' }, discountBp: null }),
    enabled: isReady && rested !== null,
    placeholderData: keepPreviousData,
  })
  if (!isReady) return <Effect waiting="Choose what it applies to and how much to see its effect." />
  if (error) return <Effect error={error} />
  if (!data) return <Effect waiting="Working out what it changes …" />
  const { presentBp, ofCustomer, ofGroup } = data
  return (
    <Effect>
      {!removes && presentBp !== null && presentBp !== discountBp && (
        <Text size="sm">It replaces {percent(presentBp)}.</Text>
      )}
      {ofCustomer && <ForCustomer name={owner.name} effect={ofCustomer} />}
      {ofGroup && <ImpactText moves={ofGroup.moves} />}
    </Effect>
  )
}

function ForCustomer({ name, effect }: { name: string; effect: components['schemas']['DiscountEffect'] }) {
  const { currency } = useWorkspace()
  const { up, down, products, agreed, largest } = effect
  return (
    <>
      <Text size="sm" fw={600}>
        {effectWords(up, down)}
      </Text>
      <Text size="sm" c="dimmed">
        {products === 0
          ? `${name} sees no product with a price here.`
          : `Of ${counted(products, 'product')} that ${name} sees here${agreed > 0 ? `; ${counted(agreed, 'agreed price')} ${agreed === 1 ? 'stays' : 'stay'} as ${agreed === 1 ? 'it is' : 'they are'}` : ''}.`}
      </Text>
      {largest.length > 0 && (
        <ul aria-label="Largest changes">
          {largest.map(({ productId, sku, name, before, after }) => (
            <li key={productId}>
              {sku} {name}: {formatMoney(before, currency)} → <strong>{formatMoney(after, currency)}</strong>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function effectWords(up: number, down: number): string {
  if (up + down === 0) return 'No price changes.'
  const parts = [
    ...(down > 0 ? [`${counted(down, 'price')} ${down === 1 ? 'goes' : 'go'} down`] : []),
    ...(up > 0 ? [`${counted(up, 'price')} ${up === 1 ? 'goes' : 'go'} up`] : []),
  ]
  return `${parts.join(', ')}.`
}
