import { execFileSync } from 'node:child_process'

/** A process and those that it has started, by their ids. */
export function allProcesses(pid: number): number[] {
  return [pid, ...running().flatMap(([child, parent]) => (parent === pid ? [child] : []))]
}

/** Those that still run. */
export function survivors(pids: readonly number[]): number[] {
  const alive = new Set(running().map(([pid]) => pid))
  return pids.filter((pid) => alive.has(pid))
}

function running(): (readonly [pid: number, parent: number])[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n')
  return lines.flatMap((line) => {
    const [pid, parent, state] = line.trim().split(/\s+/)
    return state!.startsWith('Z') ? [] : [[Number(pid), Number(parent)] as const]
  })
}
