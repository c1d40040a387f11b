import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { currencySymbol, moneyText, parseMoney } from './money.ts'

export * from './money.ts'

type MoneyInputProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  currency: string
  /** What is typed; `parseMoney` reads it when the form is sent. */
  value: string
  onChange: (text: string) => void
  /** The highest amount, in minor units: that of a price, unless given. */
  max?: number
}

/**
 * A text field for an amount, with a numeric keyboard on a phone. On leaving it, the amount is written out or its
 * problem shown.
 */
export function MoneyInput({ currency, value, onChange, max, error, ...props }: MoneyInputProps) {
  const [left, setLeft] = useState(true)
  const { problem } = parseMoney(value, currency, { max })
  const tidy = () => {
    setLeft(true)
    const parsed = parseMoney(value, currency, { max })
    if (typeof parsed.value === 'number') onChange(moneyText(parsed.value, currency))
  }
  return (
    <TextInput
      {...props}
      inputMode="decimal"
      autoComplete="off"
      leftSection={<span aria-hidden>{currencySymbol(currency)}</span>}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onFocus={() => setLeft(false)}
      onBlur={tidy}
      error={error ?? (left ? problem : undefined)}
    />
  )
}
