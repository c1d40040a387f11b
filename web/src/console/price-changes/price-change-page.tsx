import { Alert, List, Text, ActionIcon, TextInput, Stack } from '@mantine/core'
import { useSuspenseQuery, useQueryClient, keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatDateTime } from '../../shared/dates.ts'
import { Page, useTab } from '../../shared/page.tsx'
import { LIVE_MS, api } from '../../shared/api.ts'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { ImpactTab } from './impact-tab.tsx'
import { LinesTab } from './lines-tab.tsx'
import { reasonToLook, historyText } from './words.ts'
import { changeQuery, allKey, oneKey, historyQuery, useOpenDraft, wrongLinesQuery } from './queries.ts'
import type { PriceChange } from './queries.ts'
import { SavesProvider } from './saves.tsx'
import { StatusBadge } from './status-badge.tsx'
import { counted } from '../../../../server/src/shared/counted.ts'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { FormDialog, ConfirmDialog } from '../../shared/form-dialog.tsx'
import { PRICE_CHANGE_NAME } from '../../../../server/src/shared/limits.ts'
import type { components } from '../../shared/app-api.d.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { historyColumns } from '../activity/activity-list.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { ActButton } from '../acts.tsx'
import { ScheduleDialog, useReview } from './schedule-dialog.tsx'
import { WayBackDialog } from './way-back-dialog.tsx'
import { notifyFailure, notify } from '../../shared/toasts.tsx'
import { EffectText } from './forecast.tsx'

const route = getRouteApi('/w/$slug/price-changes/$id')

const TABS = [
  { value: 'lines', label: 'Lines' },
  { value: 'impact', label: 'Impact' },
  { value: 'history', label: 'History' },
]

/** One price change: its lines, what it does to customers, and who did what. */
export function PriceChangePage() {
  const { slug } = useWorkspace()
  const { id } = route.useParams()
  const { data: change } = useSuspenseQuery({ ...changeQuery(slug, id), refetchInterval: LIVE_MS })
  const tab = useTab(TABS)
  return (
    <SavesProvider key={id} change={change}>
      <Page
        title={change.name}
        beside={
          <>
            <StatusBadge status={change.status} />
            <RenameButton change={change} />
          </>
        }
        description={<Timeline change={change} />}
        crumbs={[{ label: 'Price changes', link: { to: '/w/$slug/price-changes', params: { slug } } }]}
        actions={<DecisionButtons change={change} />}
        tabs={TABS}
      >
        {tab === 'lines' && <LinesTab change={change} />}
        {tab === 'impact' && <ImpactTab change={change} />}
        {tab === 'history' && <HistoryTab change={change} />}
      </Page>
    </SavesProvider>
  )
}

function Timeline({ change }: { change: PriceChange }) {
  const { timezone } = useWorkspace()
  const { createdBy, createdAt, scheduledFor, publishedAt, status, lineCount } = change
  return (
    <Text size="sm">
      {counted(lineCount, 'line')} · started by {createdBy.name}, <RelativeTime at={createdAt} timezone={timezone} />
      {status === 'scheduled' && scheduledFor && (
        <>
          {' '}
          · takes effect {formatDateTime(scheduledFor, timezone)} ({timezone})
        </>
      )}
      {publishedAt && (
        <>
          {' '}
          · published <RelativeTime at={publishedAt} timezone={timezone} />
        </>
      )}
    </Text>
  )
}

/** Renames a price change that is not over. */
function RenameButton({ change }: { change: PriceChange }) {
  const { slug, can } = useWorkspace()
  const client = useQueryClient()
  const [opened, { open, close }] = useDisclosure()
  const [name, setName] = useState(change.name)
  if (!can('priceChanges') || !['draft', 'scheduled'].includes(change.status)) return null
  const rename = async () => {
    const params = { path: { slug, id: change.id } }
    await api.PATCH('/app-api/console/{slug}/price-changes/{id}', { params, body: { name } })
    await client.invalidateQueries({ queryKey: oneKey(slug, change.id) })
    void client.invalidateQueries({ queryKey: allKey(slug) })
  }
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Rename"
        onClick={() => {
          setName(change.name)
          open()
        }}
      >
        <IconPencil size={18} />
      </ActionIcon>
      <FormDialog opened={opened} onClose={close} title="Rename" onSubmit={rename}>
        {(fieldError) => (
          <TextInput
            label="Name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldError('name')}
            maxLength={PRICE_CHANGE_NAME}
            autoComplete="off"
          />
        )}
      </FormDialog>
    </>
  )
}

type Entry = components['schemas']['ActivityEntry']

/** Who did what to a price change, newest first. */
function HistoryTab({ change }: { change: PriceChange }) {
  const { slug } = useWorkspace()
  const { page } = route.useSearch()
  const { data, isPlaceholderData } = useQuery({
    ...historyQuery(slug, change.id, page),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
  return (
    <DataTable
      label="History"
      columns={COLUMNS}
      rows={data?.data}
      rowKey={({ id }) => id}
      isStale={isPlaceholderData}
      empty={<Text>Started by a sync of {change.createdBy.name}. Nobody has done anything to it since.</Text>}
      pager={{ nextOffset: data?.nextOffset }}
    />
  )
}

const COLUMNS = historyColumns((entry: Entry) => <What entry={entry} />)

function What({ entry }: { entry: Entry }) {
  const { timezone, currency } = useWorkspace()
  const { text, details } = historyText(entry, {
    amount: (price) => formatMoney(price, currency),
    time: (at) => formatDateTime(at, timezone),
  })
  return (
    <Stack gap={0}>
      <Text size="sm">{text}</Text>
      {details.map((detail) => (
        <Text key={detail} size="xs" c="dimmed">
          {detail}
        </Text>
      ))}
    </Stack>
  )
}

type Decision = { dialog: string; label: string; reason: string | null; variant: string; color?: string }

/**
 * What can be decided about a price change. What its status does not allow is not there; what the person may not says
 * why.
 */
function DecisionButtons({ change }: { change: PriceChange }) {
  const search = route.useSearch()
  const changeSearch = useChangeSearch()
  const decisions = useDecisions(change)
  const open = (dialog: string) => changeSearch({ dialog }, { push: true })
  const close = () => changeSearch({ dialog: undefined })
  const isOpen = (dialog: string) =>
    search.dialog === dialog && decisions.some((decision) => decision.dialog === dialog && decision.reason === null)
  return (
    <>
      {decisions.map(({ dialog, ...button }) => (
        <ActButton key={dialog} {...button} run={() => open(dialog)} />
      ))}
      {change.status === 'scheduled' && <BackToDraftButton change={change} />}
      {(change.status === 'cancelled' || change.status === 'discarded') && <CopyButton change={change} />}
      <PublishDialog change={change} opened={isOpen('publish')} onClose={close} />
      <ScheduleDialog change={change} opened={isOpen('schedule')} onClose={close} />
      <EndDialog change={change} act="discard" opened={isOpen('discard')} onClose={close} />
      <EndDialog change={change} act="cancel" opened={isOpen('cancel')} onClose={close} />
      <WayBackDialog change={change} opened={isOpen('way-back')} onClose={close} />
    </>
  )
}

function useDecisions({ status, lineCount }: PriceChange): Decision[] {
  const { reasonNot } = useWorkspace()
  const may = reasonNot('priceChanges')
  const ready = may ?? (lineCount === 0 ? 'It has no lines yet: add some first.' : null)
  const publish = { dialog: 'publish', label: 'Publish', reason: ready, variant: 'filled' }
  if (status === 'draft') {
    return [
      { dialog: 'discard', label: 'Discard', reason: may, variant: 'subtle', color: 'red' },
      { dialog: 'schedule', label: 'Schedule', reason: ready, variant: 'default' },
      publish,
    ]
  }
  if (status === 'scheduled') {
    return [{ dialog: 'cancel', label: 'Cancel schedule', reason: may, variant: 'default' }, publish]
  }
  if (status === 'published') {
    const reason = may ?? (lineCount === 0 ? 'It has no lines.' : null)
    return [{ dialog: 'way-back', label: 'Reverse this change', reason, variant: 'default' }]
  }
  return []
}

/** Takes a scheduled price change back to a draft, to edit it. */
function BackToDraftButton({ change: { id } }: { change: PriceChange }) {
  const { slug, reasonNot } = useWorkspace()
  const client = useQueryClient()
  const [isPending, setPending] = useState(false)
  const takeBack = async () => {
    setPending(true)
    try {
      await api.POST('/app-api/console/{slug}/price-changes/{id}/unschedule', { params: { path: { slug, id } } })
      await client.invalidateQueries({ queryKey: oneKey(slug, id) })
      void client.invalidateQueries({ queryKey: allKey(slug) })
      notify('It’s a draft again.')
    } catch (error) {
      notifyFailure(error)
    }
    setPending(false)
  }
  return (
    <ActButton
      label="Back to draft"
      variant="default"
      reason={reasonNot('priceChanges')}
      loading={isPending}
      run={() => void takeBack()}
    />
  )
}

/** Takes the lines of a price change that is over into a new draft. */
function CopyButton({ change: { id, lineCount } }: { change: PriceChange }) {
  const { slug, reasonNot } = useWorkspace()
  const openDraft = useOpenDraft()
  const [isCopying, setIsCopying] = useState(false)
  const copy = async () => {
    setIsCopying(true)
    await api
      .POST('/app-api/console/{slug}/price-changes/{id}/copy', { params: { path: { slug, id } } })
      .then(({ data }) => openDraft(data))
      .catch(notifyFailure)
    setIsCopying(false)
  }
  return (
    <ActButton
      label="Copy to a new draft"
      variant="default"
      reason={reasonNot('priceChanges') ?? (lineCount === 0 ? 'It has no lines.' : null)}
      loading={isCopying}
      run={() => void copy()}
    />
  )
}

type DecisionDialogProps = { change: PriceChange; opened: boolean; onClose: () => void }

/** Publishes what was reviewed, now and for everyone. */
function PublishDialog({ change, opened, onClose }: DecisionDialogProps) {
  const { slug } = useWorkspace()
  const { review, isReading, error, changed, decide, forget } = useReview(change, opened)
  const publish = () =>
    decide(async (reviewed) => {
      const params = { path: { slug, id: change.id } }
      const { data } = await api.POST('/app-api/console/{slug}/price-changes/{id}/publish', { params, body: reviewed })
      notify(`Published ${counted(data.lineCount, 'price')}.`)
    })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={() => {
        forget()
        onClose()
      }}
      title={`Publish “${change.name}”`}
      effect={<EffectText act="Publish" review={review} error={error} changed={changed} />}
      confirmLabel="Publish"
      typedName={review?.isLarge ? change.name : undefined}
      disabled={!review || isReading}
      onConfirm={publish}
    >
      <WrongLines change={change} />
      All of it takes effect at once, for everyone. To take it back, use “Reverse this change” on its page.
    </ConfirmDialog>
  )
}

/** Names new prices that look wrong. */
function WrongLines({ change }: { change: PriceChange }) {
  const { slug, currency } = useWorkspace()
  const { data: wrong = [] } = useQuery(wrongLinesQuery(slug, change.id))
  if (wrong.length === 0) return null
  return (
    <Alert color="yellow" title="These look wrong" mb="sm" role="region" aria-label="These look wrong">
      <List size="sm">
        {wrong.map((line) => (
          <List.Item key={line.productId}>
            {line.sku}: {formatMoney(line.currentPrice, currency)} → {formatMoney(line.newPrice, currency)}.{' '}
            {reasonToLook(line, null)}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

type EndDialogProps = { change: PriceChange; act: 'discard' | 'cancel'; opened: boolean; onClose: () => void }

/** Throws a draft away, or calls a scheduled change off. Both are for good. */
function EndDialog({ change, act, opened, onClose }: EndDialogProps) {
  const { slug, timezone } = useWorkspace()
  const client = useQueryClient()
  const label = act === 'discard' ? 'Discard' : 'Cancel schedule'
  const params = { path: { slug, id: change.id } }
  const end = async () => {
    if (act === 'discard') await api.POST('/app-api/console/{slug}/price-changes/{id}/discard', { params })
    else await api.POST('/app-api/console/{slug}/price-changes/{id}/cancel', { params })
    await client.invalidateQueries({ queryKey: oneKey(slug, change.id) })
    void client.invalidateQueries({ queryKey: allKey(slug) })
    notify(act === 'discard' ? 'Discarded the price change.' : 'Cancelled the schedule.')
  }
  const effect =
    act === 'discard'
      ? `Discard ${counted(change.lineCount, 'new price')}. List prices stay as they are. A discarded price change is over: its lines can be copied to a new draft.`
      : `It would take effect ${change.scheduledFor ? formatDateTime(change.scheduledFor, timezone) : 'later'}. A cancelled price change is over: its lines can be copied to a new draft.`
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`${label}: “${change.name}”`}
      effect={effect}
      confirmLabel={label}
      {...(act === 'cancel' && { cancelLabel: 'Keep it' })}
      danger
      onConfirm={end}
    />
  )
}
