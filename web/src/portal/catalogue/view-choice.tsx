import { SegmentedControl } from '@mantine/core'
import type { View } from './use-view.ts'

const VIEWS = [
  { value: 'list', label: 'List' },
  { value: 'grid', label: 'Grid' },
] satisfies { value: View; label: string }[]

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
    />
  )
}
