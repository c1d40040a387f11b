import { parseArgs } from 'node:util'
import { SIZES } from './workload.ts'
import type { Options, Size } from './workload.ts'

/** Reads the command line. Throws an error of one line that says what there is. */
export function readOptions(args: string[], workloads: string[]): Options {
  const values = readFlags(args)
  const { embedded, quick } = values
  const size = values.size ?? (quick ? '10k' : '100k')
  if (!Object.hasOwn(SIZES, size)) throw new Error(`--size is one of ${Object.keys(SIZES).join(', ')}, not ${size}.`)
  const only = (values.only ?? []).flatMap((names) => names.split(','))
  for (const name of only) {
    if (!workloads.some((workload) => workload.startsWith(name))) {
      throw new Error(`There is no workload ${name}: there are ${workloads.join(', ')}.`)
    }
  }
  return {
    engine: embedded ? 'embedded' : 'postgres',
    size: size as Size,
    only,
    quick,
    seconds: positive('seconds', values.seconds ?? (quick ? '0.4' : '8')),
    connections: positive('connections', values.connections),
  }
}

const FLAGS = {
  embedded: { type: 'boolean', default: false },
  size: { type: 'string' },
  only: { type: 'string', multiple: true },
  quick: { type: 'boolean', default: false },
  seconds: { type: 'string' },
  connections: { type: 'string', default: '16' },
} as const

function readFlags(args: string[]) {
  try {
    return parseArgs({ args, options: FLAGS }).values
  } catch (error) {
    const flags = Object.keys(FLAGS).map((flag) => `--${flag}`)
    throw new Error(`${(error as Error).message.split(/ argument|[.\n]/, 1)[0]}: there are ${flags.join(', ')}.`, {
      cause: error,
    })
  }
}

/** Whether a workload is to run: by its own name where one has exactly that, else by how its name begins. */
export function isChosen(name: string, { only }: Options, workloads: string[]): boolean {
  if (only.length === 0) return true
  return only.some((part) => (workloads.includes(part) ? name === part : name.startsWith(part)))
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`--${name} is a number above 0, not ${text}.`)
  return value
}

/** The first argument of a bench: how many rows it makes. Ends the process where that is no whole number. */
export function rowsToMake(otherwise: number): number {
  const text = process.argv[2] ?? String(otherwise)
  if (/^[1-9]\d*$/.test(text)) return Number(text)
  console.error(`The first argument is a number of rows, not ${text}.`)
  process.exit(2)
}
