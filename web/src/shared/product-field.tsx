import { Combobox, Group, Text, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { KeyboardEvent, Ref } from 'react'
import { soldInWords } from '../../../server/src/rules/order-quantity.ts'
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
  ...field
}: ProductFieldProps<Product>) {
  const queryClient = useQueryClient()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [asked] = useDebouncedValue(text.trim(), 120)
  const suggestions = (typed: string) =>
    queryOptions({
      queryKey: ['suggestions', ...searchKey, typed],
      queryFn: ({ signal }) => search(typed, signal),
      placeholderData: keepPreviousData,
      staleTime: 30_000,
    })
  const isAsking = combobox.dropdownOpened && asked !== ''
  const { data: products = [], isSuccess, isPlaceholderData } = useQuery({ ...suggestions(asked), enabled: isAsking })
  const exact = withoutSimilar(products)
  const similar = products.filter(({ isSimilar }) => isSimilar)
  const isNothing = isAsking && isSuccess && !isPlaceholderData && exact.length === 0
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
      combobox.openDropdown()
      if (event.key === 'ArrowDown') combobox.selectNextOption()
      else combobox.selectPreviousOption()
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
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKeyDown}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </Combobox.Target>
      <VisuallyHidden role="status">
        {isNothing && (similar.length > 0 ? 'No product matches, but some are similar.' : 'No product matches.')}
      </VisuallyHidden>
      <Combobox.Dropdown hidden={products.length === 0 || asked === ''}>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }}>
          {options(exact)}
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
        {[product.sku, product.unitLabel, ...soldInWords(product)].join(' · ')}
      </Text>
    </>
  )
}
