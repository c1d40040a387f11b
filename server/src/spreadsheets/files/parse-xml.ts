import { Parser } from 'saxen'
import { OperatorError } from '../../errors.ts'

/** Called with local names: `x:row` is `row`. An attribute `:id` is one with any prefix, or none. */
export type XmlHandlers = {
  open?: (name: string, attribute: (name: string) => string | undefined) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/** Bytes without a tag, or of one. No cell is that long, and the parser reads them again with each part. */
const MAX_TEXT = 262_144
/** Tags within each other. A sheet has seven. */
const MAX_DEPTH = 100

const DAMAGED = 'The workbook is damaged: a part of it is no valid XML. Open it in your spreadsheet and save it again.'

/**
 * Parses XML part by part, and yields after each part: what the handlers have found so far can be taken then. Entities
 * that a document declares itself are not expanded. Throws an OperatorError where it is not well-formed.
 */
export async function* parseXml(parts: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const decoder = new TextDecoder()
  const parser = new Parser()
  let [sinceTag, depth] = [0, 0]
  parser.on('error', (error) => {
    throw error instanceof OperatorError ? error : new OperatorError(DAMAGED)
  })
  parser.on('openTag', (name, attributes, decode) => {
    sinceTag = 0
    if (++depth > MAX_DEPTH) throw new OperatorError(DAMAGED)
    let read: Record<string, string> | undefined
    handlers.open?.(localName(name), (attribute) => {
      read ??= attributes()
      const value = attribute.startsWith(':') ? ofAnyPrefix(read, attribute.slice(1)) : read[attribute]
      return value === undefined ? undefined : decode(value)
    })
  })
  parser.on('closeTag', (name) => {
    depth--
    handlers.close?.(localName(name))
  })
  if (handlers.text) {
    parser.on('text', (text, decode) => handlers.text!(text.includes('&') ? decode(text) : text))
    parser.on('cdata', (text) => handlers.text!(text))
  }
  for await (const part of parts) {
    sinceTag += part.length
    if (sinceTag > MAX_TEXT) throw new OperatorError(DAMAGED)
    parser.write(decoder.decode(part, { stream: true }))
    yield
  }
  parser.end()
  yield
}

function ofAnyPrefix(attributes: Record<string, string>, name: string): string | undefined {
  return Object.entries(attributes).find(([full]) => localName(full) === name)?.[1]
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
