import type { Figures, Result } from './workload.ts'

type Column = { title: string; width: number; text: (figures: Figures) => string | undefined }

const COLUMNS: Column[] = [
  { title: '/s', width: 8, text: ({ perSecond }) => fixed(perSecond, 0) },
  { title: 'p50 ms', width: 8, text: ({ p50 }) => fixed(p50, 2) },
  { title: 'p99 ms', width: 8, text: ({ p99 }) => fixed(p99, 2) },
  { title: 'bytes', width: 7, text: ({ bytes }) => fixed(bytes, 0) },
  { title: 'errors', width: 6, text: ({ errors }) => fixed(errors, 0) },
  { title: 'MB', width: 5, text: ({ memory }) => fixed(memory, 0) },
  { title: 'cpu s/k', width: 7, text: ({ serverCpu }) => fixed(serverCpu, 2) },
  { title: 'db s/k', width: 7, text: ({ databaseCpu }) => fixed(databaseCpu, 2) },
  { title: 's', width: 6, text: ({ seconds }) => fixed(seconds, 2) },
  { title: 'growth', width: 6, text: ({ growth }) => (growth === undefined ? growth : `${growth.toFixed(1)}x`) },
]
const NAME = 21

export function heading(): string {
  return ['workload'.padEnd(NAME), ...COLUMNS.map(({ title, width }) => title.padStart(width)), 'targets'].join(' ')
}

/** A line of the table, and under it what its figures do not say. */
export function line({ workload, figures, targets, notes, wrong }: Result): string {
  const cells = COLUMNS.map(({ width, text }) => (text(figures) ?? '-').padStart(width))
  const judged = targets.map(({ text, met }) => `${text} ${met ? 'ok' : 'MISSED'}`).join(', ')
  const further = [...notes, ...(wrong === undefined ? [] : [`WRONG: ${wrong}`])]
  return [[workload.padEnd(NAME), ...cells, judged].join(' '), ...further.map((text) => `    ${text}`)].join('\n')
}

function fixed(value: number | undefined, digits: number): string | undefined {
  return value?.toFixed(digits)
}
