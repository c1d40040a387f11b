import { Unavailable } from '../errors.ts'

/** No room on the disk, or none within the quota of the user. */
const CODES = new Set<unknown>(['ENOSPC', 'EDQUOT'])

/** A file could not be written. Nothing of it is left, and it is taken once there is room. */
export class DiskFull extends Unavailable {
  constructor(cause: unknown) {
    const message = 'The disk of the service is full, so no file can be taken. Try again later, or tell the operator.'
    super(message, 60, { cause })
  }
}

/** Wraps an error of a disk without room in DiskFull; returns any other error unchanged. */
export function orDiskFull(error: unknown): unknown {
  return CODES.has((error as { code?: unknown } | null)?.code) ? new DiskFull(error) : error
}
