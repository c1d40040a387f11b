import { changedFields } from '../activity/change-words.ts'
import { useWorkspace } from '../workspace-context.tsx'
import styles from './imports.module.css'

type ChangedFieldsProps = {
  changes: Record<string, unknown>
  /** Whether there was nothing before. */
  isNew?: boolean
}

/** Fields of a record before and after. */
export function ChangedFields({ changes, isNew = false }: ChangedFieldsProps) {
  const { currency, timezone } = useWorkspace()
  const fields = changedFields(changes, { currency, timezone })
  if (fields.length === 0) return null
  return (
    <ul className={styles.fields}>
      {fields.map(({ name, from, to }) => (
        <li key={name}>
          {name}: {!isNew && from !== undefined && `${from} → `}
          {to}
        </li>
      ))}
    </ul>
  )
}
