/**
 * Gives a process only a share of a processor, by a control group of Linux: what more processors would do is seen so.
 */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Of the quotas, in microseconds: short, so that nobody stands still for long. */
const PERIOD = 10_000

/** Version 2 of control groups has one tree, version 1 has one for processors. */
const V2 = { root: '/sys/fs/cgroup', sign: 'cgroup.controllers' }
const V1 = { root: '/sys/fs/cgroup/cpu', sign: 'cpu.cfs_quota_us' }

/**
 * Holds processes, each by itself, to that share. `release` lets go of those that still run. Returns undefined where
 * this system, or this user, has no control groups.
 */
export function holdProcessors(pids: number[], share: number): { release: () => void } | undefined {
  const quota = Math.round(PERIOD * share)
  const version = [V2, V1].find(({ root, sign }) => existsSync(join(root, sign)))
  if (!version) return undefined
  const groups: string[] = []
  const release = () => {
    for (const pid of pids) moveTo(version.root, pid)
    for (const group of groups) rmdirSync(group)
  }
  try {
    if (version === V2) writeFileSync(join(V2.root, 'cgroup.subtree_control'), '+cpu')
    for (const pid of pids) {
      const group = join(version.root, `trade-catalogue-bench-${pid}`)
      mkdirSync(group)
      groups.push(group)
      if (version === V2) writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD}`)
      else {
        writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD))
        writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota))
      }
      writeFileSync(join(group, 'cgroup.procs'), String(pid))
    }
    return { release }
  } catch {
    release()
    return undefined
  }
}

/** A process that has ended is in no group. */
function moveTo(group: string, pid: number): void {
  if (existsSync(`/proc/${pid}`)) writeFileSync(join(group, 'cgroup.procs'), String(pid))
}
