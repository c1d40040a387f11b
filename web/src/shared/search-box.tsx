import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParam } from './search-params.ts'

/** How long typing rests before the list is asked for, in milliseconds. */
const REST_MS = 150

/** A list's search. What is typed is in the address; Escape clears it. */
export function SearchBox({ label, param = 'q' }: { label: string; param?: string }) {
  const [value, change] = useSearchParam(param)
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const send = useDebouncedCallback((text: string) => {
    sent.current = text
    change(text || null)
  }, REST_MS)
  // The address changed by Back or a link, not by typing here.
  useEffect(() => {
    if (value !== sent.current) setTyped(value)
    sent.current = value
  }, [value])
  const type = (text: string) => {
    setTyped(text)
    send(text.trim())
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed === '' ? null : <CloseButton aria-label="Clear search" onClick={() => type('')} />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && typed !== '') {
          event.preventDefault()
          type('')
        }
      }}
      autoComplete="off"
      flex="1 1 11rem"
      maw={420}
    />
  )
}
