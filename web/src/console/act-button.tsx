import type { ComponentProps } from 'react'
import { GuardedButton } from '../shared/disabled-reason.tsx'
import { usePaletteActions } from '../shared/palette.tsx'

type Props = Omit<ComponentProps<typeof GuardedButton>, 'children' | 'onClick'> & { label: string; run: () => void }

/** An act of a page: a button, which is in the palette as well. */
export function ActButton({ label, run, reason = null, ...button }: Props) {
  usePaletteActions([{ id: label, label, group: 'On this page', disabledReason: reason || null, run }])
  return (
    <GuardedButton {...button} reason={reason} onClick={run}>
      {label}
    </GuardedButton>
  )
}
