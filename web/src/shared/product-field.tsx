import { Combobox, Group, Text, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { KeyboardEvent, Ref } from 'react'
import { soldInWords } from '../../../server/src/shared/order-quantity.ts'
import { formatMoney } from './money.tsx'

type Suggestion = {
  id: string
  sku: string
  name: string
  unitLabel: string
  minOrderQty: number
  orderMultiple: number
  /** Minor units. */
  price: { unit: number | null }
  /** Found by another way to write what is typed. */
  isSimilar?: true
  /** More of it, in words. */
  note?: string
}

type ProductFieldProps<Product extends Suggestion> = {
  label: string
  placeholder?: string
  disabled?: boolean
  currency: string
  /** What is typed. */
  text: string
  onType: (text: string) => void
  onPick: (product: Product) => void
  /** Enter was pressed with no suggestion marked. `find` answers those for all that is typed, without similar ones. */
  onEnter: (find: () => Promise<readonly Product[]>) => void
  /** Names what is searched, to keep the answers apart from those of others. */
  searchKey: readonly unknown[]
  search: (text: string, signal: AbortSignal) => Promise<readonly Product[]>
  error: string | undefined
  /** What is offered while nothing is typed: as soon as the field has the focus, or on the down arrow. */
  offers?: { label: string; products: readonly Product[]; atOnce: boolean } | undefined
  ref: Ref<HTMLInputElement>
}

/** A field for a SKU or words, with products to pick. Arrow keys mark one, Enter takes it. */
export function ProductField<Product extends Suggestion>({
  currency,
  text,
  onType,
  onPick,
  onEnter,
  searchKey,
  search,
  offers,
  ...field
}: ProductFieldProps<Product>) {
  const queryClient = useQueryClient()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [asked] = useDebouncedValue(text.trim(), 120)
  const [hasFocus, setHasFocus] = useState(false)
  const suggestions = (typed: string) =>
    queryOptions({
      queryKey: ['suggestions', ...searchKey, typed],
      queryFn: ({ signal }) => search(typed, signal),
      placeholderData: keepPreviousData,
      staleTime: 30_000,
    })
  const isAsking = combobox.dropdownOpened && asked !== ''
  const { data: found = [], isSuccess, isPlaceholderData } = useQuery({ ...suggestions(asked), enabled: isAsking })
  const offered = text.trim() === '' ? (offers?.products ?? []) : []
  const products = offered.length > 0 ? offered : asked === '' ? [] : found
  const exact = withoutSimilar(products)
  const similar = products.filter(({ isSimilar }) => isSimilar)
  const isNothing = isAsking && isSuccess && !isPlaceholderData && withoutSimilar(found).length === 0
  const { openDropdown } = combobox
  const isOffering = hasFocus && offers?.atOnce === true && offered.length > 0
  // Also where they come after the focus.
  useEffect(() => {
    if (isOffering) openDropdown()
  }, [isOffering, openDropdown])
  const options = (of: readonly Product[]) =>
    of.map((product) => (
      <Combobox.Option key={product.id} value={product.id}>
        <Suggested product={product} currency={currency} />
      </Combobox.Option>
    ))
  const pick = (product: Product) => {
    combobox.closeDropdown()
    onPick(product)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      const marked = combobox.dropdownOpened ? products[combobox.getSelectedOptionIndex()] : undefined
      combobox.closeDropdown()
      if (marked) onPick(marked)
      else onEnter(() => queryClient.fetchQuery(suggestions(text.trim())).then(withoutSimilar, () => []))
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const wasOpened = combobox.dropdownOpened
      combobox.openDropdown()
      const select = event.key === 'ArrowDown' ? combobox.selectNextOption : combobox.selectPreviousOption
      // Once the options are there.
      if (wasOpened) select()
      else setTimeout(select)
    } else if (event.key === 'Escape' && combobox.dropdownOpened) {
      event.stopPropagation()
      combobox.closeDropdown()
    }
  }
  return (
    <Combobox store={combobox} onOptionSubmit={(id) => pick(products.find((product) => product.id === id)!)}>
      <Combobox.Target withExpandedAttribute withKeyboardNavigation={false}>
        <TextInput
          {...field}
          value={text}
          onChange={(event) => {
            onType(event.currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onFocus={() => setHasFocus(true)}
          onClick={() => offered.length > 0 && combobox.openDropdown()}
          onBlur={() => {
            setHasFocus(false)
            combobox.closeDropdown()
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </Combobox.Target>
      <VisuallyHidden role="status">
        {isNothing && (similar.length > 0 ? 'No product matches, but some are similar.' : 'No product matches.')}
      </VisuallyHidden>
      <Combobox.Dropdown hidden={products.length === 0}>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }}>
          {offered.length > 0 ? (
            <Combobox.Group label={offers!.label}>{options(exact)}</Combobox.Group>
          ) : (
            options(exact)
          )}
          {similar.length > 0 && <Combobox.Group label="Similar">{options(similar)}</Combobox.Group>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function withoutSimilar<Product extends Suggestion>(products: readonly Product[]): readonly Product[] {
  return products.filter(({ isSimilar }) => !isSimilar)
}

function Suggested({ product, currency }: { product: Suggestion; currency: string }) {
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <span>{product.name}</span>
        <span className="figures">{formatMoney(product.price.unit, currency)}</span>
      </Group>
      <Text size="xs" c="dimmed">
        {[product.sku, product.unitLabel, ...soldInWords(product), ...(product.note ? [product.note] : [])].join(' · ')}
      </Text>
    </>
  )
}
