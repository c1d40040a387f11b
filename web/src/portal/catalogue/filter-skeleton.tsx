import { Input } from '@mantine/core'
import { usePortal } from '../portal-context.tsx'
import styles from './catalogue.module.css'

export const FILTER_WIDTH = { base: '100%', xs: 154 }

/** What the filters look like until their code has come. */
export function FilterSkeleton() {
  const { settings } = usePortal()
  return (
    <>
      <div className={styles.narrowing}>
        {['Brand', 'Category', ...(settings.showAvailability ? ['Availability'] : [])].map((label) => (
          <Field key={label} label={label} shown="All" />
        ))}
      </div>
      <Field label="Sort" shown="Name" />
    </>
  )
}

function Field({ label, shown }: { label: string; shown: string }) {
  return (
    <Input.Wrapper label={label} w={FILTER_WIDTH} aria-hidden>
      <Input
        component="div"
        c="var(--mantine-color-placeholder)"
        styles={{ input: { display: 'flex', alignItems: 'center' } }}
      >
        {shown}
      </Input>
    </Input.Wrapper>
  )
}
