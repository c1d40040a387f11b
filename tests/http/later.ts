import type { TestService } from '../service.ts'

/** Moves the service's clock for the rest of a test. */
export function later(service: TestService, ms: number, onTestFinished: (restore: () => void) => void): void {
  const before = service.time.now
  service.time.now = new Date(before.getTime() + ms)
  onTestFinished(() => {
    service.time.now = before
  })
}
