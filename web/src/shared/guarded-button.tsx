import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { DisabledReason } from './disabled-reason.tsx'
import type { Reason } from './disabled-reason.tsx'

type Props = { reason?: Reason } & ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>

/** A button that says why it cannot be used, where there is a reason. */
export function GuardedButton({ reason, ...button }: Props) {
  return (
    <DisabledReason reason={reason}>
      <Button {...button} />
    </DisabledReason>
  )
}
