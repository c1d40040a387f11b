import { visibleText } from '../../server/src/shared/invisible.ts'
import { conforms, problems, resolve } from './description.ts'
import type { Operation, Parameter, Schema } from './description.ts'
import type { Request } from './request.ts'

/** No schema here describes it. */
const UNFIT = 0.5

/** What the document says of the input of a request. */
export type Input = {
  /** Whether there is a body that cannot be read as JSON; an empty one may count as that, or as none. */
  unreadable: boolean | 'maybe'
  /** Dotted paths of what the document does not allow. */
  wrong: string[]
  /** Names of parameters about which it does not say enough. */
  unclear: string[]
  /** The names that an issue can begin with, and what was sent under them. */
  sent: Record<string, unknown>
}

export function inspectInput({ operation, target, body }: Request): Input {
  const query = inspectQuery(operation, target.split('?').slice(1).join('?'))
  const path = inspectPath(operation, target.split('?')[0]!)
  const wrong = [...path.wrong, ...query.wrong]
  const sent = { ...path.sent, ...query.sent }
  if (!operation.body) return { unreadable: false, wrong, unclear: query.unclear, sent }
  if (!body?.length) return { unreadable: 'maybe', wrong: [...wrong, ''], unclear: query.unclear, sent }
  const value = readJson(body)
  if (value === undefined) return { unreadable: true, wrong, unclear: query.unclear, sent }
  wrong.push(...problems(operation.body.validate, evenedOut(value, operation.body.schema)))
  return { unreadable: false, wrong, unclear: query.unclear, sent: { ...sent, ...(value as object) } }
}

/** Whether a path is that of the operation: its parameter is there, can be decoded, and is no path itself. */
export function isPathOf({ path, parameters }: Operation, target: string): boolean {
  const parameter = parameters.find((parameter) => parameter.in === 'path')
  if (!parameter) return true
  const asked = target.split('?')[0]!
  const end = path.slice(path.indexOf('}') + 1)
  if (!asked.endsWith(end)) return false
  const given = decoded(asked.slice(path.indexOf('{'), asked.length - end.length))
  // Only an account code has slashes.
  return !!given && (path.startsWith('/api/v1/customers/') || !given.includes('/'))
}

/**
 * What the document says of all texts in words: space around one and invisible characters do not count, a blank one is
 * as good as none except where it is required and may be blank, and NUL and halves of surrogate pairs are in none.
 */
function evenedOut(value: unknown, schema: Schema | undefined): unknown {
  if (typeof value === 'string') return !value.isWellFormed() || value.includes('\0') ? UNFIT : visibleText(value)
  if (schema === undefined || typeof value !== 'object' || value === null) return value
  const { items, properties, additionalProperties, required = [] } = resolve(schema)
  if (Array.isArray(value)) return value.map((entry) => evenedOut(entry, items))
  if (!properties) {
    const fields = Object.entries(value).map(([name, field]) => [
      visibleText(name),
      evenedOut(field, additionalProperties || undefined),
    ])
    return Object.fromEntries(fields)
  }
  const fields = Object.entries(value).map(([name, field]) => [name, evenedOut(field, properties[name])] as const)
  const isBlankIn = (name: string) => required.includes(name) && conforms(properties[name]!, '')
  return Object.fromEntries(
    fields.filter(([name, field]) => field !== '' || !isText(properties[name]) || isBlankIn(name)),
  )
}

function isText(schema: Schema | undefined): boolean {
  const { type, anyOf = [] } = schema === undefined ? {} : resolve(schema)
  return type === 'string' || anyOf.some(isText)
}

function inspectPath({ path, parameters }: Operation, target: string): Pick<Input, 'wrong' | 'sent'> {
  const parameter = parameters.find((parameter) => parameter.in === 'path')
  // What is no id, or no number of an order, is that of nothing.
  if (!parameter || !path.startsWith('/api/v1/customers/')) return { wrong: [], sent: {} }
  const sent = decoded(target.slice(path.indexOf('{')))
  if (sent === undefined) return { wrong: [], sent: {} }
  return {
    wrong: conforms(parameter.schema, evenedOut(sent, parameter.schema)) ? [] : [parameter.name],
    sent: { [parameter.name]: sent },
  }
}

function inspectQuery({ parameters }: Operation, query: string): Pick<Input, 'wrong' | 'unclear' | 'sent'> {
  const pairs = query.split('&').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name: decoded(name.replaceAll('+', ' ')), value: decoded(value.join('=').replaceAll('+', ' ')) }
  })
  const found = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => {
      const given = pairs.filter(({ name }) => name === parameter.name).map(({ value }) => value)
      return { name: parameter.name, given, opinion: opinionOn(parameter, given) }
    })
  return {
    wrong: found.filter(({ opinion }) => opinion === 'wrong').map(({ name }) => name),
    unclear: found.filter(({ opinion }) => opinion === 'unclear').map(({ name }) => name),
    sent: Object.fromEntries(found.map(({ name, given }) => [name, given])),
  }
}

function opinionOn({ required, schema }: Parameter, given: (string | undefined)[]): 'right' | 'wrong' | 'unclear' {
  if (given.length > 1) return 'wrong'
  if (given.length === 1 && given[0] === undefined) return 'unclear'
  const value = evenedOut(given[0] ?? '', schema)
  if (value === '') return required || (given.length > 0 && schema.minLength) ? 'wrong' : 'right'
  if (schema.type === 'boolean') return value === 'true' || value === 'false' ? 'right' : 'wrong'
  if (schema.type !== 'integer') return conforms(schema, value) ? 'right' : 'wrong'
  if (!/^\d+$/.test(String(value)) || !conforms(schema, Math.min(Number(value), Number.MAX_VALUE))) return 'wrong'
  return String(Number(value)) === value ? 'right' : 'unclear'
}

/** Undefined for what is no JSON in UTF-8. */
function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

/** Undefined for what no encoder writes. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
