import { ActionIcon, TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { IconCalendar, IconClock } from '@tabler/icons-react'
import { useContext, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { isDay, isTime, readDay } from '../../../server/src/shared/read-day.ts'
import { DayOrderContext, formatWeekday, writtenDay } from './dates.ts'
import styles from './date-input.module.css'

type DateInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  /**
   * A day as `2027-01-05`, or what is typed so far; `isDay` says which. A day that is typed in another form becomes that
   * on Enter and on leaving the field.
   */
  value: string
  onChange: (text: string) => void
  /** Whether there is no room for the weekday beside the day. */
  isNarrow?: boolean
}

/** A textbox for a day, typed and shown as the workspace writes days, with the browser's picker beside it. */
export function DateInput({ isNarrow, ...props }: DateInputProps) {
  const order = useContext(DayOrderContext)
  return (
    <PickedInput
      {...props}
      kind="date"
      isValid={isDay}
      read={(text) => readDay(text, order).value}
      write={(day) => writtenDay(day, order)}
      {...(!isNarrow && { echo: formatWeekday })}
      example={writtenDay('2027-01-05', order)}
      form={order === 'month first' ? 'MM/DD/YYYY' : 'DD/MM/YYYY'}
      icon={<IconCalendar size={18} />}
    />
  )
}

/** A textbox for a time of day, `06:00`, with the browser's picker beside it. */
export function TimeInput(props: Omit<DateInputProps, 'isNarrow'>) {
  return (
    <PickedInput {...props} kind="time" isValid={isTime} example="06:00" form="HH:MM" icon={<IconClock size={18} />} />
  )
}

type PickedInputProps = DateInputProps & {
  kind: 'date' | 'time'
  isValid: (text: string) => boolean
  /** Reads other forms, of which it could mean only one. */
  read?: (text: string) => string | undefined
  /** How a valid value is shown. */
  write?: (value: string) => string
  /** What it means, shown beside it. */
  echo?: (value: string) => string
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
  write = (text) => text,
  echo,
  example,
  form,
  icon,
  error,
  onBlur,
  ...props
}: PickedInputProps) {
  const picker = useRef<HTMLInputElement>(null)
  /** What stands in the field while it has the focus. */
  const [typed, setTyped] = useState<string | null>(null)
  const shown = isValid(value) ? write(value) : value
  const tidy = () => {
    const text = read?.(value) ?? value.trim()
    if (text !== value) onChange(text)
    return isValid(text) ? write(text) : text
  }
  const problem = value !== '' && !isValid(value) ? `Write the ${kind} as ${example}.` : undefined
  return (
    <TextInput
      placeholder={form}
      {...props}
      value={typed ?? shown}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(currentTarget.value)
      }}
      onFocus={() => setTyped(shown)}
      onBlur={(event) => {
        setTyped(null)
        tidy()
        onBlur?.(event)
      }}
      onKeyDown={({ key }) => key === 'Enter' && setTyped(tidy())}
      onClick={() => isTouched() && picker.current?.showPicker()}
      error={(typed === null ? problem : undefined) ?? error}
      autoComplete="off"
      {...(echo && isValid(value) && { rightSectionWidth: 104 })}
      rightSection={
        <span className={styles.picker}>
          {echo && isValid(value) && <span className={styles.echo}>{echo(value)}</span>}
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
            onChange={({ currentTarget }) => {
              if (typed !== null) setTyped(write(currentTarget.value))
              onChange(currentTarget.value)
            }}
          />
        </span>
      }
    />
  )
}

/** Whether the screen is touched: then a field opens the picker of the device. */
const isTouched = () => matchMedia('(pointer: coarse)').matches
