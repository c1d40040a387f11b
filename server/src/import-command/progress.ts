import type { WriteStream } from 'node:tty'
import { MultiBar, Presets } from 'cli-progress'
import type { SingleBar } from 'cli-progress'

/** The progress output of an import. */
export type Progress = {
  say: (line: string) => void
  start: (total: number) => void
  /** Reports the number of rows that are done. */
  at: (done: number) => void
  stop: () => void
}

/** A progress bar on a terminal; elsewhere a line for each tenth. */
export function showProgress(stream: Pick<WriteStream, 'isTTY' | 'write'>): Progress {
  return stream.isTTY ? progressBar(stream as WriteStream) : progressLines((line) => stream.write(`${line}\n`))
}

export function progressLines(say: (line: string) => void): Progress {
  let total = 0
  let tenths = 0
  return {
    say,
    start: (rows) => {
      total = rows
    },
    at: (done) => {
      const reached = Math.floor((done / total) * 10)
      if (reached > tenths) say(`${count(done)} of ${count(total)} products sent.`)
      tenths = reached
    },
    stop: () => {},
  }
}

function progressBar(stream: WriteStream): Progress {
  const bars = new MultiBar(
    { stream, format: '{bar} {percentage}% | {value} of {total} products | {eta_formatted} left', hideCursor: true },
    Presets.shades_classic,
  )
  let bar: SingleBar | undefined
  return {
    say: (line) => void (bar ? bars.log(`${line}\n`) : stream.write(`${line}\n`)),
    start: (total) => {
      bar = bars.create(total, 0)
    },
    at: (done) => bar?.update(done),
    stop: () => {
      // The last message waits for the next update of the bar.
      if (bar) bars.update()
      if (bar) bars.stop()
      bar = undefined
    },
  }
}

export function count(number: number): string {
  return number.toLocaleString('en')
}
