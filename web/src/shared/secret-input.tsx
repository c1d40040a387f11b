import { PasswordInput } from '@mantine/core'
import type { PasswordInputProps } from '@mantine/core'

/** A password field, for one that is there or a new one (`isNew`), with a button that shows what is typed. */
export function SecretInput({ isNew = false, ...props }: PasswordInputProps & { isNew?: boolean }) {
  return (
    <PasswordInput
      autoComplete={isNew ? 'new-password' : 'current-password'}
      description={isNew ? 'At least 8 characters.' : undefined}
      visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed', tabIndex: 0 }}
      {...props}
    />
  )
}
