import { Group, Select } from '@mantine/core'
import { streetInWords } from '../../../../server/src/shared/where-and-when.ts'
import { DateInput } from '../../shared/date-input.tsx'
import type { DraftOrder } from './draft-order.ts'
import type { Quote } from './quote-queries.ts'

type Delivery = Quote['delivery']

/** Where and when a draft is wanted: what was chosen, else what is usual. */
export function wanted({ deliverTo, wantedOn }: DraftOrder, delivery: Delivery | undefined) {
  return {
    deliverTo: deliverTo ?? delivery?.usual.deliverTo ?? null,
    wantedOn: (wantedOn ?? delivery?.usual.wantedOn)?.trim() || null,
  }
}

type WhereAndWhenProps = {
  delivery: Delivery
  draft: DraftOrder
  change: (changes: Partial<DraftOrder>) => void
  fieldError: (path: string) => string | undefined
}

export function WhereAndWhen({ delivery, draft, change, fieldError }: WhereAndWhenProps) {
  const { deliverTo, wantedOn } = wanted(draft, delivery)
  const chosen = delivery.addresses.find(({ id }) => id === deliverTo)
  return (
    <Group align="flex-start" mt="md" grow>
      {delivery.addresses.length > 0 && (
        <Select
          label="Deliver to"
          description={chosen && streetInWords(chosen)}
          data={delivery.addresses.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen?.id ?? null}
          onChange={(id) => change({ deliverTo: id ?? undefined })}
          allowDeselect={false}
          error={fieldError('deliverTo')}
        />
      )}
      <DateInput
        label="Wanted on"
        description={delivery.orderBy ?? 'Blank: as soon as possible.'}
        value={draft.wantedOn ?? wantedOn ?? ''}
        onChange={(text) => change({ wantedOn: text })}
        error={fieldError('wantedOn')}
      />
    </Group>
  )
}
