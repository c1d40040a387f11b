import { inflateSync } from 'node:zlib'

type Objects = ReadonlyMap<string, string>

/** The texts of each page of a PDF, in the order of the pages: those in another font stand by themselves. */
export function pdfTexts(bytes: Buffer): string[][] {
  const objects: Objects = new Map(
    [...bytes.toString('latin1').matchAll(/^(\d+) 0 obj\n(.*?)\nendobj/gms)].map(([, id, object]) => [id!, object!]),
  )
  const [, kids] = /\/Kids \[(.*?)\]/s.exec([...objects.values()].find((object) => object.includes('/Type /Pages'))!)!
  return [...kids!.matchAll(/(\d+) 0 R/g)].map(([, page]) => {
    const resources = objects.get(referred(objects.get(page!)!, 'Resources')!)!
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, font]) => [name!, lettersOf(objects, font!)]),
    )
    const drawn = streamOf(objects, referred(objects.get(page!)!, 'Contents')!)
    return [...drawn.matchAll(/BT\n.*?\/(F\d+) \S+ Tf\n(.*?)ET/gs)].map(([, font, parts]) =>
      [...parts!.matchAll(/<([\da-f]*)>/g)].map(([, hex]) => fonts.get(font!)!(hex!)).join(''),
    )
  })
}

/** The id of the object that another one refers to by that name. */
function referred(object: string, name: string): string | undefined {
  return new RegExp(`/${name} (\\d+) 0 R`).exec(object)?.[1]
}

function streamOf(objects: Objects, id: string): string {
  const [, packed] = /stream\n(.*)\nendstream/s.exec(objects.get(id)!)!
  return inflateSync(Buffer.from(packed!, 'latin1')).toString('latin1')
}

/** Decodes what is drawn in a font: in one of the reader, bytes; in an embedded one, numbers that the file explains. */
function lettersOf(objects: Objects, font: string): (hex: string) => string {
  const map = referred(objects.get(font)!, 'ToUnicode')
  if (!map) return (hex) => new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'))
  const lists = [...streamOf(objects, map).matchAll(/^<\w+> <\w+> \[(.*?)\]$/gm)]
  const letters = lists.flatMap(([, list]) => [...list!.matchAll(/<([^>]*)>/g)].map(([, codes]) => textOf(codes!)))
  return (hex) =>
    hex
      .match(/.{4}/g)!
      .map((number) => letters[Number.parseInt(number, 16)] ?? '')
      .join('')
}

function textOf(codes: string): string {
  return String.fromCharCode(...codes.split(' ').map((code) => Number.parseInt(code, 16)))
}
