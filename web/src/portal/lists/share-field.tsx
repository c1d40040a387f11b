import { Text } from '@mantine/core'
import styles from './lists.module.css'

type ShareFieldProps = {
  shared: boolean
  onChange: (shared: boolean) => void
  disabled?: boolean
  error?: string | undefined
}

/** Whether colleagues have the list, too. */
export function ShareField({ shared, onChange, disabled = false, error }: ShareFieldProps) {
  return (
    <div>
      <label className={styles.share}>
        <input
          type="checkbox"
          checked={shared}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        Share with colleagues
      </label>
      {error && (
        <Text role="alert" size="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </div>
  )
}
