import { Input } from '@mantine/core'
import { usePortal } from '../portal-context.tsx'
import styles from './catalogue.module.css'

export const FILTER_WIDTH = { base: '100%', xs: 154 }

/** What the filters look like until their code has come. */
export function FilterSkeleton() {
  const { settings } = usePortal()
  const field = (label: string) => (
    <Input.Wrapper key={label} label={label} w={FILTER_WIDTH} aria-hidden>
      <Input
        component="div"
        c="var(--mantine-color-placeholder)"
        styles={{ input: { display: 'flex', alignItems: 'center' } }}
      >
        {label === 'Sort' ? 'Name' : 'All'}
      </Input>
    </Input.Wrapper>
  )
  return (
    <>
      <div className={styles.narrowing}>
        {['Brand', 'Category', ...(settings.showAvailability ? ['Availability'] : [])].map(field)}
      </div>
      {field('Sort')}
    </>
  )
}
