import { ActionIcon, Box, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { DETAIL_NAME, DETAIL_VALUE, MAX_DETAILS } from '../../../../server/src/shared/limits.ts'
import styles from './products.module.css'

/** A further field of a product, as it stands in the form. */
export type Detail = { name: string; value: string }

/** Details that have a name or a value, without the space around them: what counts of the rows. */
export function filledDetails(details: readonly Detail[]): Detail[] {
  return details
    .map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
    .filter(({ name, value }) => name !== '' || value !== '')
}

/** What is wrong with the names and the number of details; undefined if nothing is. */
export function problemOfDetails(details: readonly Detail[]): string | undefined {
  const filled = filledDetails(details)
  const names = filled.map(({ name }) => name)
  const repeated = names.find((name, at) => names.indexOf(name) < at)
  if (names.includes('')) return 'Write a name beside each value, or remove that detail.'
  if (repeated !== undefined) return `Two details are named ${repeated}: give each its own name.`
  return filled.length > MAX_DETAILS ? `A product has up to ${MAX_DETAILS} details: remove some.` : undefined
}

type DetailsFieldProps = {
  details: Detail[]
  onChange: (details: Detail[]) => void
  error: string | undefined
  readOnly: boolean
}

/** The details of a product, a row each: changed, removed and added. */
export function DetailsField({ details, onChange, error, readOnly }: DetailsFieldProps) {
  const isAdded = useRef(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const set = (at: number, change: Partial<Detail>) =>
    onChange(details.map((detail, i) => (i === at ? { ...detail, ...change } : detail)))
  const remove = (at: number) => {
    onChange(details.filter((_, i) => i !== at))
    addButton.current?.focus()
  }
  return (
    <Fieldset legend="Details">
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          Buyers see these.
        </Text>
        {details.length > 0 && (
          <Box className={styles.detail} aria-hidden>
            <Text size="sm">Name</Text>
            <Text size="sm">Value</Text>
          </Box>
        )}
        {details.map(({ name, value }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a row is its position
          <Box key={at} className={styles.detail}>
            <TextInput
              aria-label={`Detail ${at + 1}`}
              value={name}
              onChange={({ currentTarget }) => set(at, { name: currentTarget.value })}
              maxLength={DETAIL_NAME}
              readOnly={readOnly}
              ref={(input) => {
                if (!input || !isAdded.current || at < details.length - 1) return
                isAdded.current = false
                input.focus()
              }}
              autoComplete="off"
            />
            <TextInput
              aria-label={`Value ${at + 1}`}
              value={value}
              onChange={({ currentTarget }) => set(at, { value: currentTarget.value })}
              maxLength={DETAIL_VALUE}
              readOnly={readOnly}
              autoComplete="off"
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Remove detail ${at + 1}`}
              disabled={readOnly}
              onClick={() => remove(at)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Box>
        ))}
        {error && (
          <Text size="sm" c="red" role="alert">
            {error}
          </Text>
        )}
        <Group>
          <Button
            ref={addButton}
            size="xs"
            variant="default"
            disabled={readOnly || details.length >= MAX_DETAILS}
            onClick={() => {
              isAdded.current = true
              onChange([...details, { name: '', value: '' }])
            }}
          >
            Add detail
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}
