import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { notify } from '../../shared/toasts.tsx'
import { throwProblems } from '../../shared/form.tsx'
import { ForecastText, useForecast } from '../price-changes/forecast.tsx'
import { NO_REPRICING, readRepricing, RepricingFields } from '../price-changes/repricing-fields.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { ChosenProducts } from './bulk-acts.ts'

type ChangePricesDialogProps = { count: number; chosen: ChosenProducts; onClose: () => void; onDone: () => void }

/** Puts new prices of the chosen products into the person's draft, and says before what they are. */
export function ChangePricesDialog({ count, chosen, onClose, onDone }: ChangePricesDialogProps) {
  const { slug, currency } = useWorkspace()
  const queryClient = useQueryClient()
  const [texts, setTexts] = useState(NO_REPRICING)
  const { repricing } = readRepricing(texts, currency)
  const { shown, forecast, error } = useForecast(chosen, repricing, true)
  const run = async () => {
    throwProblems({ change: repricing === null ? 'Say by how much, or choose what to round to.' : undefined })
    const { data } = await api.POST('/app-api/console/{slug}/price-changes/own/new-prices', {
      params: { path: { slug } },
      body: { products: chosen, repricing: repricing! },
    })
    notify(`${counted(data.changed, 'price')} in your draft “${data.name}”.`)
    onDone()
    void queryClient.invalidateQueries({ queryKey: ['console', slug] })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={`Change prices of ${counted(count, 'product')}`}
      submitLabel="Change prices"
      onSubmit={run}
      disabled={repricing !== null && !forecast}
      size="lg"
    >
      {(fieldError) => (
        <>
          <RepricingFields value={texts} onChange={setTexts} error={fieldError('change')} />
          <ForecastText shown={shown} repricing={repricing} error={error} />
          <Text size="sm" c="dimmed">
            They go into your draft. Nothing changes for customers until you publish it.
          </Text>
        </>
      )}
    </FormDialog>
  )
}
