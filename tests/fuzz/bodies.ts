import fc from 'fast-check'
import type { Schema } from './description.ts'
import { writeJson } from './hostile-values.ts'
import { conforming, nearlyConforming } from './schema-values.ts'

/** Bodies that a schema describes. */
export function describedBody(schema: Schema): fc.Arbitrary<Buffer> {
  return conforming(schema).map((value) => Buffer.from(writeJson(value)))
}

/** Bodies as a schema describes them, nearly so, and some that are hardly JSON. */
export function hostileBody(schema: Schema): fc.Arbitrary<Buffer> {
  const written = fc
    .oneof({ weight: 3, arbitrary: conforming(schema) }, { weight: 6, arbitrary: nearlyConforming(schema) })
    .map((value) => Buffer.from(writeJson(value)))
  return fc.oneof({ weight: 8, arbitrary: written }, { weight: 2, arbitrary: damaged(written) })
}

/** JSON in UTF-8, and something wrong with it; or only unusual. */
function damaged(json: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  const damages: ((body: Buffer, at: number) => Buffer)[] = [
    (body, at) => body.subarray(0, at),
    (body, at) => Buffer.concat([body.subarray(0, at), Buffer.from([0xff]), body.subarray(at)]),
    (body, at) => Buffer.concat([body.subarray(0, at), Buffer.from([0xed, 0xa0, 0x80]), body.subarray(at)]),
    (body, at) => Buffer.concat([body.subarray(0, at), Buffer.from([0]), body.subarray(at)]),
    (body, at) => Buffer.concat([body.subarray(0, at), Buffer.from('"'), body.subarray(at)]),
    (body) => Buffer.concat([Buffer.from('\ufeff'), body]),
    (body) => Buffer.concat([body, Buffer.from(',')]),
    (body) => Buffer.concat([Buffer.from(' \n'), body, Buffer.from('\r\n\t ')]),
    (body) =>
      Buffer.from(body.toString().replace('{', '{"products":7,"customers":[],"status":{},"__proto__":{"a":1},')),
    (body) => Buffer.from(body.toString().replace(/}$/, ',"products":[],"customers":null,"status":[]}')),
    (body) => Buffer.from(body.toString(), 'utf16le'),
    () => Buffer.alloc(0),
  ]
  return fc
    .tuple(json, fc.constantFrom(...damages), fc.nat())
    .map(([body, damage, at]) => damage(body, at % (body.length + 1)))
}
