import { Alert, Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiError } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { formatMoney } from '../../shared/money.tsx'
import { Problem } from '../../shared/problem.tsx'
import { throwProblems, useSubmit } from '../../shared/use-submit.ts'
import { usePortal } from '../portal-context.tsx'
import { useSessionValue } from '../use-session-value.ts'
import { BasketLines, showChangedLine } from './basket-lines.tsx'
import type { Basket } from './basket-queries.ts'
import { ORDER_LIMITS } from '../../../../server/src/rules/limits.ts'

export type BasketTexts = { poNumber: string; note: string }

/** How the order goes on: `submit` places it as it is shown. */
export type Placing = { submit: () => void; pending: boolean; label: string; reason: string | null }

type OrderFormProps = {
  basket: Basket
  /** Whether the lines stay as they are. */
  isFixed?: boolean
  place: (body: components['schemas']['PlaceBasket']) => Promise<unknown>
  /** The basket or a price is not as it was shown: it is to be shown anew. */
  onStale: () => Promise<unknown>
  /** Whether number and note can be written. */
  canWrite?: boolean
  onTexts?: (texts: BasketTexts) => void
  actions: (placing: Placing) => ReactNode
}

/** The lines of a basket, what goes with the order, and the buttons. */
export function OrderForm({
  basket,
  isFixed = false,
  canWrite = true,
  place,
  onStale,
  onTexts,
  actions,
}: OrderFormProps) {
  const { currency, taxLabel, settings, customer } = usePortal()
  const [poNumber, setPoNumber] = useSessionValue(`po-number ${basket.token}`, basket.poNumber ?? '')
  const [note, setNote] = useSessionValue(`note ${basket.token}`, basket.note ?? '')
  const keep = () => onTexts?.({ poNumber, note })
  const order = useSubmit(async () => {
    throwProblems({
      poNumber: customer.poRequired && poNumber.trim() === '' ? 'Write your purchase order number.' : undefined,
    })
    await place({
      token: basket.token ?? '',
      lines: basket.lines.map(({ productId, qty, price }) => ({ productId, qty, unit: price?.unit ?? 0 })),
      ...(poNumber.trim() && { poNumber: poNumber.trim() }),
      ...(settings.allowNotes && note.trim() && { note: note.trim() }),
    }).catch(async (error: unknown) => {
      if (error instanceof ApiError && error.status === 409) await onStale()
      throw error
    })
  })
  const errors = { poNumber: order.fieldError('poNumber'), note: order.fieldError('note') }
  const lineProblems = basket.lines.map((_, position) => order.fieldError(`lines.${position}`))
  const cannot = basket.lines.some(({ problem }) => problem !== null)
  return (
    <>
      <BasketLines basket={basket} problems={lineProblems} isFixed={isFixed} />
      <Group justify="flex-end" my="md" gap="xs">
        <Text>
          Subtotal ({taxLabel}): <strong className="figures">{formatMoney(basket.subtotal, currency)}</strong>
        </Text>
      </Group>
      <Group align="flex-start" gap="md" mb="md">
        <TextInput
          label="PO number"
          required={customer.poRequired}
          value={poNumber}
          maxLength={ORDER_LIMITS.poNumber}
          readOnly={!canWrite}
          error={errors.poNumber}
          onChange={(event) => setPoNumber(event.currentTarget.value)}
          onBlur={keep}
        />
        {settings.allowNotes && (
          <Textarea
            label="Note"
            value={note}
            maxLength={ORDER_LIMITS.note}
            readOnly={!canWrite}
            autosize
            minRows={1}
            flex="1 1 16rem"
            error={errors.note}
            onChange={(event) => setNote(event.currentTarget.value)}
            onBlur={keep}
          />
        )}
      </Group>
      {basket.isChanged && (
        <Alert color="yellow" mb="md" title="Prices have changed">
          Look at the lines that are marked, then place the order at the new prices.{' '}
          <Button variant="default" size="compact-sm" onClick={showChangedLine}>
            Show the first
          </Button>
        </Alert>
      )}
      <Problem error={order.problem()} />
      {actions({
        submit: () => void order.submit(),
        pending: order.pending,
        label: basket.isChanged ? 'Place at the new prices' : 'Place order',
        reason: cannot ? 'Mend or remove the lines that cannot be ordered first.' : null,
      })}
    </>
  )
}
