import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '../../shared/lazy-part.ts'
import type { BarChartProps } from './bar-chart.tsx'
import type { StepChartProps } from './step-chart.tsx'

// Their code comes after what one reads.
const LazyBars = lazyPart(() => import('./bar-chart.tsx'))
const LazySteps = lazyPart(() => import('./step-chart.tsx'))

/** About the height of a chart. */
const COMING = <Skeleton h={240} />

export function BarChart(props: BarChartProps) {
  return (
    <Suspense fallback={COMING}>
      <LazyBars {...props} />
    </Suspense>
  )
}

export function StepChart(props: StepChartProps) {
  return (
    <Suspense fallback={COMING}>
      <LazySteps {...props} />
    </Suspense>
  )
}
