import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'

type QuantityFieldProps = Omit<TextInputProps, 'onChange' | 'value'> & {
  value: string
  onChange: (text: string) => void
  /** Enter was pressed. */
  onEnter?: () => void
}

/** A text field for a quantity, with a numeric keyboard on a phone. */
export function QuantityField({ onChange, onEnter, ...props }: QuantityFieldProps) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      w={90}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !onEnter) return
        event.preventDefault()
        onEnter()
      }}
      {...props}
    />
  )
}
