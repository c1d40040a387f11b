import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { counted } from '../../../../server/src/shared/counted.ts'
import type { Column } from '../../shared/list.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useSearchParam } from '../../shared/search-params.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { ChangeHistogram, rangeText } from './forecast.tsx'
import { ImpactSection } from './status-badge.tsx'
import { changeText, reasonToLook } from './words.ts'
import { largestLinesQuery } from './queries.ts'
import type { Line, PriceChange, Review } from './queries.ts'

/** How many lines have which change. A bar filters the lines below, the largest change first. */
export function LinesByChange({ change, review }: { change: PriceChange; review: Review }) {
  const { slug, currency } = useWorkspace()
  const [chosen, choose] = useSearchParam('bar')
  const { bars, medianBp } = review.lines
  const picked = chosen !== '' && bars[Number(chosen)] ? Number(chosen) : undefined
  const { data, error, isPlaceholderData } = useQuery({
    ...largestLinesQuery(slug, change.id, picked),
    placeholderData: keepPreviousData,
  })
  const pick = (bar: number | undefined) => choose(bar === undefined || bar === picked ? null : String(bar))
  return (
    <ImpactSection title="Lines by change">
      <ChangeHistogram
        label="Lines by change"
        counted="Lines"
        bars={bars.map(({ lines, ...range }) => ({ ...range, count: lines }))}
        picked={picked}
        onPick={pick}
      />
      <Group gap="md" mb="xs">
        <Text size="sm" role="status">
          {picked === undefined ? 'All lines' : rangeText(bars[picked]!)}
          {data && `: ${counted(data.total, 'line')}`}
          {data && data.total > data.lines.length && `, the ${data.lines.length} largest changes first`}.
        </Text>
        {picked === undefined ? (
          endsOf(bars).map(({ bar, lines }) => (
            <Button key={bar} variant="default" size="compact-sm" onClick={() => pick(bar)}>
              {counted(lines, 'line')} {bar === 0 ? 'below' : 'above'}{' '}
              {changeText(bars[bar]!.fromBp ?? bars[bar]!.toBp)}
            </Button>
          ))
        ) : (
          <Button variant="default" size="compact-sm" onClick={() => pick(undefined)}>
            Show all lines
          </Button>
        )}
      </Group>
      <Problem error={data ? null : error} />
      <DataTable
        label="Largest changes"
        columns={columnsOf(currency, medianBp)}
        rows={data?.lines}
        rowKey={({ productId }) => productId}
        rowLabel={({ sku }) => sku}
        rowLink={({ sku }) => ({
          to: '/w/$slug/price-changes/$id',
          params: { slug, id: change.id },
          search: { q: sku },
        })}
        isStale={isPlaceholderData}
      />
    </ImpactSection>
  )
}

/** The first and the last bar, where they have lines. */
function endsOf(bars: Review['lines']['bars']) {
  return [bars.length - 1, 0].flatMap((bar) => (bars[bar]!.lines > 0 ? { bar, lines: bars[bar]!.lines } : []))
}

function columnsOf(currency: string, usualBp: number | null): Column<Line>[] {
  return [
    { key: 'sku', header: 'SKU', cell: ({ sku }) => sku },
    { key: 'name', header: 'Name', from: 'sm', cell: ({ name }) => name },
    {
      key: 'before',
      header: 'Now',
      align: 'end',
      from: 'xs',
      cell: (line) => formatMoney(line.currentPrice, currency),
    },
    { key: 'after', header: 'New', align: 'end', cell: (line) => formatMoney(line.newPrice, currency) },
    { key: 'change', header: 'Change', align: 'end', cell: ({ changeBp }) => changeText(changeBp) },
    { key: 'look', header: 'Reason to look', cell: (line) => <Reason text={reasonToLook(line, usualBp)} /> },
  ]
}

function Reason({ text }: { text: string | null }) {
  if (text === null) return '–'
  return (
    <Group gap={6} wrap="nowrap">
      <IconAlertTriangle size={16} aria-hidden style={{ flexShrink: 0 }} />
      <span>{text}</span>
    </Group>
  )
}
