import { TextInput } from '@mantine/core'
import { COLOUR } from '../../../../server/src/shared/accent.ts'
import styles from './colour-input.module.css'

type Props = {
  label: string
  description: string
  /** As typed. */
  value: string
  onChange: (value: string) => void
  error: string | undefined
  /** Shown by the picker while the text is no colour. */
  otherwise: string
  required?: boolean
}

/** A colour as `#rrggbb`, with the browser's picker beside it. */
export function ColourInput({ label, value, onChange, otherwise, ...rest }: Props) {
  return (
    <TextInput
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      placeholder="#3b5bdb"
      rightSection={
        <input
          type="color"
          aria-label={`Pick: ${label}`}
          className={styles.picker}
          value={COLOUR.test(value.toLowerCase()) ? value.toLowerCase() : otherwise}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
      {...rest}
    />
  )
}
