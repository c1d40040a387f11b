import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError } from '../../shared/api.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { notify } from '../../shared/toasts.ts'
import { notifyWithUndo } from '../../shared/undo.tsx'
import { throwProblems } from '../../shared/use-submit.ts'
import { undoAct } from '../activity/undo-queries.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { Effect } from '../customers/effect.tsx'
import { movesPrices, placeOf, TYPED_FROM, whileActing } from './bulk-acts.ts'
import type { BulkAct, BulkChange, ChosenProducts } from './bulk-acts.ts'
import { BulkValue } from './bulk-value.tsx'
import type { ValueDraft } from './bulk-value.tsx'
import { usePriceMoves } from './price-moves.ts'
import type { PriceMoves } from './price-moves.ts'
import { counted } from '../../../../server/src/shared/counted.ts'
import { areLargeMoves, priceMovesInWords } from '../../../../server/src/shared/price-moves.ts'

type BulkEditDialogProps = {
  act: BulkAct
  count: number
  chosen: ChosenProducts
  onClose: () => void
  onDone: () => void
}

/** Says what an act does to the chosen products, asks for its value, and offers to undo it. */
export function BulkEditDialog({ act, count, chosen, onClose, onDone }: BulkEditDialogProps) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<ValueDraft>(
    act.value === undefined ? undefined : { value: act.value, problem: undefined },
  )
  const place = movesPrices(act.field) && draft ? placeOf({ field: act.field, value: draft.value } as BulkChange) : null
  const { moves, error: problem } = usePriceMoves(place && { products: chosen, change: place })
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['console', slug, 'products'] })

  const undo = async (id: string) => {
    const told = await undoAct(slug, { kind: 'product_edit', id })
    void refresh()
    return told
  }

  const run = async () => {
    throwProblems({ 'change.value': draft ? draft.problem : 'Choose a value.' })
    const change = { field: act.field, value: draft!.value } as BulkChange
    try {
      const body = { products: chosen, change, ...(moves !== undefined && { seenMoves: moves }) }
      const { data } = await api.POST('/app-api/console/{slug}/products/bulk', { params: { path: { slug } }, body })
      const { changed, found, undo: id } = data
      if (id === null) notify(`${counted(found, 'product')}: nothing to change, all have this value already.`)
      else notifyWithUndo(`${act.label}: ${counted(changed, 'product')} changed.`, () => undo(id))
      onDone()
      void refresh()
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) void refresh()
      throw error
    }
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      title={`${act.label} of ${counted(count, 'product')}`.replace(/^(Make \w+) of/, '$1:')}
      effect={
        <Text>
          This changes <strong>{counted(count, 'product')}</strong>. {act.effect} It can be undone for a day, in
          Activity too.
        </Text>
      }
      confirmLabel={`${act.label}: ${counted(count, 'product')}`}
      typedName={count > TYPED_FROM || (moves && areLargeMoves(moves)) ? String(count) : undefined}
      disabled={place !== null && moves === undefined}
      whilePending={whileActing(count)}
      onConfirm={run}
    >
      {(fieldError) => (
        <>
          {act.value === undefined && (
            <BulkValue field={act.field} onChange={setDraft} error={fieldError('change.value')} />
          )}
          {movesPrices(act.field) && <MovesEffect isAsked={place !== null} moves={moves} error={problem} />}
        </>
      )}
    </ConfirmDialog>
  )
}

type MovesEffectProps = { isAsked: boolean; moves: PriceMoves | undefined; error: unknown }

function MovesEffect({ isAsked, moves, error }: MovesEffectProps) {
  const label = 'What it does to prices'
  if (!isAsked) return <Effect label={label} waiting="Choose a value to see what it does to prices." />
  if (moves === undefined) return <Effect label={label} {...(error ? { error } : { waiting: 'Working it out …' })} />
  return (
    <Effect label={label}>
      <Text size="sm" fw={600}>
        {moves ? priceMovesInWords(moves) : 'No customer pays another price.'}
      </Text>
    </Effect>
  )
}
