import { expect, test } from 'vitest'
import { showProgress } from '../../server/src/import-command/progress.ts'

test('what is said just before the end is seen on a terminal too', () => {
  let written = ''
  const terminal = { isTTY: true as const, write: (text: string) => (written += text) !== '' }
  const progress = showProgress(terminal)
  progress.start(1)
  progress.at(1)
  progress.say('New prices go into a draft.')
  progress.stop()
  expect(written).toContain('New prices go into a draft.')
})
