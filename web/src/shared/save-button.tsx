import { GuardedButton } from './disabled-reason.tsx'

type Props = {
  pending: boolean
  /** Why the person may not save, if so. */
  reason: string | null | undefined
  disabled?: boolean
}

/** Sends the form around it. */
export function SaveButton({ pending, reason, disabled = false }: Props) {
  return (
    <GuardedButton reason={reason} type="submit" loading={pending} disabled={disabled}>
      Save
    </GuardedButton>
  )
}
