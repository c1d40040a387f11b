import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Ref } from 'react'
import { formatMoney } from '../../shared/money.tsx'
import type { Choice } from '../../shared/search-select.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { suggestionsQuery } from './quote-queries.ts'
import type { Product } from './quote-queries.ts'

type ProductPickerProps = {
  customer: Choice | null
  /** What is typed. */
  text: string
  onType: (text: string) => void
  onPick: (product: Product) => void
  onNothing: () => void
  error: string | undefined
  ref: Ref<HTMLInputElement>
}

/**
 * A field for a SKU or words. Enter takes what was typed where it is a SKU, else the marked suggestion; it waits for the
 * suggestions of what was typed last, so that fast typing picks nothing else.
 */
export function ProductPicker({ customer, text, onType, onPick, onNothing, error, ref }: ProductPickerProps) {
  const { slug, currency } = useWorkspace()
  const queryClient = useQueryClient()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [asked] = useDebouncedValue(text.trim(), 120)
  const { data: products = [] } = useQuery({
    ...suggestionsQuery(slug, customer ?? { value: '', label: '' }, asked),
    enabled: customer !== null && combobox.dropdownOpened,
  })
  const pick = (product: Product) => {
    combobox.closeDropdown()
    onPick(product)
  }
  const enter = async () => {
    const typed = text.trim()
    if (!customer || typed === '') return
    const marked = combobox.getSelectedOptionIndex()
    const found = await queryClient.fetchQuery(suggestionsQuery(slug, customer, typed)).catch(() => [])
    const same = found.find(({ sku }) => sku.toLowerCase() === typed.toLowerCase())
    const product = same ?? found[Math.max(marked, 0)]
    if (product) pick(product)
    else onNothing()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={(id) => pick(products.find((product) => product.id === id)!)}>
      <Combobox.Target withExpandedAttribute withKeyboardNavigation={false}>
        <TextInput
          ref={ref}
          label="Product"
          placeholder={customer ? 'SKU or words' : 'Choose the customer first'}
          disabled={!customer}
          value={text}
          error={error}
          onChange={(event) => {
            onType(event.currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault()
              void enter()
            } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
              event.preventDefault()
              combobox.openDropdown()
              if (event.key === 'ArrowDown') combobox.selectNextOption()
              else combobox.selectPreviousOption()
            } else if (event.key === 'Escape' && combobox.dropdownOpened) {
              event.stopPropagation()
              combobox.closeDropdown()
            }
          }}
          autoComplete="off"
          spellCheck={false}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={products.length === 0}>
        <section aria-label="Suggestions">
          <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label="Products">
            {products.map((product) => (
              <Combobox.Option key={product.id} value={product.id}>
                <Group justify="space-between" wrap="nowrap" gap="sm">
                  <span>{product.name}</span>
                  <span className="figures">{formatMoney(product.price.unit, currency)}</span>
                </Group>
                <Text size="xs" c="dimmed">
                  {product.sku} · {product.unitLabel}
                  {product.minOrderQty > 1 && ` · from ${product.minOrderQty} up`}
                </Text>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </section>
      </Combobox.Dropdown>
    </Combobox>
  )
}
