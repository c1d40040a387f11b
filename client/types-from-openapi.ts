import openapiTs, { astToString } from 'openapi-typescript'
import type { OpenAPI3 } from 'openapi-typescript'

const FIRST_LINE = '// Made by `npm run generate` from the description of the API that the service gives of itself.\n\n'

/** The API as TypeScript types, from its OpenAPI description. */
export async function typesFromOpenApi(document: OpenAPI3): Promise<string> {
  // The generator works on the object that it is given.
  return FIRST_LINE + astToString(await openapiTs(structuredClone(document)))
}

/**
 * The longest text, the largest number and the most entries that each field of a product may have, as a module: what
 * types cannot say, for clients that check before they send.
 */
export function limitsFromOpenApi(document: OpenAPI3): string {
  const item = document.components?.schemas?.['ProductItem'] as { properties: Record<string, Schema> }
  const lines = Object.entries(item.properties).flatMap(([field, schema]) => {
    const limits: [string, number | undefined][] = [
      [field, schema.maxLength ?? schema.maximum ?? schema.maxItems ?? schema.maxProperties],
      [`${field}Entry`, schema.items?.maxLength],
      [`${field}Name`, schema.propertyNames?.maxLength],
      [`${field}Value`, schema.additionalProperties?.maxLength],
    ]
    return limits.filter(([, limit]) => limit !== undefined).map(([name, limit]) => `  ${name}: ${limit},\n`)
  })
  const words = item.properties['availability']?.enum ?? []
  return [
    FIRST_LINE,
    '/** Code points of a text, minor units of a price, entries of a list or an object. */\n',
    `export const PRODUCT_LIMITS = {\n${lines.join('')}} as const\n\n`,
    `export const AVAILABILITY = [${words.map((word) => `'${word}'`).join(', ')}] as const\n`,
  ].join('')
}

type Schema = {
  maxLength?: number
  maximum?: number
  maxItems?: number
  maxProperties?: number
  enum?: string[]
  items?: Schema
  propertyNames?: Schema
  additionalProperties?: Schema
}
