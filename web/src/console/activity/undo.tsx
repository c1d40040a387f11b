import { Box, Loader, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { ConfirmDialog } from '../../shared/form-dialog.tsx'
import { Problem } from '../../shared/problem.tsx'
import { RelativeTime, useHasPassed } from '../../shared/relative-time.tsx'
import { notify } from '../../shared/toasts.tsx'
import { isLargeImpactOfGroup, ImpactText } from '../customers/effect.tsx'
import { whileActing } from '../products/bulk-acts.ts'
import { useWorkspace } from '../workspace-context.tsx'

/** The button that undoes what an entry tells, or who has undone it. Its dialog stays where somebody else is faster. */
export function UndoEntry({ entry: { undo: way, undone } }: { entry: Undoable }) {
  const { timezone } = useWorkspace()
  const [asked, setAsked] = useState<WayToUndo | null>(null)
  return (
    <>
      {undone ? (
        <Text size="xs" c="dimmed">
          Undone by {undone.by.name}, <RelativeTime at={undone.at} timezone={timezone} />
        </Text>
      ) : (
        way && <UndoButton way={way} onClick={() => setAsked(way)} />
      )}
      {asked && <UndoDialog way={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function UndoButton({ way, onClick }: { way: WayToUndo; onClick: () => void }) {
  const { reasonNot } = useWorkspace()
  const isLate = useHasPassed(way.until === null ? null : Date.parse(way.until))
  if (isLate) return null
  return (
    <Box mt={4}>
      <GuardedButton
        reason={reasonNot(['products', 'customers', 'terms', 'priceChanges'])}
        size="compact-xs"
        variant="default"
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        onClick={onClick}
      >
        Undo
      </GuardedButton>
    </Box>
  )
}

type UndoDialogProps = {
  way: WayToUndo
  /** What it takes back, in words of the page. */
  effect?: ReactNode
  confirmLabel?: string
  onClose: () => void
}

/** Says what the undo would leave out, before it undoes the rest. */
export function UndoDialog({ way, effect, confirmLabel = 'Undo', onClose }: UndoDialogProps) {
  const { slug } = useWorkspace()
  const client = useQueryClient()
  const { data: forecast, error } = useQuery(undoForecastQuery(slug, way))
  const takesLong = way.kind !== 'price_change_edit' && way.kind !== 'import'
  const undo = async () => {
    try {
      notify(await undoAct(slug, way))
    } finally {
      void client.invalidateQueries({ queryKey: ['console', slug] })
    }
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={way.kind === 'import' ? 'Undo this import?' : 'Undo this change?'}
      effect={
        <>
          {effect}
          <UndoForecastText kind={way.kind} forecast={forecast} error={error} />
        </>
      }
      confirmLabel={confirmLabel}
      typedName={typedToUndo(forecast)}
      whilePending={takesLong && forecast ? whileActing(forecast.undoes) : undefined}
      disabled={!forecast || forecast.undoes === 0}
      onConfirm={undo}
    />
  )
}

type ForecastProps = { kind: WayToUndo['kind']; forecast: UndoForecast | undefined; error: unknown }

/** What an undo takes back and does to prices, and what it leaves because somebody has changed it since. */
function UndoForecastText({ kind, forecast, error }: ForecastProps) {
  if (error) return <Problem error={error} />
  if (!forecast) return <Loader size="sm" aria-label="Checking what has changed since" />
  const { undoes, leaves, examples, moves } = forecast
  const thing = THINGS[kind]
  return (
    <>
      <Text>
        {undoes === 0 ? 'Nothing can be undone.' : `${counted(undoes, thing)} will be as before.`}{' '}
        {leaves > 0 && staysText(leaves, thing)}
      </Text>
      {examples.length > 0 && (
        <Text size="sm" c="dimmed">
          {examples.join(', ')}
          {leaves > examples.length && ' …'}
        </Text>
      )}
      {moves && <ImpactText moves={moves} />}
    </>
  )
}

/** What has to be typed before an undo that moves many prices, or one by much: the number of records. */
function typedToUndo(forecast: UndoForecast | undefined): string | undefined {
  return forecast && isLargeImpactOfGroup(forecast.moves) ? String(forecast.undoes) : undefined
}

type Schemas = components['schemas']
export type Undoable = Pick<Schemas['UndoableEntry'], 'undo' | 'undone'>
type WayToUndo = NonNullable<Undoable['undo']>
type UndoForecast = Schemas['UndoForecast']

/** What an undo of this would do. It is asked anew each time: others may have changed something since. */
function undoForecastQuery(slug: string, way: WayToUndo) {
  return queryOptions({
    queryKey: ['console', slug, 'undo', way.kind, way.id],
    queryFn: async ({ signal }) => {
      const call = { params: { path: { slug, id: way.id } }, signal }
      const asked =
        way.kind === 'import'
          ? api.GET('/app-api/console/{slug}/imports/{id}/undo', call)
          : api.GET('/app-api/console/{slug}/edits/{id}/undo', call)
      return (await asked).data
    },
    staleTime: 0,
    gcTime: 0,
  })
}

/** What an undo is about. Lines of a draft move no price yet, and an import is undone later. */
const THINGS: Record<WayToUndo['kind'], string> = {
  product_edit: 'product',
  customer_edit: 'customer',
  agreed_price_edit: 'agreed price',
  price_change_edit: 'line',
  import: 'record',
}

/** Undoes it. Resolves to what to tell. */
export async function undoAct(slug: string, { kind, id }: Pick<WayToUndo, 'kind' | 'id'>): Promise<string> {
  const call = { params: { path: { slug, id } } }
  if (kind === 'import') {
    await api.POST('/app-api/console/{slug}/imports/{id}/undo', call)
    return 'The import is being undone. Its page shows the progress.'
  }
  const { restored, left } = (await api.POST('/app-api/console/{slug}/edits/{id}/undo', call)).data
  const thing = THINGS[kind]
  return `Undone for ${counted(restored, thing)}.${left > 0 ? ` ${staysText(left, thing)}` : ''}`
}

/** "3 products were changed since and stay as they are." */
function staysText(left: number, thing: string): string {
  return `${counted(left, thing)} ${left === 1 ? 'was changed since and stays as it is' : 'were changed since and stay as they are'}.`
}
