import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { useState } from 'react'

/** What was read from a text: a whole number (null for a blank text), or what is wrong with it, for its field. */
export type Parsed = { value: number | null; problem?: undefined } | { problem: string; value?: undefined }

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string): Intl.NumberFormat {
  let format = formats.get(currency)
  if (!format)
    formats.set(
      currency,
      (format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })),
    )
  return format
}

/** Decimals of a currency: 2 for GBP, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  return formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2
}

/** The sign that stands before an amount: "£", "€", "kr". */
export function currencySymbol(currency: string): string {
  return (
    formatOf(currency)
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? currency
  )
}

/** Minor units as an amount with its sign: 123450 in GBP is "£1,234.50". Null is a dash. */
export function formatMoney(minor: number | null | undefined, currency: string): string {
  if (minor === null || minor === undefined) return '–'
  return formatOf(currency).format(minor / 10 ** decimalsOf(currency))
}

/** Minor units as they are typed into a field: 123450 in GBP is "1,234.50". Null is empty. */
export function moneyText(minor: number | null | undefined, currency: string): string {
  if (minor === null || minor === undefined) return ''
  const digits = decimalsOf(currency)
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return format.format(minor / 10 ** digits)
}

/**
 * Reads an amount as people type or paste it ("1,234.50", "£1234.5", "1 234,50") into minor units. Where one mark could mean
 * thousands or decimals, it means decimals only if the currency has at least as many digits as follow it.
 */
export function parseMoney(text: string, currency: string): Parsed {
  const digits = decimalsOf(currency)
  const problem = `Write an amount such as ${moneyText(123_450 * 10 ** (digits - 2) < 1 ? 1234 : Math.round(1234.5 * 10 ** digits), currency)}.`
  const bare = text
    .replaceAll(currencySymbol(currency), '')
    .replace(new RegExp(currency, 'i'), '')
    .replaceAll(/[\s\u00a0\u202f'’]/g, '')
  if (bare === '') return text.trim() === '' ? { value: null } : { problem }
  if (!/^[\d.,]+$/.test(bare)) return { problem }
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','))
  const after = last === -1 ? '' : bare.slice(last + 1)
  const isDecimal = last !== -1 && bare.indexOf(bare[last]!) === last && after.length <= digits
  const [whole, decimals] = isDecimal ? [bare.slice(0, last), after] : [bare, '']
  if (!/^(\d+|\d{1,3}([.,])\d{3}(\2\d{3})*)?$/.test(whole) || whole + decimals === '') return { problem }
  const minor = Number((whole.replaceAll(/[.,]/g, '') || '0') + decimals.padEnd(digits, '0'))
  return Number.isSafeInteger(minor) ? { value: minor } : { problem: 'That amount is too large.' }
}

type MoneyInputProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  currency: string
  /** What is typed; `parseMoney` reads it when the form is sent. */
  value: string
  onChange: (text: string) => void
}

/** A text field for an amount, with a numeric keyboard on a phone. On leaving it, the amount is written out or its problem shown. */
export function MoneyInput({ currency, value, onChange, error, ...props }: MoneyInputProps) {
  const [left, setLeft] = useState(true)
  const { problem } = parseMoney(value, currency)
  const tidy = () => {
    setLeft(true)
    const parsed = parseMoney(value, currency)
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
