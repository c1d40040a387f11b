import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dataQuery } from '../../shared/api.ts'
import { DateInput } from '../../shared/date-input.tsx'
import { isDay } from '../../../../server/src/shared/read-day.ts'
import { parseQuantity } from '../../shared/quantity.ts'
import { SearchSelect } from '../../shared/search-select.tsx'
import type { Choice } from '../../shared/search-select.tsx'
import { useSearchParam } from '../../shared/search-params.ts'
import { choiceOf, productChoice, searchCustomers, searchProducts } from '../choices.ts'
import { productQuery } from '../products/product-queries.ts'
import { useWorkspace } from '../workspace-context.tsx'

/** Which customer; in the address. */
export function CustomerField() {
  const { slug } = useWorkspace()
  const [id, change] = useSearchParam('customer')
  const { data } = useQuery(
    dataQuery(
      ['console', slug, 'customers', id, 'name'],
      '/app-api/console/{slug}/customers/{id}',
      { path: { slug, id } },
      { enabled: id !== '', staleTime: 60_000 },
    ),
  )
  return (
    <SearchSelect
      label="Customer"
      placeholder="Name or account code"
      value={useChosen(id, data && choiceOf(data.id, data.name, data.accountCode))}
      onChange={(choice) => change(choice?.value ?? null)}
      searchKey={['console', slug, 'customers', 'choices']}
      search={(text, signal) => searchCustomers(slug, text, signal)}
    />
  )
}

/** Which product; in the address. */
export function ProductField() {
  const { slug } = useWorkspace()
  const [id, change] = useSearchParam('product')
  const { data } = useQuery({ ...productQuery(slug, id), enabled: id !== '', refetchInterval: false })
  return (
    <SearchSelect
      label="Product"
      placeholder="SKU or words"
      value={useChosen(id, data && choiceOf(data.id, data.name, data.sku))}
      onChange={(choice) => change(choice?.value ?? null)}
      searchKey={['console', slug, 'products', 'choices']}
      search={async (text, signal) =>
        (await searchProducts(slug, text, signal)).map((product) =>
          productChoice(product, product.id, product.name, product.sku),
        )
      }
    />
  )
}

/** What is chosen, by the id in the address. Until its name has come, the id stands for it. */
function useChosen(id: string, found: Choice | undefined): Choice | null {
  if (id === '') return null
  return found?.value === id ? found : choiceOf(id, '…')
}

export function QuantityField() {
  const [text, type] = useTyped('quantity', (typed) => parseQuantity(typed).value !== undefined)
  return (
    <TextInput
      label="Quantity"
      inputMode="numeric"
      autoComplete="off"
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      placeholder="1"
      error={text === '' ? undefined : parseQuantity(text).problem}
    />
  )
}

export function DateField({ error }: { error?: string | undefined }) {
  const [text, type] = useTyped('date', isDay)
  return <DateInput label="Date" placeholder="Today" value={text} onChange={type} error={error} />
}

/**
 * A text of the address that is typed: the address has it once it is valid. Until then it stands beside the present
 * value.
 */
function useTyped(name: string, isValid: (text: string) => boolean): [string, (text: string) => void] {
  const [value, change] = useSearchParam(name)
  const [unfinished, setUnfinished] = useState<{ text: string; value: string } | null>(null)
  return [
    unfinished?.value === value ? unfinished.text : value,
    (text) => {
      const isFinished = text.trim() === '' || isValid(text)
      setUnfinished(isFinished ? null : { text, value })
      if (isFinished) change(text.trim() || null)
    },
  ]
}
