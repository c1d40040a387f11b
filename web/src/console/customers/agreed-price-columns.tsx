import { Badge, Text, Group } from '@mantine/core'
import type { components } from '../../shared/app-api.d.ts'
import type { Column } from '../../shared/list.ts'
import { formatMoney } from '../../shared/money.tsx'
import { TextLink } from '../../shared/links.tsx'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { formatDate } from '../../shared/dates.ts'
import type { Right } from '../../../../server/src/shared/rights.ts'

export type AgreedPrice = components['schemas']['AgreedPriceRow']

type Options = {
  slug: string
  currency: string
  /** Whether the quantity and the days stand under the product, for want of room. */
  isNarrow: boolean
  /** Opens the dialogs of a row; left out where prices are only shown. */
  open?: (dialog: string) => void
}

export function agreedPriceColumns({ slug, currency, isNarrow, open }: Options): Column<AgreedPrice>[] {
  return [
    {
      key: 'product',
      header: 'Product',
      wraps: true,
      cell: ({ sku, name, productId, minQty, ...price }) => (
        <>
          <TextLink inherit to="/w/$slug/products/$id" params={{ slug, id: productId }}>
            {sku}
          </TextLink>
          <Text size="sm" c="dimmed">
            {name}
          </Text>
          {isNarrow && (
            <Text size="sm">
              From {minQty.toLocaleString('en')}, {periodWords(price)}
            </Text>
          )}
        </>
      ),
    },
    { key: 'price', header: 'Price', align: 'end', cell: ({ unit }) => formatMoney(unit, currency) },
    {
      key: 'list',
      header: 'List price',
      align: 'end',
      from: 'md',
      cell: (row) => formatMoney(row.listPrice, currency),
    },
    ...(isNarrow ? [] : ownColumns()),
    ...(open ? [actsColumn(open)] : []),
  ]
}

function actsColumn(open: (dialog: string) => void): Column<AgreedPrice> {
  return {
    key: 'acts',
    header: 'Actions',
    align: 'end',
    cell: ({ id, sku, minQty }) => (
      <RowActions
        of={`${sku} from ${minQty}`}
        acts={[
          { label: 'Change', run: () => open(`change-price.${id}`) },
          { label: 'Remove', run: () => open(`remove-price.${id}`) },
        ]}
      />
    ),
  }
}

/** The quantity and the days, where there is room for them. */
function ownColumns(): Column<AgreedPrice>[] {
  return [
    {
      key: 'from',
      header: 'From quantity',
      align: 'end',
      cell: ({ minQty }) => minQty.toLocaleString('en'),
    },
    { key: 'start', header: 'Start', cell: ({ startsOn }) => writtenDay(startsOn) ?? '–' },
    {
      key: 'end',
      header: 'End',
      cell: ({ endsOn, period }) => (
        <>
          {writtenDay(endsOn) ?? '–'} <PeriodBadge period={period} />
        </>
      ),
    },
  ]
}

function PeriodBadge({ period }: Pick<AgreedPrice, 'period'>) {
  if (period === 'current') return null
  return (
    <Badge size="sm" variant="light" color={period === 'past' ? 'gray' : 'blue'}>
      {period === 'past' ? 'Ended' : 'To come'}
    </Badge>
  )
}

export type RowAct = { label: string; run: () => void }

type RowActionsProps = { of: string; acts: RowAct[]; right?: Right }

/** What can be done to a row, by who has the right. `of` names the row for screen readers. */
export function RowActions({ of, acts, right = 'terms' }: RowActionsProps) {
  const { reasonNot } = useWorkspace()
  return (
    <Group gap={4} justify="flex-end">
      {acts.map(({ label, run }) => (
        <GuardedButton
          key={label}
          reason={reasonNot(right)}
          size="compact-sm"
          variant="subtle"
          aria-label={`${label} ${of}`}
          onClick={run}
        >
          {label}
        </GuardedButton>
      ))}
    </Group>
  )
}

/** A day such as 2027-01-05 as "5 Jan 2027"; undefined for none. */
export function writtenDay(day: string | null): string | undefined {
  return day === null ? undefined : formatDate(`${day}T12:00:00Z`, 'UTC')
}

/** "from 5 Jan 2027 to 31 Dec 2027", "until 31 Dec 2027", or "at all times". Both days are part of it. */
export function periodWords({ startsOn, endsOn }: { startsOn: string | null; endsOn: string | null }): string {
  const [start, end] = [writtenDay(startsOn), writtenDay(endsOn)]
  if (start && end) return `from ${start} to ${end}`
  if (start) return `from ${start} on`
  return end ? `until ${end}` : 'at all times'
}

/** The day before, as typed. */
export function dayBefore(day: string): string {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}
