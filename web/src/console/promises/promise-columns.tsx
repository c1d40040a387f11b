import { Badge, Text } from '@mantine/core'
import type { PromiseState } from '../../../../server/src/rules/promise-state.ts'
import type { Column } from '../../shared/column.ts'
import { formatDate, formatDateTime } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.tsx'
import { TextLink } from '../../shared/text-link.tsx'
import { RowActions } from '../customers/row-actions.tsx'
import type { PricePromise } from './promise-queries.ts'

const STATE: Record<PromiseState, { label: string; color: string }> = {
  broken: { label: 'Broken', color: 'red' },
  ends_soon: { label: 'Ends soon', color: 'yellow' },
  holds: { label: 'Holds', color: 'green' },
  ended: { label: 'Ended', color: 'gray' },
}

export const STATES = Object.entries(STATE).map(([value, { label }]) => ({ value, label }))

/** Lines of a basket that a row tells. */
const LINES_TOLD = 3

type Options = {
  slug: string
  currency: string
  timezone: string
  /** Whether the customer and the day stand beside what is promised, for want of room. */
  isNarrow: boolean
  open: (dialog: string) => void
}

export function promiseColumns({ slug, currency, timezone, isNarrow, open }: Options): Column<PricePromise>[] {
  return [
    {
      key: 'customer',
      header: 'Customer',
      wraps: true,
      cell: (promise) => (
        <>
          <TextLink inherit to="/w/$slug/customers/$id" params={{ slug, id: promise.customer.id }}>
            {promise.customer.name}
          </TextLink>
          {isNarrow && (
            <>
              <Promised promise={promise} currency={currency} />
              <Text size="sm">until {formatDate(promise.untilOn, 'UTC')}</Text>
            </>
          )}
        </>
      ),
    },
    ...(isNarrow ? [] : ownColumns(currency)),
    {
      key: 'state',
      header: 'State',
      wraps: true,
      cell: ({ state, broken, breaksAt }) => (
        <>
          <Badge variant="light" color={STATE[state].color}>
            {STATE[state].label}
          </Badge>
          {broken.slice(0, LINES_TOLD).map(({ sku, qty, promised, actual }) => (
            <Text size="sm" key={`${sku} ${qty}`}>
              {sku === null ? 'In total' : sku}: {actual === null ? 'no price' : formatMoney(actual, currency)} instead
              of {formatMoney(promised, currency)}
            </Text>
          ))}
          {broken.length > LINES_TOLD && <Text size="sm">and {broken.length - LINES_TOLD} more</Text>}
          {breaksAt && <Text size="sm">Breaks on {formatDateTime(breaksAt, timezone)}</Text>}
        </>
      ),
    },
    {
      key: 'set',
      header: 'Set by',
      from: 'md',
      wraps: true,
      cell: ({ setBy, setAt, note }) => (
        <>
          {setBy}, {formatDate(setAt, timezone)}
          {note && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'acts',
      header: 'Actions',
      align: 'end',
      cell: (promise) => (
        <RowActions
          of={nameOf(promise)}
          acts={[
            { label: 'Change', run: () => open(`change.${promise.id}`) },
            { label: 'Remove', run: () => open(`remove.${promise.id}`) },
          ]}
        />
      ),
    },
  ]
}

function ownColumns(currency: string): Column<PricePromise>[] {
  return [
    {
      key: 'promised',
      header: 'Promised',
      wraps: true,
      cell: (promise) => <Promised promise={promise} currency={currency} />,
    },
    { key: 'until', header: 'Until', cell: ({ untilOn }) => formatDate(untilOn, 'UTC') },
  ]
}

/** "HOL-1042 for Castle Lane Cafés". */
export function nameOf({ lines, customer }: Pick<PricePromise, 'lines' | 'customer'>): string {
  const others = lines.length > 1 ? ` and ${lines.length - 1} more` : ''
  return `${lines[0]!.sku}${others} for ${customer.name}`
}

function Promised({ promise: { lines, total }, currency }: { promise: PricePromise; currency: string }) {
  return (
    <>
      {total !== null && <Text size="sm">At most {formatMoney(total, currency)} in total</Text>}
      {lines.slice(0, LINES_TOLD).map(({ sku, qty, unit }) => (
        <Text size="sm" key={`${sku} ${qty}`}>
          {total === null ? sku : `${qty.toLocaleString('en')} × ${sku}`}
          {unit !== null && ` at ${formatMoney(unit, currency)}`}
          {total === null && qty > 1 && ` for ${qty.toLocaleString('en')}`}
        </Text>
      ))}
      {lines.length > LINES_TOLD && <Text size="sm">and {lines.length - LINES_TOLD} more</Text>}
    </>
  )
}
