import { changedFields } from '../activity/change-words.ts'
import { useWorkspace } from '../workspace-context.tsx'
import styles from './imports.module.css'

/** Fields of a product before and after. */
export function ChangedFields({ changes }: { changes: Record<string, unknown> }) {
  const { currency, timezone } = useWorkspace()
  const fields = changedFields(changes, { currency, timezone })
  if (fields.length === 0) return null
  return (
    <ul className={styles.fields}>
      {fields.map(({ name, from, to }) => (
        <li key={name}>
          {name}: {from !== undefined && `${from} → `}
          {to}
        </li>
      ))}
    </ul>
  )
}
