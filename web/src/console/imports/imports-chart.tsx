import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../shared/dates.ts'
import { BarChart } from '../charts/charts.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { importsByDayQuery } from './import-queries.ts'

/** The rows that were imported on each day of the last month. Nothing where there is no file. */
export function ImportsChart() {
  const { slug } = useWorkspace()
  const { data, isPending } = useQuery(importsByDayQuery(slug))
  if (isPending) return <Skeleton h={250} />
  if (!data?.some(({ files }) => files > 0)) return null
  return (
    <BarChart
      label="Imports by day"
      unit="Rows imported"
      columns={['Day', 'Files', 'Rows imported', 'Rows rejected']}
      bars={data.map(({ day, files, written, rejected }) => {
        const name = formatDate(`${day}T00:00:00Z`, 'UTC')
        return {
          name: name.slice(0, -5),
          value: written,
          cells: [name, ...[files, written, rejected].map((rows) => rows.toLocaleString('en'))],
        }
      })}
    />
  )
}
