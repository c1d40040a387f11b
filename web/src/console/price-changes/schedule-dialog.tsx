import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isDay, isTime } from '../../../../server/src/shared/read-day.ts'
import { api, ApiError, dataQuery } from '../../shared/api.ts'
import type { Issue } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { DateInput, TimeInput } from '../../shared/date-input.tsx'
import { formatAgo, formatDateTime } from '../../shared/dates.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { throwProblems } from '../../shared/form.tsx'
import { notify } from '../../shared/toasts.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { EffectText } from './forecast.tsx'
import { allKey, oneKey, reviewQuery } from './queries.ts'
import type { PriceChange, Review } from './queries.ts'
import { useSaver } from './saves.tsx'

type ScheduleTime = components['schemas']['ScheduleTime']
type Occurrence = 'first' | 'second'

type ScheduleDialogProps = { change: PriceChange; opened: boolean; onClose: () => void }

/** Schedules a draft at a time of the workspace. Where the clocks change then, it says what that means. */
export function ScheduleDialog({ change, opened, onClose }: ScheduleDialogProps) {
  const { slug } = useWorkspace()
  const { review, isReading, error, changed, decide, forget } = useReview(change, opened)
  const [date, setDate] = useState('')
  const [time, setTime] = useState('06:00')
  const [occurrence, setOccurrence] = useState<Occurrence | null>(null)
  const meaning = useScheduleTime(date, time)
  const when = { date, time, ...(meaning?.kind === 'repeated' && occurrence && { occurrence }) }
  const schedule = async () => {
    throwProblems({
      date: isDay(date) ? undefined : 'Write a date.',
      time: isTime(time) ? undefined : 'Write the time as 06:00.',
    })
    const params = { path: { slug, id: change.id } }
    await decide((reviewed) =>
      api.POST('/app-api/console/{slug}/price-changes/{id}/schedule', { params, body: { ...reviewed, ...when } }),
    )
    notify('Scheduled.')
  }
  return (
    <FormDialog
      opened={opened}
      onClose={() => {
        forget()
        onClose()
      }}
      title={`Schedule “${change.name}”`}
      submitLabel="Schedule"
      onSubmit={schedule}
      disabled={!review || isReading}
    >
      {(fieldError) => (
        <>
          <EffectText act="Publish" review={review} error={error} changed={changed} />
          <Group grow align="flex-start">
            <DateInput label="Date" value={date} onChange={setDate} error={fieldError('date')} />
            <TimeInput label="Time" value={time} onChange={setTime} error={fieldError('time')} />
          </Group>
          <Meaning meaning={meaning} onTime={setTime} />
          {meaning?.kind === 'repeated' && (
            <Radio.Group
              label="Which of the two"
              value={occurrence}
              onChange={(value) => setOccurrence(value)}
              error={fieldError('occurrence')}
            >
              <Stack gap={6} mt={4}>
                {meaning.choices.map(({ time: at, offset }, i) => (
                  <Radio
                    key={offset}
                    value={i === 0 ? 'first' : 'second'}
                    label={`${i === 0 ? 'The first' : 'The second'} ${at}, UTC${offset}`}
                  />
                ))}
              </Stack>
            </Radio.Group>
          )}
          <Text size="sm" c="dimmed">
            Its lines cannot be edited any more. It can be published earlier, or its schedule cancelled for good.
          </Text>
        </>
      )}
    </FormDialog>
  )
}

/** What a local time means in the workspace; undefined while it is not a time yet. */
function useScheduleTime(date: string, time: string): ScheduleTime | undefined {
  const { slug } = useWorkspace()
  const isWritten = isDay(date) && isTime(time)
  const { data } = useQuery(
    dataQuery(
      ['console', slug, 'schedule-time', date, time],
      '/app-api/console/{slug}/schedule-time',
      { path: { slug }, query: { date, time } },
      { enabled: isWritten, placeholderData: keepPreviousData },
    ),
  )
  return isWritten ? data : undefined
}

type MeaningProps = { meaning: ScheduleTime | undefined; onTime: (time: string) => void }

function Meaning({ meaning, onTime }: MeaningProps) {
  const { timezone } = useWorkspace()
  if (!meaning) return <Text size="sm">The time is that of the workspace: {timezone}.</Text>
  const { kind, choices, passed } = meaning
  if (kind === 'skipped') {
    return (
      <div role="status">
        <Text size="sm" c="var(--mantine-color-error)">
          The clocks in {timezone} go forward on that day, and this time does not exist. Choose {choices[0]!.time} or{' '}
          {choices[1]!.time}.
        </Text>
        <Group gap="xs" mt={4}>
          {choices.map(({ time }) => (
            <Button key={time} size="compact-sm" variant="default" onClick={() => onTime(time)}>
              Use {time}
            </Button>
          ))}
        </Group>
      </div>
    )
  }
  if (kind === 'repeated') {
    return (
      <Text size="sm" role="status">
        The clocks in {timezone} go back on that day, and this time comes twice.
      </Text>
    )
  }
  const { at, offset } = choices[0]!
  return (
    <Text size="sm" role="status" {...(passed && { c: 'var(--mantine-color-error)' })}>
      {formatDateTime(at, timezone)} in {timezone} (UTC{offset}), {passed ? 'which has passed' : formatAgo(at)}.
    </Text>
  )
}

/** What a decision is made on: it is refused where that is no longer so. */
type Reviewed = Pick<Review, 'fingerprint' | 'seenAt'>

/**
 * The review that a decision is made on. `decide` sends what was shown; where it is no longer so, `changed` has what is
 * different, and the review is read again.
 */
export function useReview(change: PriceChange, opened: boolean) {
  const { slug } = useWorkspace()
  const client = useQueryClient()
  const saver = useSaver()
  const [changed, setChanged] = useState<Issue[]>([])
  const query = useQuery({
    ...reviewQuery(slug, change.id, () => saver.settle()),
    enabled: opened,
    staleTime: 0,
  })
  const decide = async (send: (reviewed: Reviewed) => Promise<unknown>) => {
    const { fingerprint, seenAt } = query.data!
    try {
      await send({ fingerprint, seenAt })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'conflict') {
        setChanged(error.issues)
        await query.refetch()
      }
      throw error
    }
    setChanged([])
    await client.invalidateQueries({ queryKey: oneKey(slug, change.id) })
    void client.invalidateQueries({ queryKey: allKey(slug) })
  }
  return {
    review: query.data,
    isReading: query.isFetching,
    error: query.error,
    changed,
    decide,
    forget: () => setChanged([]),
  }
}
