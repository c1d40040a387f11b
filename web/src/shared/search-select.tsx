import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { LiveRegion } from './empty.tsx'
import { notifyFailure } from './toasts.tsx'

/** `isSimilar`: found by another way to write what is typed, so it is taken only when it is picked. */
export type Choice = { value: string; label: string; description?: string; isSimilar?: true }

type SearchSelectProps = {
  label: string
  value: Choice | null
  onChange: (choice: Choice | null) => void
  /** Names what is searched, to keep the answers apart from those of others. */
  searchKey: readonly unknown[]
  search: (text: string, signal: AbortSignal) => Promise<Choice[]>
  placeholder?: string
  description?: ReactNode
  error?: ReactNode
  required?: boolean
  disabled?: boolean
}

/** A combobox that asks the service while one types: for one of thousands. */
export function SearchSelect({ label, value, onChange, searchKey, search, error, ...field }: SearchSelectProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<string | null>(null)
  const lastTyped = useRef('')
  const [asked] = useDebouncedValue(typed ?? '', 120)
  const found = (text: string) =>
    queryOptions({
      queryKey: ['search-select', ...searchKey, text.trim()],
      queryFn: ({ signal }) => search(text.trim(), signal),
    })
  const { dropdownOpened, resetSelectedOption, selectFirstOption } = combobox
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...found(asked),
    enabled: dropdownOpened,
    placeholderData: keepPreviousData,
  })
  const choices = data ?? []
  const isExact = choices.length > 0 && !choices[0]!.isSimilar
  // Enter takes the first of what was found by all that is typed, never of what a part of it has found.
  const isTyping = typed !== null && typed.trim() !== ''
  const isFound = data !== undefined && !isPlaceholderData && asked === (typed ?? '')
  const unchosen = isTyping && !dropdownOpened ? 'Choose one of the list.' : ''
  const input = useRef<HTMLInputElement>(null)
  // Its form then is not sent.
  useEffect(() => input.current!.setCustomValidity(unchosen), [unchosen])
  useEffect(() => {
    if (!dropdownOpened || !isTyping) return
    if (isFound && isExact) selectFirstOption()
    else resetSelectedOption()
  }, [dropdownOpened, isExact, isFound, isTyping, resetSelectedOption, selectFirstOption])
  const take = (choice: Choice | undefined) => {
    onChange(choice ?? null)
    setTyped(null)
    combobox.closeDropdown()
  }
  const leave = () => {
    if (!isTyping || typed === value?.label) setTyped(null)
    // Only what is shown counts.
    else if (value) onChange(null)
    combobox.closeDropdown()
  }
  const type = (text: string) => {
    lastTyped.current = text
    setTyped(text)
    if (text === '' && value) onChange(null)
    combobox.openDropdown()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isTyping || (dropdownOpened && isFound && isExact)) return
    // Else the form would be sent without a choice, beside a text that names one.
    event.preventDefault()
    const first = queryClient.fetchQuery(found(typed)).then(([choice]) => choice)
    first
      .then((choice) => choice && !choice.isSimilar && lastTyped.current === typed && take(choice))
      .catch(notifyFailure)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={(chosen) => take(choices.find((choice) => choice.value === chosen))}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={label}
          {...field}
          ref={input}
          error={error ?? (unchosen || undefined)}
          value={typed ?? value?.label ?? ''}
          onChange={(event) => type(event.currentTarget.value)}
          onClick={() => combobox.openDropdown()}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={leave}
          onKeyDown={onKeyDown}
          rightSection={isFetching && combobox.dropdownOpened ? <Loader size={16} /> : <Combobox.Chevron />}
          rightSectionPointerEvents="none"
          autoComplete="off"
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }}>
          {choices.map((choice) => (
            <Combobox.Option key={choice.value} value={choice.value} selected={choice.value === value?.value}>
              {choice.label}
              {choice.description && (
                <Text size="xs" c="inherit">
                  {choice.description}
                </Text>
              )}
            </Combobox.Option>
          ))}
        </Combobox.Options>
        <LiveRegion>
          {choices.length === 0 && <Combobox.Empty>{isFetching ? 'Searching …' : 'Nothing matches'}</Combobox.Empty>}
        </LiveRegion>
      </Combobox.Dropdown>
    </Combobox>
  )
}
