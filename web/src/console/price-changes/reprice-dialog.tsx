import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { notify } from '../../shared/toasts.ts'
import { throwProblems } from '../../shared/use-submit.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { boundsOf } from './grid-selection.ts'
import type { GridSelection } from './grid-selection.ts'
import type { LinesQuery, PriceChange } from './queries.ts'
import { NO_REPRICING, RepricingFields, readRepricing } from './repricing-fields.tsx'
import { roundingText } from './rounding-text.ts'
import { useSaver } from './saves.tsx'
import { MAX_CELLS } from '../../../../server/src/shared/limits.ts'
import { counted } from '../../../../server/src/shared/counted.ts'

type RepriceDialogProps = {
  change: PriceChange
  opened: boolean
  onClose: () => void
  filter: LinesQuery
  total: number
  selection: GridSelection
  selectedProducts: () => Promise<string[] | null>
}

/** Changes the prices of the selected lines, or of all that match: by a share or an amount, and rounded. */
export function RepriceDialog(props: RepriceDialogProps) {
  const { change, opened, onClose, filter, total, selection } = props
  const { slug, currency } = useWorkspace()
  const saver = useSaver()
  const { firstRow, lastRow } = boundsOf(selection)
  const selected = lastRow - firstRow + 1
  const canSelect = selected > 1 && selected <= MAX_CELLS
  const [wanted, setWanted] = useState<'selected' | 'all' | null>(null)
  const which = canSelect ? (wanted ?? 'selected') : selected === 1 ? (wanted ?? 'all') : 'all'
  const [from, setFrom] = useState<'new' | 'current'>('new')
  const [texts, setTexts] = useState(NO_REPRICING)
  const { repricing } = readRepricing(texts, currency)
  const close = () => {
    setWanted(null)
    onClose()
  }
  const apply = async () => {
    throwProblems({ change: repricing === null ? 'Say by how much, or choose what to round to.' : undefined })
    const productIds = which === 'selected' ? await props.selectedProducts() : null
    const { q, show } = filter
    const lines = productIds ? { productIds } : { filter: { ...(q && { q }), ...(show && { show }) }, expected: total }
    const done = await saver.act(async () => {
      const params = { path: { slug, id: change.id } }
      const body = { lines, from, repricing: repricing! }
      return (await api.POST('/app-api/console/{slug}/price-changes/{id}/reprice', { params, body })).data
    })
    const high = done.tooHigh > 0 ? ` ${counted(done.tooHigh, 'price')} would be too high, and stayed.` : ''
    const round = repricing?.round && `, ${roundingText(repricing.round, (price) => formatMoney(price, currency))}`
    notify(`Changed ${counted(done.changed, 'price')}${round ?? ''}.${high}`)
  }
  return (
    <FormDialog opened={opened} onClose={close} title="Change prices" onSubmit={apply} size="lg">
      {(fieldError) => (
        <>
          <Radio.Group label="Lines" value={which} onChange={(value) => setWanted(value)}>
            <Stack gap={6} mt={4}>
              <Radio
                value="selected"
                disabled={!canSelect && selected !== 1}
                label={
                  selected === 1 ? 'The one that is selected' : `The ${selected.toLocaleString('en')} that are selected`
                }
              />
              <Radio value="all" label={`All ${total.toLocaleString('en')} that match`} />
            </Stack>
          </Radio.Group>
          <Radio.Group label="Of" value={from} onChange={(value) => setFrom(value)}>
            <Stack gap={6} mt={4}>
              <Radio value="new" label="The new price, as it is now" />
              <Radio value="current" label="The current list price" />
            </Stack>
          </Radio.Group>
          <RepricingFields value={texts} onChange={setTexts} error={fieldError('change')} />
        </>
      )}
    </FormDialog>
  )
}
