import { SegmentedControl } from '@mantine/core'
import type { View } from './use-view.ts'

const VIEWS = [
  { value: 'list', label: 'List' },
  { value: 'grid', label: 'Grid' },
] satisfies { value: View; label: string }[]

/** As large as its label, so that whoever looks for the field itself finds it there. */
const OVER_LABEL = { inset: 0, width: '100%', height: '100%', margin: 0, zIndex: 3 } as const

/** How the catalogue is shown. */
export default function ViewChoice({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <SegmentedControl
      aria-label="View"
      size="xs"
      transitionDuration={0}
      data={VIEWS}
      value={view}
      onChange={onChange}
      styles={{ input: OVER_LABEL }}
    />
  )
}
