import { Input } from '@mantine/core'
import { usePortal } from '../portal-context.tsx'

export const FILTER_WIDTH = { base: '100%', xs: 154 }

/** What the filters look like until their code has come. */
export function FilterSkeleton() {
  const { settings } = usePortal()
  return ['Brand', 'Category', ...(settings.showAvailability ? ['Availability'] : []), 'Sort'].map((label) => (
    <Input.Wrapper key={label} label={label} w={FILTER_WIDTH} aria-hidden>
      <Input
        component="div"
        c="var(--mantine-color-placeholder)"
        styles={{ input: { display: 'flex', alignItems: 'center' } }}
      >
        {label === 'Sort' ? 'Name' : 'All'}
      </Input>
    </Input.Wrapper>
  ))
}
