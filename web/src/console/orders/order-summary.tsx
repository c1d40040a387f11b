import { Group, Select, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { dayInWords, isDay, streetInWords } from '../../../../server/src/shared/read-day.ts'
import { totalLines } from '../../../../server/src/shared/tax.ts'
import { DateInput } from '../../shared/date-input.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Totals } from '../../shared/order-parts.tsx'
import { PageBar } from '../../shared/page-bar.tsx'
import { Problem } from '../../shared/problem.tsx'
import { customerQuery } from '../customers/customer-queries.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { DraftOrder } from './draft-order.ts'
import { wanted, priceQuery } from './order-queries.ts'
import type { PricedOrder, PricedOrderLine } from './order-queries.ts'
import styles from './place-order.module.css'

type FactsProps = {
  draft: Pick<DraftOrder, 'customer' | 'poNumber' | 'deliverTo' | 'wantedOn'>
  pricedOrder?: PricedOrder | undefined
}

/** Whom it is for, and where and when it goes, as one reads it back on the phone. */
export function Facts({ draft, pricedOrder }: FactsProps) {
  const { slug } = useWorkspace()
  const id = draft.customer?.value
  const { data: customer } = useQuery({ ...customerQuery(slug, id ?? ''), enabled: id !== undefined })
  const { deliverTo, wantedOn } = wanted(draft, pricedOrder?.delivery)
  const facts = [
    ['Customer', draft.customer?.label],
    ['Contact', [customer?.contactName, customer?.phone, customer?.email].filter(Boolean).join(', ')],
    ['Deliver to', pricedOrder?.delivery.addresses.find((address) => address.id === deliverTo)?.name],
    ['Wanted on', wantedOn && isDay(wantedOn) ? dayInWords(wantedOn) : wantedOn],
    ['PO number', draft.poNumber.trim()],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

type NextStepProps = {
  totals: ComponentProps<typeof Totals>['totals'] | undefined
  error: unknown
  children: ReactNode
}

/** What it comes to, and the button: at the end of the summary, or else at the edge of the screen. */
export function NextStep({ totals, error, children }: NextStepProps) {
  const { currency, taxLabel } = useWorkspace()
  const isBeside = useMediaQuery('screen and (min-width: 75em)', false, { getInitialValueInEffect: false })
  const sum = totals && totalLines(totals, taxLabel).at(-1)
  const shown = <div role="status">{totals && <Totals totals={totals} currency={currency} taxLabel={taxLabel} />}</div>
  if (isBeside) {
    return (
      <div className={styles.next}>
        {shown}
        <Problem error={error} />
        {children}
      </div>
    )
  }
  return (
    <>
      {shown}
      <PageBar>
        <Problem error={error} />
        <Group gap="sm" wrap="nowrap">
          {children}
          {sum && <Text className="figures">{formatMoney(sum.amount, currency)}</Text>}
        </Group>
      </PageBar>
    </>
  )
}

type WhereAndWhenProps = {
  delivery: PricedOrder['delivery']
  draft: Pick<DraftOrder, 'deliverTo' | 'wantedOn'>
  change: (changes: Pick<DraftOrder, 'deliverTo' | 'wantedOn'>) => void
  fieldError: (path: string) => string | undefined
}

/** Where and when an order is wanted: what is usual, until somebody has chosen. */
export function WhereAndWhen({ delivery, draft, change, fieldError }: WhereAndWhenProps) {
  const { deliverTo, wantedOn } = wanted(draft, delivery)
  const chosen = delivery.addresses.find(({ id }) => id === deliverTo)
  return (
    <>
      {delivery.addresses.length > 0 && (
        <Select
          label="Deliver to"
          description={chosen && streetInWords(chosen)}
          data={delivery.addresses.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen?.id ?? null}
          onChange={(id) => change({ deliverTo: id ?? undefined })}
          allowDeselect={false}
          error={fieldError('deliverTo')}
        />
      )}
      <DateInput
        label="Wanted on"
        description={delivery.orderBy ?? 'Blank: as soon as possible.'}
        value={draft.wantedOn ?? wantedOn ?? ''}
        onChange={(text) => change({ wantedOn: text })}
        error={fieldError('wantedOn')}
      />
    </>
  )
}

/** What an order would cost now, and each of its lines by SKU. `isComing`: a price is still asked for. */
export function usePricedOrder({ customer, lines }: Pick<DraftOrder, 'customer' | 'lines'>) {
  const { slug } = useWorkspace()
  const { data: pricedOrder, error, isFetching } = useQuery(priceQuery(slug, customer, lines))
  // The service writes a SKU as the catalogue does, which the lines do too.
  const pricedLines = new Map(
    customer ? pricedOrder?.lines.map((line): [string, PricedOrderLine] => [line.sku, line]) : [],
  )
  const isComing = isFetching && lines.some(({ sku, qty }) => pricedLines.get(sku)?.qty !== qty)
  return { pricedOrder: customer ? pricedOrder : undefined, pricedLines, isComing, pricingError: error }
}
