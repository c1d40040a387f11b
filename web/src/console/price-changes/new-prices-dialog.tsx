import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { notify } from '../../shared/toasts.ts'
import { throwProblems } from '../../shared/use-submit.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { FilterFields, NO_FILTER, readFilter } from './filter-fields.tsx'
import { ForecastText, useForecast } from './forecast.tsx'
import type { PriceChange } from './queries.ts'
import { NO_REPRICING, RepricingFields, readRepricing } from './repricing-fields.tsx'
import { useSaver } from './saves.tsx'
import { counted } from '../../../../server/src/shared/counted.ts'

type NewPricesDialogProps = { change: PriceChange; opened: boolean; onClose: () => void }

/** Sets new prices for all products that match a filter, in this draft. */
export function NewPricesDialog({ change, opened, onClose }: NewPricesDialogProps) {
  const { slug, currency } = useWorkspace()
  const saver = useSaver()
  const [filter, setFilter] = useState(NO_FILTER)
  const [texts, setTexts] = useState(NO_REPRICING)
  const { repricing } = readRepricing(texts, currency)
  const { products, problems } = readFilter(filter, currency)
  const { shown, forecast, error } = useForecast(products, repricing, opened)
  const add = async () => {
    throwProblems({
      ...problems,
      change: repricing === null ? 'Say by how much, or choose what to round to.' : undefined,
    })
    const body = { products: products!, repricing: repricing!, expected: forecast!.matching }
    const done = await saver.act(async () => {
      const params = { path: { slug, id: change.id } }
      return (await api.POST('/app-api/console/{slug}/price-changes/{id}/new-prices', { params, body })).data
    })
    notify(`Set ${counted(done.changed, 'price')}, ${done.added.toLocaleString('en')} of them new.`)
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Add many"
      onSubmit={add}
      size="lg"
      disabled={products !== null && repricing !== null && !forecast}
    >
      {(fieldError) => (
        <>
          <FilterFields value={filter} onChange={setFilter} fieldError={fieldError} />
          <RepricingFields value={texts} onChange={setTexts} error={fieldError('change')} />
          <ForecastText shown={shown} repricing={repricing} error={error} />
        </>
      )}
    </FormDialog>
  )
}
