import { counted } from '../../../../server/src/shared/counted.ts'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { Column } from '../../shared/list.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { formatDateTime } from '../../shared/dates.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { Empty } from '../../shared/empty.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { LIVE_MS, api } from '../../shared/api.ts'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { ActButton } from '../acts.tsx'
import { ListBar } from '../lists/list-bar.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { listQuery, allKey } from './queries.ts'
import type { ListedPriceChange } from './queries.ts'
import { STATUSES, StatusBadge, readStatus, statusLabel } from './status-badge.tsx'
import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { throwProblems } from '../../shared/form.tsx'
import { FilterFields, NO_FILTER, readFilter } from './filter-fields.tsx'
import { ForecastText, useForecast } from './forecast.tsx'
import { NO_REPRICING, RepricingFields, readRepricing } from './repricing-fields.tsx'
import { PRICE_CHANGE_NAME } from '../../../../server/src/shared/limits.ts'

const route = getRouteApi('/w/$slug/price-changes')

/** All price changes, newest first. */
export function PriceChangesPage() {
  const { slug, timezone, reasonNot } = useWorkspace()
  const search = route.useSearch()
  const changeSearch = useChangeSearch()
  const { data, isPlaceholderData, error, refetch } = useQuery({
    ...listQuery(slug, search),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
  const reason = reasonNot('priceChanges')
  const openNew = () => changeSearch({ dialog: 'new' }, { push: true })
  const counts = data?.counts
  const status = readStatus(search.status)
  const total = counts && (status ? counts[status] : sum(Object.values(counts)))
  return (
    <Page
      title="Price changes"
      description="New list prices are drafted, reviewed with what they do to each customer, then published together."
      actions={
        <ActButton
          label="New price change"
          reason={reason}
          leftSection={<IconPlus size={16} aria-hidden />}
          run={openNew}
        />
      }
    >
      <ListBar params={['status']}>
        <FilterSelect
          label="Status"
          param="status"
          data={STATUSES.map((value) => ({
            value,
            label: counts ? `${statusLabel(value)} (${counts[value].toLocaleString('en')})` : statusLabel(value),
          }))}
        />
      </ListBar>
      {error && !data ? (
        <Problem error={error} retry={() => void refetch()} />
      ) : (
        <DataTable
          label="Price changes"
          columns={columnsIn(timezone)}
          rows={data?.data}
          rowKey={({ id }) => id}
          rowLabel={({ name }) => name}
          rowLink={({ id }) => ({ to: '/w/$slug/price-changes/$id', params: { slug, id } })}
          isStale={isPlaceholderData}
          empty={
            <NoPriceChanges filtered={search.status !== undefined} action={<First reason={reason} open={openNew} />} />
          }
          pager={{ total, nextOffset: data?.nextOffset }}
        />
      )}
      <NewPriceChangeDialog
        opened={search.dialog === 'new'}
        onClose={() => changeSearch({ dialog: undefined, page: search.page })}
      />
    </Page>
  )
}

function columnsIn(timezone: string): Column<ListedPriceChange>[] {
  return [
    { key: 'name', header: 'Name', cell: ({ name }) => name, card: { at: 'title' } },
    { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} />, card: { at: 'state' } },
    {
      key: 'lines',
      header: 'Lines',
      align: 'end',
      cell: ({ lineCount }) => lineCount.toLocaleString('en'),
      card: { at: 'detail', cell: ({ lineCount }) => counted(lineCount, 'price') },
    },
    { key: 'by', header: 'Started by', cell: ({ createdBy }) => createdBy.name, card: { at: 'detail' } },
    {
      key: 'at',
      header: 'Started',
      from: 'md',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} timezone={timezone} />,
    },
    { key: 'effect', header: 'Takes effect', from: 'sm', cell: (change) => takesEffect(change, timezone) },
  ]
}

function takesEffect({ status, scheduledFor, publishedAt }: ListedPriceChange, timezone: string) {
  if (publishedAt) return <RelativeTime at={publishedAt} timezone={timezone} />
  return status === 'scheduled' && scheduledFor ? formatDateTime(scheduledFor, timezone) : '–'
}

/** Another name than the button above the list: nothing is there twice. */
function First({ reason, open }: { reason: string | null; open: () => void }) {
  return (
    <GuardedButton reason={reason} onClick={open}>
      Start the first one
    </GuardedButton>
  )
}

function NoPriceChanges({ filtered, action }: { filtered: boolean; action: React.ReactNode }) {
  if (filtered) return <Empty title="No price change has this status">Clear the filter to see the others.</Empty>
  return (
    <Empty title="No price change yet" action={action}>
      A price change holds new list prices. Start one for a whole brand, or paste prices from a spreadsheet; nothing
      changes for customers until it is published. A sync through the API starts drafts here too.
    </Empty>
  )
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Starts a price change: empty, or with new prices for many products at once. */
function NewPriceChangeDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { slug, currency } = useWorkspace()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [start, setStart] = useState('many')
  const [filter, setFilter] = useState(NO_FILTER)
  const [texts, setTexts] = useState(NO_REPRICING)
  const { repricing } = readRepricing(texts, currency)
  const { products, problems } = readFilter(filter, currency)
  const isMany = start === 'many'
  const { shown, forecast, error } = useForecast(products, repricing, opened && isMany)
  const suggested = nameFor(filter.brand?.label ?? filter.category?.label ?? filter.q.trim(), texts)
  const close = () => {
    setName('')
    setStart('many')
    setFilter(NO_FILTER)
    setTexts(NO_REPRICING)
    onClose()
  }

  const create = async () => {
    const chosenName = name.trim() || (isMany ? suggested : '')
    throwProblems({
      name: chosenName === '' ? 'Give it a name, such as "Spring list".' : undefined,
      ...(isMany && problems),
      change: isMany && repricing === null ? 'Say by how much, or choose what to round to.' : undefined,
    })
    const newPrices = isMany
      ? { products: products!, repricing: repricing!, expected: await expectedCount() }
      : undefined
    const body = { name: chosenName, ...(newPrices && { newPrices }) }
    const { data } = await api.POST('/app-api/console/{slug}/price-changes', { params: { path: { slug } }, body })
    await client.invalidateQueries({ queryKey: allKey(slug) })
    void navigate({ to: '/w/$slug/price-changes/$id', params: { slug, id: data.id } })
  }
  // What was shown counts; where nothing is shown yet, the service is asked once more.
  const expectedCount = async () => {
    if (forecast) return forecast.matching
    const body = { products: products!, repricing: repricing! }
    const answer = await api.POST('/app-api/console/{slug}/price-changes/forecast', {
      params: { path: { slug } },
      body,
    })
    return answer.data.matching
  }

  return (
    <FormDialog opened={opened} onClose={close} title="New price change" onSubmit={create} size="lg">
      {(fieldError) => (
        <>
          <Radio.Group label="Begin with" value={start} onChange={setStart}>
            <Stack gap={6} mt={4}>
              <Radio value="many" label="New prices for many products" description="Such as all of a brand, +4%" />
              <Radio value="empty" label="Nothing: I will type or paste the prices" />
            </Stack>
          </Radio.Group>
          {isMany && (
            <>
              <FilterFields value={filter} onChange={setFilter} fieldError={fieldError} />
              <RepricingFields value={texts} onChange={setTexts} error={fieldError('change')} />
              <ForecastText shown={shown} repricing={repricing} error={error} />
            </>
          )}
          <TextInput
            label="Name"
            placeholder={isMany && suggested !== '' ? suggested : 'Spring list'}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldError('name')}
            maxLength={PRICE_CHANGE_NAME}
            autoComplete="off"
          />
          <Text size="sm" c="dimmed">
            This makes a draft. Nothing changes for customers until you publish it.
          </Text>
        </>
      )}
    </FormDialog>
  )
}

/** "Hollin +4%" */
function nameFor(what: string, { by, change }: { by: string; change: string }): string {
  const figure = change.trim().replace(/%$/, '')
  if (figure === '') return ''
  const signed = /^[-+−–]/.test(figure) ? figure : `+${figure}`
  return `${what || 'All products'} ${signed}${by === 'percent' ? '%' : ''}`
}
