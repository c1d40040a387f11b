import { Select, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query'
import { useState, useRef } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { MAX_CREDIT_LIMIT } from '../../../../server/src/shared/limits.ts'
import { api, ApiError } from '../../shared/api.ts'
import type { operations } from '../../shared/app-api.d.ts'
import { ConfirmDialog, FormDialog } from '../../shared/form-dialog.tsx'
import { throwProblems, useTexts } from '../../shared/form.tsx'
import { MoneyInput, moneyText, parseMoney } from '../../shared/money.tsx'
import { notifyWithUndo, notify } from '../../shared/toasts.tsx'
import { undoAct } from '../activity/undo.tsx'
import { Effect, isLargeImpactOfGroup, ImpactText } from '../customers/effect.tsx'
import type { PriceImpact } from '../customers/effect.tsx'
import { refreshTerms } from '../customers/terms-owner.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { groupsQuery } from './group-queries.ts'
import type { PriceGroup } from './group-queries.ts'

type GroupDialogProps = {
  title: string
  /** Who gets another price group, in words: a customer's name, or "12 customers". */
  subject: string
  chosen: ChosenCustomers
  count: number
  /** The name of the present price group; null: none; undefined: they have several. */
  present?: string | null
  /** The new price group, where it is given; null: none. Else the dialog asks for it. */
  to?: null
  onClose: () => void
  onDone?: () => void
}

/** The value of the choice "None": no group has it as its id. */
const NONE = 'none'
/** More customers than these ask for their number to be typed. */
const TYPED_FROM = 1_000

/** Puts customers into another price group, or into none, and says first what that does to their prices. */
export function GroupDialog({ title, subject, chosen, count, present, to, onClose, onDone }: GroupDialogProps) {
  const { slug } = useWorkspace()
  const { data: groups = [] } = useQuery(groupsQuery(slug))
  const [picked, setPicked] = useState<string | null>(to === null ? NONE : null)
  const edit = useEditCustomers()
  const group = picked === null ? undefined : picked === NONE ? null : picked
  const { moves, error } = useMembershipImpact(chosen, group)
  const name = groups.find(({ id }) => id === group)?.name ?? null
  const save = async () => {
    throwProblems({ 'change.value': picked === null ? 'Choose a price group.' : undefined })
    const done = name === null ? `${subject}: in no price group.` : `${subject}: in ${name} now.`
    await edit(chosen, { field: 'group', value: group! }, { done, seenMoves: moves! })
    onDone?.()
  }
  const choices = [
    ...groups.filter((one) => one.name !== present).map(({ id, name: label }) => ({ value: id, label })),
    ...(present === null ? [] : [{ value: NONE, label: 'None' }]),
  ]
  return (
    <ConfirmDialog
      onClose={onClose}
      title={title}
      confirmLabel={title.startsWith('Take') ? 'Remove' : title}
      effect={
        <Text>
          {subject}
          {typeof present === 'string' && `: in ${present} now`}. All prices change at one moment. It can be undone for
          a day.
        </Text>
      }
      typedName={count > TYPED_FROM || (moves && isLargeImpactOfGroup(moves)) ? String(count) : undefined}
      disabled={picked !== null && moves === undefined}
      onConfirm={save}
    >
      {(fieldError) => (
        <>
          {to !== null && (
            <Select
              label="Price group"
              data={choices}
              value={picked}
              onChange={setPicked}
              error={fieldError('change.value')}
              nothingFoundMessage="No price groups yet"
              searchable={choices.length > 8}
            />
          )}
          <MembershipEffect group={group} moves={moves} error={error} />
        </>
      )}
    </ConfirmDialog>
  )
}

type EffectProps = {
  /** The new price group; null: none; undefined: not chosen yet. */
  group: string | null | undefined
  moves: PriceImpact | undefined
  error: unknown
}

/** What a price group does to the prices of those who get into it. */
export function MembershipEffect({ group, moves, error }: EffectProps) {
  const label = 'What it does to prices'
  if (group === undefined) return <Effect label={label} waiting="Choose one to see what it does to prices." />
  if (moves === undefined) return <Effect label={label} {...(error ? { error } : { waiting: 'Working it out …' })} />
  return (
    <Effect label={label}>
      <ImpactText moves={moves} />
    </Effect>
  )
}

type NameGroupProps = {
  /** The group that is renamed; without one, it is added. */
  group?: Pick<PriceGroup, 'id' | 'name'>
  onClose: () => void
  onAdded?: (id: string) => void
}

/** Adds a price group, whose page opens then, or gives one another name. */
export function NameGroupDialog({ group, onClose, onAdded }: NameGroupProps) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const added = useRef<string>(undefined)
  const { texts, field } = useTexts({ name: group?.name ?? '' })
  const save = async () => {
    throwProblems({ name: texts.name.trim() === '' ? 'Give the price group a name.' : undefined })
    if (group) {
      const params = { path: { slug, id: group.id } }
      await api.PATCH('/app-api/console/{slug}/price-groups/{id}', { params, body: texts })
    } else {
      const params = { path: { slug } }
      added.current = (await api.POST('/app-api/console/{slug}/price-groups', { params, body: texts })).data.id
    }
    void refreshTerms(queryClient, slug)
  }
  const close = () => (added.current === undefined ? onClose() : onAdded?.(added.current))
  return (
    <FormDialog onClose={close} title={group ? `Rename ${group.name}` : 'Add group'} onSubmit={save}>
      {(fieldError) => (
        <TextInput
          label="Name"
          description="Customers read it with their prices, such as “Gold: 12.5% off Hollin”."
          required
          {...field('name', fieldError)}
          autoComplete="off"
        />
      )}
    </FormDialog>
  )
}

/** Sets the minimum order value of the customers of a price group. */
export function MinimumDialog({ group, onClose }: { group: PriceGroup; onClose: () => void }) {
  const { slug, currency } = useWorkspace()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(moneyText(group.minOrderValue, currency))
  const save = async () => {
    const minimum = parseMoney(typed, currency, { max: MAX_CREDIT_LIMIT })
    throwProblems({ minOrderValue: minimum.problem })
    await api.PUT('/app-api/console/{slug}/price-groups/{id}/minimum-order', {
      params: { path: { slug, id: group.id } },
      body: { minOrderValue: minimum.value ?? null },
    })
    void refreshTerms(queryClient, slug)
  }
  return (
    <FormDialog onClose={onClose} title="Minimum order" submitLabel="Save" onSubmit={save}>
      {(fieldError) => (
        <MoneyInput
          label="Minimum order value"
          description="Before tax. For customers without one of their own. Blank: that of “Ordering”. 0: none."
          currency={currency}
          max={MAX_CREDIT_LIMIT}
          value={typed}
          onChange={setTyped}
          error={fieldError('minOrderValue')}
        />
      )}
    </FormDialog>
  )
}

type CustomersEdit = operations['editCustomers']['requestBody']['content']['application/json']
type CustomersChange = CustomersEdit['change']
export type ChosenCustomers = CustomersEdit['customers']
type SeenImpact = Pick<CustomersEdit, 'seenMoves'>

/** The question what another price group would do to the prices of customers. `group` is undefined: not chosen yet. */
export function useMembershipImpact(customers: ChosenCustomers, group: string | null | undefined) {
  const { slug } = useWorkspace()
  const { data, error, isFetching } = useQuery({
    ...movesQuery(slug, { customers, group: group ?? null }),
    enabled: group !== undefined && !('ids' in customers && customers.ids.length === 0),
  })
  return { moves: isFetching ? undefined : data, error }
}

function movesQuery(slug: string, body: { customers: ChosenCustomers; group: string | null }) {
  return queryOptions({
    queryKey: ['console', slug, 'price-groups', 'moves', body],
    queryFn: async ({ signal }) => {
      const params = { path: { slug } }
      return (await api.POST('/app-api/console/{slug}/customers/price-moves', { params, body, signal })).data
    },
    staleTime: 0,
    gcTime: 0,
  })
}

/** Changes one field of customers, and offers to undo it where that is kept. `done` is what is told then. */
export function useEditCustomers() {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  return async (
    customers: ChosenCustomers,
    change: CustomersChange,
    { done, seenMoves }: SeenImpact & { done: string },
  ) => {
    try {
      const edited = { customers, change, ...(seenMoves !== undefined && { seenMoves }) }
      const { found, changed, undo } = (
        await api.POST('/app-api/console/{slug}/customers/bulk', { params: { path: { slug } }, body: edited })
      ).data
      if (changed === 0) notify(`${counted(found, 'customer')}: nothing to change.`)
      else if (undo === null) notify(done)
      else {
        notifyWithUndo(done, () =>
          undoAct(slug, { kind: 'customer_edit', id: undo }).finally(() => refreshTerms(queryClient, slug)),
        )
      }
      void refreshTerms(queryClient, slug)
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) void refreshTerms(queryClient, slug)
      throw error
    }
  }
}
