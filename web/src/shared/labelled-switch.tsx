import { Switch } from '@mantine/core'
import type { SwitchProps } from '@mantine/core'

/** A switch whose accessible name is its label alone: its description is read after it. */
export function LabelledSwitch(props: Omit<SwitchProps, 'label'> & { label: string }) {
  return <Switch {...props} aria-label={props.label} />
}
