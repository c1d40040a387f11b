import { ActionIcon, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { MoneyInput } from '../../shared/money.tsx'
import { SearchSelect } from '../../shared/search-select.tsx'
import { useProductSearch } from '../customers/product-search.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { LineText } from './promise-form.ts'
import styles from './promise-line.module.css'

type PromiseLineProps = {
  line: LineText
  /** From 1. */
  number: number
  hasPrice: boolean
  change: (changes: Partial<LineText>) => void
  remove: (() => void) | undefined
  error: (field: 'sku' | 'qty' | 'unit') => string | undefined
}

/** The fields of a line. */
export function PromiseLine({ line, number, hasPrice, change, remove, error }: PromiseLineProps) {
  const { slug, currency } = useWorkspace()
  const searchProducts = useProductSearch()
  return (
    <div role="group" aria-label={`Line ${number}`} className={styles.line}>
      <SearchSelect
        label="Product"
        required
        value={line.product}
        onChange={(product) => change({ product })}
        searchKey={['products', slug]}
        search={searchProducts}
        placeholder="SKU or words"
        error={error('sku')}
      />
      <TextInput
        label="Quantity"
        inputMode="numeric"
        autoComplete="off"
        value={line.qty}
        onChange={(event) => change({ qty: event.currentTarget.value })}
        error={error('qty')}
      />
      {hasPrice && (
        <MoneyInput
          label="Price"
          required
          currency={currency}
          value={line.unit}
          onChange={(unit) => change({ unit })}
          error={error('unit')}
        />
      )}
      {remove && (
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-label={`Remove line ${number}`}
          onClick={remove}
          className={styles.remove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}
