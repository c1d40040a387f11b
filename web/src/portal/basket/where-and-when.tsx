import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { isDay, streetInWords } from '../../../../server/src/shared/read-day.ts'
import type { Address } from '../../shared/address-fields.tsx'
import { DateInput } from '../../shared/date-input.tsx'
import { lazyPart } from '../../shared/lazy-part.ts'
import { usePortal } from '../portal-context.tsx'
import { basketQuery } from './basket-queries.ts'
import type { Basket } from './basket-queries.ts'

const AddressDialog = lazyPart(() => import('./address-dialog.tsx'))

type WhereAndWhenProps = {
  basket: Pick<Basket, 'delivery'>
  deliverTo: string | null
  wantedOn: string
  onChange: (change: { deliverTo?: string | null; wantedOn?: string }) => void
  /** What is typed is to be kept. */
  onKeep: () => void
  readOnly: boolean
  errors: { deliverTo: string | undefined; wantedOn: string | undefined }
}

/** Where and when the order is wanted, with the first day that is possible. */
export function WhereAndWhen({ basket, deliverTo, wantedOn, onChange, onKeep, readOnly, errors }: WhereAndWhenProps) {
  const { addresses, firstDays, orderBy, mayChange } = basket.delivery
  const { takesOrders } = usePortal()
  const chosen = addresses.find(({ id }) => id === deliverTo) ?? null
  const choose = (change: Parameters<typeof onChange>[0]) => {
    onChange(change)
    setTimeout(onKeep)
  }
  return (
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
                {shortDay(day)}
              </Button>
            ))}
          </Group>
        )}
      </div>
    </Stack>
  )
}

/** "Tue 1 Dec". */
function shortDay(day: string): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', options).replace(',', '')
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
