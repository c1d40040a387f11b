import { expect, test } from 'vitest'
import { orUnavailable } from '../../server/src/database/unavailability.ts'
import { Unavailable } from '../../server/src/errors.ts'

function withCode(code: string): Error {
  return Object.assign(new Error('Something failed.'), { code })
}

/** What a call into Node throws. */
function thrownBy(call: () => unknown): Error {
  try {
    call()
  } catch (error) {
    return error as Error
  }
  throw new Error('Nothing was thrown.')
}

test.each(
  (
    'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETDOWN EMFILE EIO ENOENT ENOSPC ENOTFOUND EAI_AGAIN ' +
    'ERR_STREAM_DESTROYED CONNECTION_CLOSED CONNECT_TIMEOUT 08006 53300 57P01 58030 55P03'
  )
    .split(' ')
    .map(withCode),
)('a database that fails with $code is away', (error) => {
  const told = orUnavailable(error)
  expect(told).toBeInstanceOf(Unavailable)
  expect(told).toMatchObject({ cause: error })
})

const MISTAKES = [
  thrownBy(() => Buffer.byteLength(7 as never)),
  thrownBy(() => Buffer.alloc(-1)),
  thrownBy(() => new URL('//')),
  withCode('ERR_HTTP_HEADERS_SENT'),
  withCode('23505'),
  withCode('42P01'),
]

test.each(MISTAKES)('a mistake that throws $code is none of the database, and stays what it is', (error) => {
  expect(orUnavailable(error)).toBe(error)
})
