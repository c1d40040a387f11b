import type { Filled } from './fill.ts'
import type { BenchDatabase, BenchServer } from './server-under-load.ts'

export const SIZES = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 } as const
export type Size = keyof typeof SIZES
export type Engine = 'postgres' | 'embedded'

export type Options = {
  engine: Engine
  size: Size
  /** Parts of the names of the workloads to run; all of them where it is empty. */
  only: string[]
  /** Looks at answers, not at speed. */
  quick: boolean
  /** How long each load lasts. */
  seconds: number
  connections: number
}

/** What the workloads are given. */
export type Bench = {
  options: Options
  database: BenchDatabase
  filled: Filled
  /** Another one after each `restart`. */
  server: BenchServer
  /** Starts the server anew; resolves with how many seconds it took from there to the first answer. */
  restart: () => Promise<number>
}

/** What is measured; which of it depends on the workload. */
export type Figures = {
  /** Requests, or rows where a workload writes. */
  perSecond?: number
  /** Milliseconds. */
  p50?: number
  p99?: number
  /** Of the body of an answer. */
  bytes?: number
  errors?: number
  /** Resident memory of the server process, MB. */
  memory?: number | undefined
  /** Seconds of CPU for 1,000 requests, or 1,000 rows. */
  serverCpu?: number | undefined
  databaseCpu?: number | undefined
  /** As many are busy: 0.5 is half of one. */
  processors?: number
  /** Of what is done once. */
  seconds?: number
  /** How many times as much the expensive case costs as the cheap one. */
  growth?: number
}

/** `at` names the sizes that a target is for; the two smaller ones unless said. */
export type Target = {
  figure: keyof Figures
  atLeast?: number
  atMost?: number
  at?: Size[]
  engine?: Engine
}

export type Workload = {
  name: string
  targets: Target[]
  /** Whether it works on its own database, so that the common one need not be large for it. */
  onItsOwn?: boolean
  /** Checks answers, which throws where one is wrong, then measures. Notes say what the figures do not. */
  run: (bench: Bench, note: (text: string) => void) => Promise<Figures>
}

export type Result = {
  workload: string
  figures: Figures
  targets: { text: string; met: boolean }[]
  notes: string[]
  /** What was wrong with an answer. */
  wrong?: string
}
