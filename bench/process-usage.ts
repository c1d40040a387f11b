/** What processes cost, as Linux tells it; undefined on other systems. */
import { readdirSync, readFileSync } from 'node:fs'

/** Of a tick of /proc, whatever the kernel's own. */
const TICKS_PER_SECOND = 100

/** CPU time that a process has used, in seconds, with that of its children that have ended where asked for. */
export function cpuSeconds(pid: number, { endedChildren = false } = {}): number | undefined {
  const fields = statOf(pid)
  if (!fields) return undefined
  const ticks = [11, 12, ...(endedChildren ? [13, 14] : [])].map((place) => Number(fields[place]))
  return ticks.reduce((sum, value) => sum + value, 0) / TICKS_PER_SECOND
}

/** The same of a process and all of its children. */
export function familyCpuSeconds(pid: number): number | undefined {
  const own = cpuSeconds(pid, { endedChildren: true })
  if (own === undefined) return undefined
  return childrenOf(pid).reduce((sum, child) => sum + (cpuSeconds(child) ?? 0), own)
}

/** The processes that a process has started, and that are still there. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(Number(name))?.[1] === String(pid))
    .map(Number)
}

/** Resident memory in MB. */
export function residentMemory(pid: number): number | undefined {
  const found = /VmRSS:\s+(\d+)/.exec(readIfThere(`/proc/${pid}/status`) ?? '')
  return found ? Math.round(Number(found[1]) / 1024) : undefined
}

/** Memory of the child of a process that has most that no other shares, in MB. */
export function largestChild(pid: number): number | undefined {
  const own = childrenOf(pid).map((child) => /RssAnon:\s+(\d+)/.exec(readIfThere(`/proc/${child}/status`) ?? '')?.[1])
  const known = own.filter((kilobytes) => kilobytes !== undefined)
  return known.length === 0 ? undefined : Math.round(Math.max(...known.map(Number)) / 1024)
}

/** The fields behind the name of the program, which may hold spaces: state, parent, and so on. */
function statOf(pid: number): string[] | undefined {
  return readIfThere(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
