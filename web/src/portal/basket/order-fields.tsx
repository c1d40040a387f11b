import { Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { ORDER_LIMITS } from '../../../../server/src/shared/limits.ts'
import { isDay, streetInWords } from '../../../../server/src/shared/read-day.ts'
import type { Address } from '../../shared/address-fields.tsx'
import type { components } from '../../shared/app-api.d.ts'
import { DateInput } from '../../shared/date-input.tsx'
import { formatWeekday } from '../../shared/dates.ts'
import { throwProblems } from '../../shared/form.tsx'
import { lazyPart } from '../../shared/lazy-part.ts'
import { usePortal } from '../portal-context.tsx'
import { basketQuery } from './basket-queries.ts'
import type { Basket } from './basket-queries.ts'

type PlaceBasket = components['schemas']['PlaceBasket']

const AddressDialog = lazyPart(() => import('./address-dialog.tsx'))

/** What goes with an order besides its lines, as it is typed. */
export type OrderTexts = { poNumber: string; note: string; deliverTo: string | null; wantedOn: string }

/** The same as the service takes it. Throws where the customer's orders need a number, and there is none. */
export function useReadTexts(): (texts: OrderTexts) => Omit<PlaceBasket, 'token' | 'lines'> {
  const { customer, settings } = usePortal()
  return (texts) => {
    const [poNumber, note] = [texts.poNumber.trim(), texts.note.trim()]
    throwProblems({
      poNumber: customer.poRequired && poNumber === '' ? 'Write your purchase order number.' : undefined,
    })
    return {
      ...(poNumber && { poNumber }),
      ...(settings.allowNotes && note && { note }),
      deliverTo: texts.deliverTo,
      wantedOn: texts.wantedOn.trim() || null,
    }
  }
}

type OrderFieldsProps = {
  order: Pick<Basket, 'delivery' | 'costCentre'>
  texts: OrderTexts
  onChange: (change: Partial<OrderTexts>) => void
  /** What is typed is to be kept. */
  onKeep?: () => void
  readOnly?: boolean
  errors: Record<keyof OrderTexts, string | undefined>
}

/** Where and when the order is wanted, with the first day that is possible, its number and its note. */
export function OrderFields({ order, texts, onChange, onKeep = () => {}, readOnly = false, errors }: OrderFieldsProps) {
  const { addresses, firstDays, orderBy, mayChange } = order.delivery
  const { poNumber, note, deliverTo, wantedOn } = texts
  const { takesOrders, customer, settings } = usePortal()
  const chosen = addresses.find(({ id }) => id === deliverTo) ?? null
  const choose = (change: Partial<OrderTexts>) => {
    onChange(change)
    setTimeout(onKeep)
  }
  return (
    <>
      <Stack gap="md" mb="md">
        {(addresses.length > 0 || mayChange) && (
          <div>
            <Select
              label="Deliver to"
              description={chosen ? streetInWords(chosen) : 'No address is chosen.'}
              data={addresses.map(({ id, name }) => ({ value: id, label: name }))}
              value={chosen?.id ?? null}
              onChange={(id) => choose({ deliverTo: id })}
              allowDeselect={false}
              readOnly={readOnly}
              error={errors.deliverTo}
              maw={320}
            />
            {mayChange && takesOrders && !readOnly && (
              <Change chosen={chosen} onAdded={(id) => choose({ deliverTo: id })} />
            )}
          </div>
        )}
        <div>
          <DateInput
            label="Wanted on"
            description={orderBy ?? 'Blank: as soon as possible.'}
            value={wantedOn}
            onChange={(text) => (isDay(text) ? choose({ wantedOn: text }) : onChange({ wantedOn: text }))}
            onBlur={() => setTimeout(onKeep)}
            readOnly={readOnly}
            error={errors.wantedOn}
            maw={320}
          />
          {!readOnly && (
            <Group role="group" aria-label="Next days" gap="xs" mt="xs">
              {firstDays.map((day) => (
                <Button
                  key={day}
                  variant={wantedOn === day ? 'light' : 'default'}
                  size="xs"
                  aria-pressed={wantedOn === day}
                  onClick={() => choose({ wantedOn: day })}
                >
                  {formatWeekday(day)}
                </Button>
              ))}
            </Group>
          )}
        </div>
      </Stack>
      <Stack gap="md">
        <TextInput
          label="PO number"
          required={customer.poRequired}
          value={poNumber}
          maxLength={ORDER_LIMITS.poNumber}
          readOnly={readOnly}
          error={errors.poNumber}
          onChange={(event) => onChange({ poNumber: event.currentTarget.value })}
          onBlur={onKeep}
        />
        {settings.allowNotes && (
          <Textarea
            label="Note"
            value={note}
            maxLength={ORDER_LIMITS.note}
            readOnly={readOnly}
            autosize
            minRows={1}
            error={errors.note}
            onChange={(event) => onChange({ note: event.currentTarget.value })}
            onBlur={onKeep}
          />
        )}
      </Stack>
      {order.costCentre && <Text size="sm">Cost centre: {order.costCentre}</Text>}
    </>
  )
}

function Change({ chosen, onAdded }: { chosen: Address | null; onAdded: (id: string) => void }) {
  const { slug } = usePortal()
  const queryClient = useQueryClient()
  const [dialog, setDialog] = useState<'add' | 'change' | null>(null)
  return (
    <Group gap={4} mt={4}>
      <Button variant="subtle" size="compact-sm" onClick={() => setDialog('add')}>
        Add address
      </Button>
      {chosen && (
        <Button variant="subtle" size="compact-sm" onClick={() => setDialog('change')}>
          Change address
        </Button>
      )}
      {dialog && (
        <Suspense fallback={<Text size="sm">…</Text>}>
          <AddressDialog
            address={dialog === 'change' ? chosen : null}
            onDone={async (id) => {
              await queryClient.invalidateQueries(basketQuery(slug))
              if (id !== null) onAdded(id)
            }}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </Group>
  )
}
