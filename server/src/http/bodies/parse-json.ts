import { DomainError } from '../../errors.ts'

/** The body is not JSON in UTF-8. */
export class InvalidJson extends DomainError {
  readonly code = 'invalid_json'
}

/**
 * Parses a JSON text that came in chunks. It takes them away one by one, so that their memory is free early. Throws
 * InvalidJson.
 */
export function parseJson(chunks: Uint8Array[]): unknown {
  let why = 'It is empty'
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    let text = ''
    for (let chunk; (chunk = chunks.shift());) text += decoder.decode(chunk, { stream: true })
    text += decoder.decode()
    if (text !== '') return JSON.parse(text)
  } catch (error) {
    why = (error as Error).message
  }
  throw new InvalidJson(`The body is not valid JSON. ${why}.`)
}
