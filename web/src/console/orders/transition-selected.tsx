import { Button, Group, List, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../shared/dialog.tsx'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { ConfirmDialog } from '../../shared/form-dialog.tsx'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import type { Selection } from '../../shared/list.ts'
import { notify } from '../../shared/toasts.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { refreshOrders } from './order-queries.ts'
import type { Order } from './order-queries.ts'
import type { OrderQuery } from './order-filter.ts'
import { CHANGEABLE, ORDER_MOVES, statusInWords } from '../../../../server/src/shared/order-steps.ts'
import type { OrderTransition, OrderStatus } from '../../../../server/src/shared/order-steps.ts'
import { counted } from '../../../../server/src/shared/counted.ts'

type TransitionedOrders = components['schemas']['TransitionedOrders']

type MoveSelectedProps = {
  selection: Selection
  filter: OrderQuery
  /** How many orders of each status match the search, if it is known. */
  counts: Record<OrderStatus, number> | undefined
}

/** Buttons that move all selected orders on. Those that cannot be moved stay as they are, and are named. */
export function TransitionSelected({ selection, filter, counts }: MoveSelectedProps) {
  const { slug, reasonNot } = useWorkspace()
  const queryClient = useQueryClient()
  const [step, setStep] = useState(ORDER_MOVES[0]!)
  const [isAsking, setAsking] = useState(false)
  const [result, setResult] = useState<(TransitionedOrders & { step: OrderTransition }) | null>(null)
  if (selection.count === 0 && !result && !isAsking) return null
  const seen = listedStatuses(queryClient, slug)
  const chosen = [...selection.keys].map((id) => ({ id, seen: seen.get(id) ?? 'new' }))
  const movable = ({ from }: OrderTransition) => {
    if (!selection.everything) return chosen.filter((order) => order.seen === from).length
    const canBe = filter.status === undefined || filter.status === from || (filter.status === 'open' && isOpen(from))
    return canBe ? (counts?.[from] ?? 0) : 0
  }
  const ask = (next: OrderTransition) => {
    setStep(next)
    setAsking(true)
  }
  const move = async () => {
    const { to, from } = step
    const orders = selection.everything
      ? { matching: { ...filter, status: from }, expected: movable(step) }
      : { orders: chosen.filter((order) => order.seen === from) }
    const { data } = await api.POST('/app-api/console/{slug}/orders/moves', {
      params: { path: { slug } },
      body: { ...orders, status: to },
    })
    void refreshOrders(queryClient, slug)
    selection.clear()
    const { moved, problems } = data
    if (problems.length > 0) setResult({ moved, problems, step })
    else notify(`${counted(moved, 'order')} ${statusInWords(to)}.`)
  }

  return (
    <>
      <Group gap="xs">
        {ORDER_MOVES.map((one) => (
          <GuardedButton
            key={one.verb}
            reason={reasonNot('orders') ?? (movable(one) === 0 && `None of them is ${statusInWords(one.from)}.`)}
            size="xs"
            variant="default"
            onClick={() => ask(one)}
          >
            {one.verb}
          </GuardedButton>
        ))}
      </Group>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={`${step.verb} orders`}
        effect={<Effect step={step} movable={movable(step)} count={selection.count} />}
        confirmLabel={step.verb}
        onConfirm={move}
      />
      {result && <Problems result={result} onClose={() => setResult(null)} />}
    </>
  )
}

function isOpen(status: OrderStatus): boolean {
  return CHANGEABLE.includes(status)
}

/** The status of every order that was listed, also on earlier pages. */
function listedStatuses(queryClient: QueryClient, slug: string): ReadonlyMap<string, OrderStatus> {
  const pages = queryClient.getQueriesData<{ data: Order[] }>({ queryKey: ['console', slug, 'orders', 'list'] })
  return new Map(pages.flatMap(([, page]) => page?.data.map(({ id, status }) => [id, status] as const) ?? []))
}

function Effect({ step, movable, count: selected }: { step: OrderTransition; movable: number; count: number }) {
  const rest = selected - movable
  return (
    <>
      {counted(movable, 'order')} {movable === 1 ? 'becomes' : 'become'} {statusInWords(step.to)}.{' '}
      {rest > 0 &&
        `${counted(rest, 'order')} ${rest === 1 ? 'is' : 'are'} not ${statusInWords(step.from)}, and ${rest === 1 ? 'stays' : 'stay'} as ${rest === 1 ? 'it is' : 'they are'}. `}
      This cannot be undone.
    </>
  )
}

function Problems({
  result,
  onClose,
}: {
  result: TransitionedOrders & { step: OrderTransition }
  onClose: () => void
}) {
  const { moved, problems, step } = result
  return (
    <Dialog opened onClose={onClose} title={`${counted(problems.length, 'order')} not ${statusInWords(step.to)}`}>
      <Text mb="sm">
        {counted(moved, 'order')} {statusInWords(step.to)}. These stayed as they were:
      </Text>
      <List size="sm" mah={300} style={{ overflowY: 'auto' }} tabIndex={0}>
        {problems.map(({ id, number, message }) => (
          <List.Item key={id}>
            {number === null ? '' : `Order ${number}: `}
            {message}
          </List.Item>
        ))}
      </List>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Dialog>
  )
}
