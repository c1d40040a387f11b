import { createReadStream } from 'node:fs'

/** The characters of the bytes from 128 on, in encodings that TextDecoder does not know. */
const CODE_PAGES: Record<string, string> = {
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
}

/**
 * Decodes a text chunk by chunk, and its rest without a chunk. The byte-order mark is left out. `fatal`: throws a
 * TypeError for bytes that are no characters.
 */
export function decodeText(encoding: string, { fatal = false } = {}): (chunk?: Buffer) => string {
  const page = CODE_PAGES[encoding]
  const ofPage = (byte: string) => page![byte.charCodeAt(0) - 128]!
  if (page) return (chunk) => chunk?.toString('latin1').replaceAll(/[\x80-\xff]/g, ofPage) ?? ''
  const decoder = new TextDecoder(encoding, { fatal })
  return (chunk) => decoder.decode(chunk, { stream: chunk !== undefined })
}

/** What the detector may guess, by its names: first where most letters are ASCII, then where none is. */
const GUESSES =
  'Windows-1252 Windows-1250 Windows-1254 ISO-8859-2 MacRoman cp850 cp852 CP932 EUC-JP GB18030 CP949 Big5'.split(' ')
const OF_OTHER_LETTERS = 'Windows-1251 Windows-1253 IBM866 KOI8-R ISO-8859-5'.split(' ')
const OTHER_NAMES: Record<string, string> = { MacRoman: 'macintosh', CP932: 'shift_jis', CP949: 'euc-kr' }

/** Byte-order marks, as they begin a file. */
const MARKS: Record<string, string> = { fffe: 'utf-16le', feff: 'utf-16be', efbbbf: 'utf-8' }
/** What words hardly have: capitals within, lines of tables, letters of two scripts side by side. */
const ODD =
  /\p{Ll}\p{Lu}|[\u2500-\u259f]|\p{sc=Hang}\p{sc=Han}|\p{sc=Latn}[\p{sc=Cyrl}\p{sc=Grek}]|[\p{sc=Cyrl}\p{sc=Grek}]\p{sc=Latn}/gu
const USUAL = 'windows-1252'
/** Bytes of the words that are looked at. */
const MAX_WORDS = 8_192

/**
 * The encoding of a text file as spreadsheets write them: by its byte-order mark; else UTF-8 if it is that, but for a few
 * damaged characters; and else guessed by its words. `start` holds its first bytes. `isGuessed`: nothing says so.
 */
export async function detectEncoding(path: string, start: Buffer) {
  const hex = start.toString('hex', 0, 200)
  const mark = Object.keys(MARKS).find((bytes) => hex.startsWith(bytes))
  if (mark !== undefined) return { encoding: MARKS[mark]!, isGuessed: false }
  // The first characters of a table are mostly ASCII: in UTF-16 one byte of each is zero.
  const [even, odd] = [/^(?:....)*?00/, /^(?:....)*?..00/].map((zero) => zero.test(hex))
  if (odd !== even) return { encoding: odd ? 'utf-16le' : 'utf-16be', isGuessed: true }
  const { characters, damaged, words } = await lookThrough(path)
  if (damaged < Math.max(1, characters)) return { encoding: 'utf-8', isGuessed: damaged > 0 }
  return { encoding: await guess(words), isGuessed: true }
}

/** Read as UTF-8: how many characters are not ASCII, how many are none, and the words that are not ASCII. */
async function lookThrough(path: string) {
  const decoder = new TextDecoder('utf-8')
  let [characters, damaged, words] = [0, 0, '']
  const see = (text: string) => {
    characters += text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0
    damaged += text.match(/\ufffd/g)?.length ?? 0
  }
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    see(decoder.decode(chunk, { stream: true }))
    if (words.length > MAX_WORDS / 2) continue
    // Cut where no character of two bytes can be cut.
    for (const word of chunk.toString('latin1').split(/[\0-\x20,;"]+/)) {
      if (/[\x80-\xff]/.test(word) && words.length + word.length < MAX_WORDS) words += `${word} `
    }
  }
  see(decoder.decode())
  return { characters, damaged, words: Buffer.from(words, 'latin1') }
}

/** The likeliest encoding in which the words are text. In a long list, the other words would outweigh these. */
async function guess(words: Buffer): Promise<string> {
  // Loaded here: most files need no guess.
  const { detectAll } = await import('jschardet')
  const letters = words.filter((byte) => byte > 0x40).length
  const isLatin = words.filter((byte) => byte >= 0x80).length * 3 < letters * 2
  const detectEncodings = isLatin ? GUESSES : [...GUESSES, ...OF_OTHER_LETTERS]
  const likely = detectAll(words, { minimumThreshold: 0, detectEncodings }).map(({ encoding, confidence }) => {
    const name = OTHER_NAMES[encoding!] ?? encoding!.toLowerCase()
    const text = decodeText(name)(words)
    // All bytes are characters, and none is for control.
    const isText = !/[\x80-\x9f\ufffd]/.test(text)
    return { name, text, score: isText ? confidence / (1 + (text.match(ODD)?.length ?? 0)) : 0 }
  })
  const [best] = likely.toSorted((a, b) => b.score - a.score)
  return !best || best.score === 0 || best.text === decodeText(USUAL)(words) ? USUAL : best.name
}
