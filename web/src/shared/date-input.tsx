import { ActionIcon, TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { IconCalendar, IconClock } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { isDay, isTime, readDay } from '../../../server/src/shared/read-day.ts'
import styles from './date-input.module.css'

type DateInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  /**
   * As it is typed: `2027-01-05`. May be unfinished; `isDay` says whether it is a day. A day in another form, such as
   * 5 Jan 2027, becomes that on Enter and on leaving the field.
   */
  value: string
  onChange: (text: string) => void
}

/** A textbox for a day, `2027-01-05`, with the browser's picker beside it. */
export function DateInput(props: DateInputProps) {
  return (
    <PickedInput
      {...props}
      kind="date"
      isValid={isDay}
      read={(text) => readDay(text, null).value}
      example="2027-01-05"
      form="YYYY-MM-DD"
      icon={<IconCalendar size={18} />}
    />
  )
}

/** A textbox for a time of day, `06:00`, with the browser's picker beside it. */
export function TimeInput(props: DateInputProps) {
  return (
    <PickedInput {...props} kind="time" isValid={isTime} example="06:00" form="HH:MM" icon={<IconClock size={18} />} />
  )
}

type PickedInputProps = DateInputProps & {
  kind: 'date' | 'time'
  isValid: (text: string) => boolean
  /** Reads other forms, of which it could mean only one. */
  read?: (text: string) => string | undefined
  example: string
  /** Shown in the empty field; an example there would look like a value. */
  form: string
  icon: ReactNode
}

function PickedInput({
  value,
  onChange,
  kind,
  isValid,
  read,
  example,
  form,
  icon,
  error,
  onBlur,
  ...props
}: PickedInputProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [left, setLeft] = useState(true)
  const tidy = () => {
    const text = read?.(value) ?? value.trim()
    if (text !== value) onChange(text)
  }
  const problem = value !== '' && !isValid(value) ? `Write the ${kind} as ${example}.` : undefined
  return (
    <TextInput
      placeholder={form}
      {...props}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onFocus={() => setLeft(false)}
      onBlur={(event) => {
        setLeft(true)
        tidy()
        onBlur?.(event)
      }}
      onKeyDown={({ key }) => key === 'Enter' && tidy()}
      error={error ?? (left ? problem : undefined)}
      autoComplete="off"
      rightSection={
        <span className={styles.picker}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Pick a ${kind}`}
            onClick={() => picker.current?.showPicker()}
          >
            {icon}
          </ActionIcon>
          <input
            ref={picker}
            type={kind}
            tabIndex={-1}
            aria-hidden
            className={styles.native}
            value={isValid(value) ? value : ''}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </span>
      }
    />
  )
}
