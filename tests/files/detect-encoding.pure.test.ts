import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decodeText } from '../../server/src/files/spreadsheets/encodings.ts'

import { readFile } from '../../server/src/files/spreadsheets/files/read-file.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'

const folder = useTemporaryFolder()

const DOUBLE = new Set<string>(['shift_jis', 'euc-jp', 'gb18030', 'euc-kr', 'big5'])

/** The text in an encoding of one or two bytes a character. */
function encode(text: string, encoding: string): Buffer {
  const bytes = new Map<string, number[]>()
  for (let first = 0x80; first < 0x100; first++) {
    const all = DOUBLE.has(encoding) ? Array.from({ length: 0xc0 }, (_, i) => [first, 0x40 + i]) : [[first]]
    for (const codes of all) {
      const character = decodeText(encoding)(Buffer.from(codes))
      if (character.length === 1 && !bytes.has(character)) bytes.set(character, codes)
    }
  }
  return Buffer.from([...text].flatMap((one) => (one < '\x80' ? [one.charCodeAt(0)] : bytes.get(one)!)))
}

async function read(content: Buffer, encoding?: string) {
  const path = join(folder, 'file.csv')
  writeFileSync(path, content)
  let names: string[] = []
  const keep = async ({ lines }: { lines: string }) => {
    names = names.concat(JSON.parse(lines).map(([, cells]: [number, string[]]) => cells[1]))
  }
  const file = await readFile(path, keep, { encoding })
  return { encoding: file.encoding, isEncodingGuessed: file.isEncodingGuessed, names: names.slice(-3) }
}

/** Names of products behind two hundred that are plain, as lists have them. */
const list = (names: readonly string[]) =>
  [
    'SKU;Name',
    ...Array.from({ length: 200 }, (_, i) => `X-${i};Plain part ${i}`),
    ...names.map((name) => `A;${name}`),
  ].join('\r\n')

const POLISH = ['Śruba żółta', 'Wkręt długi', 'Gwóźdź']
const GERMAN = ['Schraube groß', 'Düse für Öl', 'Stück Löffel']
const FRENCH = ['Crème brûlée', 'Flèche légère', 'Pâte à modeler']
const DANISH = ['Rød skrue', 'Søm blå', 'Æske']
const SPANISH = ['Año de señal', 'Tornillo pequeño', 'Válvula esférica']
const RUSSIAN = ['Болт стальной', 'Гвоздь длинный', 'Молоток']

test.for([
  ['windows-1250', POLISH],
  ['windows-1250', ['Šroub žlutý', 'Hřebík dlouhý', 'Kladivo těžké']],
  ['cp852', POLISH],
  ['iso-8859-2', POLISH],
  ['windows-1251', RUSSIAN],
  ['ibm866', RUSSIAN],
  ['koi8-r', RUSSIAN],
  ['windows-1252', GERMAN],
  ['windows-1252', DANISH],
  ['windows-1252', FRENCH],
  ['cp850', GERMAN],
  ['cp850', DANISH],
  ['macintosh', GERMAN],
  ['macintosh', FRENCH],
  ['cp850', SPANISH],
  ['shift_jis', ['ポンプ 銅管', 'ナット ソケット', 'ステンレス ボール弁']],
  ['gb18030', ['货架 橡胶', '蜡烛', '平垫圈 螺栓 钉子']],
  ['windows-1253', ['Βίδα κίτρινη', 'Καρφί μακρύ', 'Σφυρί βαρύ']],
  ['windows-1254', ['Sarı vida büyük', 'Çekiç ağır şişe', 'İğne']],
  ['shift_jis', ['黄色いネジ', '長い釘', 'ハンマー']],
  ['euc-jp', ['黄色いネジ', '長い釘', 'ハンマー']],
  ['gb18030', ['黄色螺丝', '长钉子', '锤子 重型']],
  ['euc-kr', ['노란 나사', '긴 못', '망치']],
  ['big5', ['黃色螺絲', '長釘子', '錘子']],
] as const)('a list in %s is read as it was written, and that is told as a guess', async ([encoding, names]) => {
  const content = encode(list(names), encoding)
  expect(await read(content)).toEqual({ encoding, isEncodingGuessed: true, names })
  expect(await read(content, encoding)).toEqual({ encoding, isEncodingGuessed: false, names })
})

test('a byte that is not UTF-8, and a character that is cut, damage themselves alone', async () => {
  const whole = Buffer.from(list(['Café set – Größe', 'Crème', 'Flèche']))
  const damaged = Buffer.from(whole.toString('latin1').replace('FlÃ¨che', 'Fl\xe8che'), 'latin1')
  expect(await read(damaged)).toMatchObject({
    encoding: 'utf-8',
    isEncodingGuessed: true,
    names: ['Café set – Größe', 'Crème', 'Fl\ufffdche'],
  })
  expect(await read(Buffer.from(list(['Café set', 'Crème', 'Flè'])).subarray(0, -1))).toMatchObject({
    encoding: 'utf-8',
    names: ['Café set', 'Crème', 'Fl\ufffd'],
  })
})
