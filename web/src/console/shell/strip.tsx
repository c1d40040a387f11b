import { Box } from '@mantine/core'
import { useWorkspace } from '../workspace-context.tsx'
import styles from './shell.module.css'

/** What changes the meaning of everything on the page: that this is the sample, or that nothing can be changed. */
export function Strip() {
  const { plan, isSample } = useWorkspace()
  const text =
    plan === 'lapsed'
      ? 'The trial or subscription has ended. Everything can be read, nothing can be changed.'
      : isSample
        ? 'The sample. Try anything: its customers are made up.'
        : null
  if (text === null) return null
  const color = plan === 'lapsed' ? 'red' : 'yellow'
  return (
    <Box
      className={styles.strip}
      component="aside"
      aria-label="Notice"
      c={`var(--mantine-color-${color}-light-color)`}
      style={{ background: `var(--mantine-color-${color}-light)` }}
    >
      {text}
    </Box>
  )
}
