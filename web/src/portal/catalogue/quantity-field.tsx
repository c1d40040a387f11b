import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { nextQuantity, smallestQuantity } from '../../../../server/src/shared/order-quantity.ts'
import { parseQuantity } from '../../shared/quantity.ts'
import styles from './quantity-field.module.css'

type QuantityFieldProps = Omit<TextInputProps, 'onChange' | 'value'> & {
  value: string
  onChange: (text: string) => void
  /** Enter was pressed. */
  onEnter?: () => void
  /** "Less" or "More" has changed the quantity. */
  onStep?: () => void
  /** The minimum quantity: no step leads below it. */
  from?: number | undefined
  /** What is sold in 6s is stepped in 6s. */
  inMultiplesOf?: number | undefined
  /** "Less" leads from there to none. */
  canBeNone?: boolean
}

/**
 * A text field for a quantity, with a numeric keyboard on a phone, and a button on each side. The keyboard steps by
 * the arrows instead: two more stops a line would be in its way.
 */
export function QuantityField({
  value,
  onChange,
  onEnter,
  onStep,
  from: minOrderQty = 1,
  inMultiplesOf: orderMultiple = 1,
  canBeNone = false,
  ...props
}: QuantityFieldProps) {
  const { value: qty } = parseQuantity(value)
  const soldIn = { minOrderQty, orderMultiple }
  const from = smallestQuantity(soldIn)
  const isLeast = canBeNone ? value.trim() === '0' : qty !== undefined && qty <= from
  const step = (by: 1 | -1) => {
    const leadsToNone = canBeNone && by === -1 && (qty === undefined || qty <= from)
    onChange(String(leadsToNone ? 0 : qty === undefined ? from : nextQuantity(qty, by, soldIn)))
    onStep?.()
  }
  const stepButton = (word: 'Less' | 'More') => (
    <button
      type="button"
      tabIndex={-1}
      className={styles.step}
      aria-label={props['aria-label']?.replace('Quantity', word) ?? word}
      title={props.title?.replace('Quantity', word)}
      disabled={props.disabled || (word === 'Less' && isLeast)}
      onClick={() => step(word === 'Less' ? -1 : 1)}
    >
      {word === 'Less' ? <IconMinus size={16} aria-hidden /> : <IconPlus size={16} aria-hidden />}
    </button>
  )
  return (
    <TextInput
      className={styles.field}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      leftSection={stepButton('Less')}
      leftSectionPointerEvents="all"
      leftSectionWidth="var(--step)"
      rightSection={stepButton('More')}
      rightSectionWidth="var(--step)"
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        const by = ({ ArrowUp: 1, ArrowDown: -1 } as const)[event.key]
        if (by === undefined && (event.key !== 'Enter' || !onEnter)) return
        event.preventDefault()
        if (by === undefined) onEnter?.()
        else step(by)
      }}
      {...props}
    />
  )
}
