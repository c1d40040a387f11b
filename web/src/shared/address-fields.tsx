import { Group, TextInput, Textarea } from '@mantine/core'
import { ADDRESS_LIMITS } from '../../../server/src/shared/limits.ts'
import type { components } from './app-api.d.ts'
import type { useTexts } from './form.tsx'

export type Address = components['schemas']['Address']

const NAMES = ['name', 'lines', 'postcode', 'city', 'country'] as const
type AddressTexts = Record<(typeof NAMES)[number], string>

export function textsOf(address: Address | null): AddressTexts {
  return {
    name: address?.name ?? '',
    lines: address?.lines.join('\n') ?? '',
    postcode: address?.postcode ?? '',
    city: address?.city ?? '',
    country: address?.country ?? '',
  }
}

/** What is typed, as the service takes it. */
export function addressOf({ name, lines, postcode, city, country }: AddressTexts) {
  return {
    name: name.trim(),
    lines: lines.split('\n').flatMap((line) => line.trim() || []),
    postcode: postcode.trim() || null,
    city: city.trim() || null,
    country: country.trim() || null,
  }
}

type AddressFieldsProps = {
  field: ReturnType<typeof useTexts<keyof AddressTexts>>['field']
  fieldError: (path: string) => string | undefined
}

/** The fields of a delivery address. */
export function AddressFields({ field, fieldError }: AddressFieldsProps) {
  // A line that is wrong has its place in its name.
  const error = (path: string) =>
    fieldError(path) ?? (path === 'lines' ? [0, 1, 2, 3].map((i) => fieldError(`lines.${i}`)).find(Boolean) : undefined)
  return (
    <>
      <TextInput
        label="Name"
        description="The name to choose it by, such as Main kitchen."
        required
        maxLength={ADDRESS_LIMITS.name}
        {...field('name', error)}
      />
      <Textarea
        label="Street"
        description={`Up to ${ADDRESS_LIMITS.lines} lines.`}
        required
        autosize
        minRows={2}
        {...field('lines', error)}
      />
      <Group grow align="flex-start">
        <TextInput label="Postcode" maxLength={ADDRESS_LIMITS.postcode} {...field('postcode', error)} />
        <TextInput label="City" maxLength={ADDRESS_LIMITS.city} {...field('city', error)} />
      </Group>
      <TextInput label="Country" maxLength={ADDRESS_LIMITS.country} {...field('country', error)} />
    </>
  )
}
