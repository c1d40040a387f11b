import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

export type Choice = { value: string; label: string; description?: string }

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
export function SearchSelect({ label, value, onChange, searchKey, search, ...field }: SearchSelectProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [typed, setTyped] = useState<string | null>(null)
  const [text] = useDebouncedValue(typed ?? '', 120)
  const { data, isFetching } = useQuery({
    queryKey: ['search-select', ...searchKey, text.trim()],
    queryFn: ({ signal }) => search(text.trim(), signal),
    enabled: combobox.dropdownOpened,
    placeholderData: keepPreviousData,
  })
  const choices = data ?? []
  // Enter takes the first of what was found, as soon as it is there.
  const { dropdownOpened, selectFirstOption } = combobox
  const isTyping = typed !== null && typed !== ''
  useEffect(() => {
    if (dropdownOpened && isTyping && data) selectFirstOption()
  }, [data, dropdownOpened, isTyping, selectFirstOption])
  const close = () => {
    setTyped(null)
    combobox.closeDropdown()
  }
  const choose = (chosen: string) => {
    onChange(choices.find((choice) => choice.value === chosen) ?? null)
    close()
  }
  const type = (typedText: string) => {
    setTyped(typedText)
    if (typedText === '' && value) onChange(null)
    combobox.openDropdown()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={label}
          {...field}
          value={typed ?? value?.label ?? ''}
          onChange={(event) => type(event.currentTarget.value)}
          onClick={() => combobox.openDropdown()}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={close}
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
          {choices.length === 0 && <Combobox.Empty>{isFetching ? 'Searching …' : 'Nothing matches'}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
