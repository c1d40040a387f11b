import { onTestFinished } from 'vitest'
import type { TestService } from './service.ts'

/** Moves the service's clock on for the rest of a test. */
export function later(service: TestService, ms: number): void {
  const before = service.time.now
  service.later(ms)
  onTestFinished(() => {
    service.time.now = before
  })
}
