import { Parser } from 'saxen'
import { OperatorError } from '../../../errors.ts'

/**
 * Called with local names: `x:row` is `row`. An attribute `:id` is one with any prefix, or none. `text`: what stands in
 * front of the closing tag. How Japanese texts are read out (`rPh`) is left out.
 */
export type XmlHandlers = {
  open?: (name: string, attribute: (name: string) => string | undefined) => void
  close?: (name: string, text: string) => void
}

/** Bytes without a tag, or of one. No cell is that long, and the parser reads them again with each part. */
const MAX_TEXT = 262_144
/** Tags within each other. A sheet has seven. */
const MAX_DEPTH = 100

const DAMAGED = 'The workbook is damaged: a part of it is not valid XML. Open it in your spreadsheet and save it again.'

/** `damaged`: what to say where it is not well-formed. Without `takesDoctype`, a document type is refused as that. */
type XmlForm = { damaged?: string; encoding?: string; takesDoctype?: boolean }

/**
 * Parses XML part by part, and yields after each part: what the handlers have found so far can be taken then. Entities
 * that a document declares itself are not expanded. Throws an OperatorError where it is not well-formed.
 */
export async function* parseXml(
  parts: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
  { damaged = DAMAGED, encoding = 'utf-8', takesDoctype = true }: XmlForm = {},
): AsyncGenerator<void> {
  const decoder = new TextDecoder(encoding)
  const parser = new Parser()
  let [sinceTag, depth, skippedFrom, text] = [0, 0, MAX_DEPTH, '']
  parser.on('error', (error) => {
    throw error instanceof OperatorError ? error : new OperatorError(damaged)
  })
  parser.on('attention', () => {
    if (!takesDoctype) throw new OperatorError(damaged)
  })
  parser.on('openTag', (prefixed, attributes, decode) => {
    ;[sinceTag, text] = [0, '']
    if (++depth > MAX_DEPTH) throw new OperatorError(damaged)
    const name = localName(prefixed)
    if (name === 'rPh') skippedFrom = Math.min(skippedFrom, depth)
    if (depth >= skippedFrom) return
    let read: Record<string, string> | undefined
    handlers.open?.(name, (attribute) => {
      read ??= attributes()
      const value = attribute.startsWith(':') ? ofAnyPrefix(read, attribute.slice(1)) : read[attribute]
      return value === undefined ? undefined : decode(value)
    })
  })
  parser.on('closeTag', (name) => {
    if (depth < skippedFrom) handlers.close?.(localName(name), text)
    if (depth-- === skippedFrom) skippedFrom = MAX_DEPTH
    text = ''
  })
  parser.on('text', (part, decode) => {
    text += part.includes('&') ? decode(part) : part
  })
  parser.on('cdata', (part) => {
    text += part
  })
  for await (const part of parts) {
    sinceTag += part.length
    if (sinceTag > MAX_TEXT) throw new OperatorError(damaged)
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
