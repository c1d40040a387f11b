import { inflateSync } from 'node:zlib'

/** The texts of each page of a PDF, in the order of the pages. They are in a font of the reader. */
export function pdfTexts(bytes: Buffer): string[][] {
  const file = bytes.toString('latin1')
  const objects = new Map(
    [...file.matchAll(/^(\d+) 0 obj\n(.*?)\nendobj/gms)].map(([, id, object]) => [id!, object!] as const),
  )
  const [, kids] = /\/Kids \[(.*?)\]/s.exec([...objects.values()].find((object) => object.includes('/Type /Pages'))!)!
  return [...kids!.matchAll(/(\d+) 0 R/g)].map(([, page]) => {
    const [, content] = /\/Contents (\d+) 0 R/.exec(objects.get(page!)!)!
    const [, packed] = /stream\n(.*)\nendstream/s.exec(objects.get(content!)!)!
    const drawn = inflateSync(Buffer.from(packed!, 'latin1')).toString('latin1')
    return [...drawn.matchAll(/\[(.*?)\] TJ/g)].map(([, parts]) =>
      [...parts!.matchAll(/<([\da-f]*)>/g)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1')).join(''),
    )
  })
}
