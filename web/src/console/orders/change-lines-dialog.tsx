import { Alert, Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CHANGEABLE, statusInWords } from '../../../../server/src/shared/order-steps.ts'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { OrderChanges } from '../../shared/order-parts.tsx'
import { Problem } from '../../shared/problem.tsx'
import { notify } from '../../shared/toasts.tsx'
import { useIsPhone } from '../../shared/use-is-phone.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { ChangedLines } from './changed-lines.tsx'
import { LineEntry } from './line-entry.tsx'
import { orderQuery, refreshOrders } from './order-queries.ts'
import type { OrderForStaff } from './order-queries.ts'
import styles from './change-lines.module.css'
import { useLineChanges } from './use-line-changes.ts'

type Props = { order: OrderForStaff; onClose: () => void }

/** Changes the lines of an order together. What others do to the order meanwhile is said, and not overwritten. */
export function ChangeLinesDialog({ order, onClose }: Props) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const isPhone = useIsPhone()
  const [seen, setSeen] = useState(order)
  const changes = useLineChanges(seen)
  const { preview, previewed, error, isComing, isEmpty, body, added, setAdded } = changes
  const isOutdated = order.history.length !== seen.history.length
  const hasProblem = preview?.problem != null || preview?.lines.some(({ problem }) => problem !== null)
  const save = async () => {
    const params = { path: { slug, id: order.id } }
    try {
      const { data } = await api.POST('/app-api/console/{slug}/orders/{id}/lines', { params, body })
      queryClient.setQueryData(orderQuery(slug, order.id).queryKey, data)
      notify(`Order ${order.number} was changed.`)
    } finally {
      void refreshOrders(queryClient, slug)
    }
  }
  return (
    <FormDialog
      onClose={onClose}
      title={`Change lines of order ${order.number}`}
      submitLabel="Change lines"
      size={900}
      fullScreen={isPhone}
      hasChanges={!isEmpty}
      disabled={isEmpty || isOutdated || isComing || !preview || hasProblem}
      onSubmit={save}
    >
      <Totals order={seen} to={preview?.changes.subtotal.to} />
      {isOutdated && <Meanwhile order={order} seen={seen} onGoOn={() => setSeen(order)} />}
      {!isOutdated && <Problem error={error} />}
      {preview?.problem && <Text c="var(--mantine-color-error)">{preview.problem}</Text>}
      <LineEntry
        customer={{ value: order.customer.id, label: order.customer.name }}
        present={[...order.lines, ...added].map(({ sku }) => sku)}
        onAdd={({ sku, qty }) => setAdded([...added.filter((line) => line.sku !== sku), { sku, qty }])}
      />
      <ChangedLines order={seen} changes={changes} previewed={previewed} />
      <Group justify="space-between">
        <Button size="xs" variant="default" onClick={changes.priceAll}>
          Price all lines again
        </Button>
        <Text size="sm" c="dimmed">
          The history keeps what you change. The customer’s buyers see it, and are mailed as they wish.
        </Text>
      </Group>
    </FormDialog>
  )
}

function Totals({ order, to }: { order: OrderForStaff; to: number | undefined }) {
  const { taxLabel } = useWorkspace()
  const { subtotal, currency } = order
  const difference = to === undefined ? 0 : to - subtotal
  return (
    <Text fw={600} role="status" className={styles.totals}>
      {to === undefined || difference === 0
        ? `Subtotal ${formatMoney(subtotal, currency)} ${taxLabel}, unchanged`
        : `Subtotal ${formatMoney(subtotal, currency)} becomes ${formatMoney(to, currency)} ${taxLabel} (${signed(difference, currency)})`}
    </Text>
  )
}

function signed(minor: number, currency: string): string {
  // A word joiner keeps the sign with its amount.
  return `${minor > 0 ? '+' : '−'}\u2060${formatMoney(Math.abs(minor), currency)}`
}

type MeanwhileProps = { order: OrderForStaff; seen: OrderForStaff; onGoOn: () => void }

/** What somebody else did to the order while its lines were edited here. */
function Meanwhile({ order, seen, onGoOn }: MeanwhileProps) {
  const isOpen = CHANGEABLE.includes(order.status)
  return (
    <Alert color="yellow" title="Somebody else changed this order meanwhile" role="alert">
      {order.history.slice(seen.history.length).map(({ at, by, status, changes }) => (
        <div key={`${status} ${at} ${changes !== null}`}>
          {by.name}: {changes ? <OrderChanges changes={changes} currency={order.currency} /> : statusInWords(status)}
        </div>
      ))}
      {isOpen ? (
        <Button mt="sm" size="xs" variant="default" onClick={onGoOn}>
          Go on with the order as it is now
        </Button>
      ) : (
        <Text size="sm">The order is {statusInWords(order.status)}: its lines cannot be changed any more.</Text>
      )}
    </Alert>
  )
}
