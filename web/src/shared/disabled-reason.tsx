import { Tooltip, VisuallyHidden, Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { cloneElement, useId } from 'react'
import type { MouseEvent, ReactElement, ComponentPropsWithRef } from 'react'

type Control = ReactElement<Record<string, unknown>>

type Reason = string | null | undefined | false

/**
 * A control that says why it cannot be used. With a reason, it looks and acts disabled but can be reached by keyboard,
 * and the reason is its tooltip and description. Without one, the control is as it is.
 */
export function DisabledReason({ reason, children }: { reason: Reason; children: Control }) {
  const id = useId()
  if (!reason) return children
  return (
    <>
      <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
        {cloneElement(children, {
          'aria-disabled': true,
          'data-disabled': true,
          'aria-describedby': id,
          onClick: refuse,
          // A submit button must not send its form.
          type: 'button',
        })}
      </Tooltip>
      <VisuallyHidden id={id}>{reason}</VisuallyHidden>
    </>
  )
}

function refuse(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

type Props = { reason?: Reason } & ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>

/** A button that says why it cannot be used, where there is a reason. */
export function GuardedButton({ reason, ...button }: Props) {
  return (
    <DisabledReason reason={reason}>
      <Button {...button} />
    </DisabledReason>
  )
}

type SaveButtonProps = {
  pending: boolean
  /** Why the person may not save, if so. */
  reason: string | null | undefined
  disabled?: boolean
}

/** Sends the form around it. */
export function SaveButton({ pending, reason, disabled = false }: SaveButtonProps) {
  return (
    <GuardedButton reason={reason} type="submit" loading={pending} disabled={disabled}>
      Save
    </GuardedButton>
  )
}
