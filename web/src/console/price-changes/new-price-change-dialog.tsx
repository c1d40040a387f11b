import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { throwProblems } from '../../shared/use-submit.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { FilterFields, NO_FILTER, readFilter } from './filter-fields.tsx'
import { ForecastText, useForecast } from './forecast.tsx'
import { allKey } from './queries.ts'
import { NO_REPRICING, RepricingFields, readRepricing } from './repricing-fields.tsx'
import { PRICE_CHANGE_NAME } from '../../../../server/src/shared/limits.ts'

/** Starts a price change: empty, or with new prices for many products at once. */
export function NewPriceChangeDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { slug, currency } = useWorkspace()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [start, setStart] = useState('many')
  const [filter, setFilter] = useState(NO_FILTER)
  const [texts, setTexts] = useState(NO_REPRICING)
  const { repricing } = readRepricing(texts, currency)
  const { products, problems } = readFilter(filter, currency)
  const isMany = start === 'many'
  const { shown, forecast, error } = useForecast(products, repricing, opened && isMany)
  const suggested = nameFor(filter.brand?.label ?? filter.category?.label ?? filter.q.trim(), texts)
  const close = () => {
    setName('')
    setStart('many')
    setFilter(NO_FILTER)
    setTexts(NO_REPRICING)
    onClose()
  }

  const create = async () => {
    const chosenName = name.trim() || (isMany ? suggested : '')
    throwProblems({
      name: chosenName === '' ? 'Give it a name, such as "Spring list".' : undefined,
      ...(isMany && problems),
      change: isMany && repricing === null ? 'Say by how much, or choose what to round to.' : undefined,
    })
    const newPrices = isMany
      ? { products: products!, repricing: repricing!, expected: await expectedCount() }
      : undefined
    const body = { name: chosenName, ...(newPrices && { newPrices }) }
    const { data } = await api.POST('/app-api/console/{slug}/price-changes', { params: { path: { slug } }, body })
    await client.invalidateQueries({ queryKey: allKey(slug) })
    void navigate({ to: '/w/$slug/price-changes/$id', params: { slug, id: data.id } })
  }
  // What was shown counts; where nothing is shown yet, the service is asked once more.
  const expectedCount = async () => {
    if (forecast) return forecast.matching
    const body = { products: products!, repricing: repricing! }
    const answer = await api.POST('/app-api/console/{slug}/price-changes/forecast', {
      params: { path: { slug } },
      body,
    })
    return answer.data.matching
  }

  return (
    <FormDialog opened={opened} onClose={close} title="New price change" onSubmit={create} size="lg">
      {(fieldError) => (
        <>
          <Radio.Group label="Begin with" value={start} onChange={setStart}>
            <Stack gap={6} mt={4}>
              <Radio value="many" label="New prices for many products" description="Such as all of a brand, +4%" />
              <Radio value="empty" label="Nothing: I will type or paste the prices" />
            </Stack>
          </Radio.Group>
          {isMany && (
            <>
              <FilterFields value={filter} onChange={setFilter} fieldError={fieldError} />
              <RepricingFields value={texts} onChange={setTexts} error={fieldError('change')} />
              <ForecastText shown={shown} repricing={repricing} error={error} />
            </>
          )}
          <TextInput
            label="Name"
            placeholder={isMany && suggested !== '' ? suggested : 'Spring list'}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldError('name')}
            maxLength={PRICE_CHANGE_NAME}
            autoComplete="off"
          />
          <Text size="sm" c="dimmed">
            This makes a draft. Nothing changes for customers until you publish it.
          </Text>
        </>
      )}
    </FormDialog>
  )
}

/** "Hollin +4%" */
function nameFor(what: string, { by, change }: { by: string; change: string }): string {
  const figure = change.trim().replace(/%$/, '')
  if (figure === '') return ''
  const signed = /^[-+−–]/.test(figure) ? figure : `+${figure}`
  return `${what || 'All products'} ${signed}${by === 'percent' ? '%' : ''}`
}
