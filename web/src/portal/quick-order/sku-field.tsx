import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent, Ref } from 'react'
import { formatMoney } from '../../shared/money.tsx'
import { suggestionsQuery } from '../catalogue/product-queries.ts'
import type { Product } from '../catalogue/product-queries.ts'
import { usePortal } from '../portal-context.tsx'

type SkuFieldProps = {
  text: string
  onType: (text: string) => void
  onPick: (product: Product) => void
  /** Enter was pressed with no suggestion marked. */
  onEnter: () => void
  error: string | undefined
  ref: Ref<HTMLInputElement>
}

/** A field for a SKU or words, with suggestions. Arrow keys mark one; Enter takes it, or else what is typed. */
export function SkuField({ text, onType, onPick, onEnter, error, ref }: SkuFieldProps) {
  const { slug, currency } = usePortal()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [asked] = useDebouncedValue(text.trim(), 120)
  const { data: products = [] } = useQuery(suggestionsQuery(slug, combobox.dropdownOpened ? asked : ''))
  const pick = (product: Product) => {
    combobox.closeDropdown()
    onPick(product)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      const marked = combobox.dropdownOpened ? products[combobox.getSelectedOptionIndex()] : undefined
      combobox.closeDropdown()
      if (marked) pick(marked)
      else onEnter()
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
          ref={ref}
          label="SKU"
          placeholder="SKU or words"
          value={text}
          error={error}
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
      <Combobox.Dropdown hidden={products.length === 0 || asked === ''}>
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
                </Text>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </section>
      </Combobox.Dropdown>
    </Combobox>
  )
}
