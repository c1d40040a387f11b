import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { findBrowser } from './find-browser.ts'

export const executablePath = findBrowser()
if (!executablePath) console.warn('Skipped: there is no Chromium to look at pages with; CHROMIUM names one.')

/** Fewer processes for each page: these take longer to start than the page takes to load. */
const FEW_PROCESSES = ['--process-per-site', '--in-process-gpu', '--disable-gpu']

let launched: Promise<Browser> | undefined

/** The browser of this process. It ends with the process. */
export function sharedBrowser(): Promise<Browser> {
  return (launched ??= chromium.launch({
    executablePath: executablePath!,
    // Names to open the service by, beside 127.0.0.1.
    args: [...FEW_PROCESSES, '--host-resolver-rules=MAP *.test 127.0.0.1'],
    // Chromium's own sandbox does not work for root.
    chromiumSandbox: process.getuid?.() !== 0,
  }))
}
