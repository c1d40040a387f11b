import { createReadStream } from 'node:fs'
import { decodeText } from './decode-text.ts'

/** What the detector may guess, by its names: first where most letters are ASCII, then where none is. */
const GUESSES =
  'Windows-1252 Windows-1250 Windows-1254 ISO-8859-2 MacRoman cp850 cp852 CP932 EUC-JP GB18030 CP949 Big5'.split(' ')
const OF_OTHER_LETTERS = 'Windows-1251 Windows-1253 IBM866 KOI8-R ISO-8859-5'.split(' ')
const OTHER_NAMES: Record<string, string> = { MacRoman: 'macintosh', CP932: 'shift_jis', CP949: 'euc-kr' }

const USUAL = 'windows-1252'
/** Bytes of the words that are looked at. */
const MAX_WORDS = 8_192

/**
 * The encoding of a text file as spreadsheets write them: by its byte-order mark; else UTF-8 if it is that, but for a few
 * damaged characters; and else guessed by its words. `start` holds its first bytes. `isGuessed`: nothing says so.
 */
export async function detectEncoding(path: string, start: Buffer) {
  if (start[0] === 0xff && start[1] === 0xfe) return { encoding: 'utf-16le', isGuessed: false }
  if (start[0] === 0xfe && start[1] === 0xff) return { encoding: 'utf-16be', isGuessed: false }
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return { encoding: 'utf-8', isGuessed: false }
  // The first characters of a table are mostly ASCII: in UTF-16 one byte of each is zero.
  const zeros = [...start.subarray(0, 200).entries()].filter(([, byte]) => byte === 0)
  const odd = zeros.filter(([at]) => at % 2 === 1).length
  const even = zeros.length - odd
  if (odd > 0 && even === 0) return { encoding: 'utf-16le', isGuessed: true }
  if (even > 0 && odd === 0) return { encoding: 'utf-16be', isGuessed: true }
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
    const bytes = chunk.toString('latin1')
    if (words.length >= MAX_WORDS || !/[\x80-\xff]/.test(bytes)) continue
    words += (bytes.match(/[a-z]{0,20}[\x80-\xff][^\0-\x20,;|]{0,40}/gi) ?? []).join(' ')
  }
  see(decoder.decode())
  return { characters, damaged, words: Buffer.from(words.slice(0, MAX_WORDS), 'latin1') }
}

/** The likeliest encoding in which the words are text. In a long list, the other words would outweigh these. */
async function guess(words: Buffer): Promise<string> {
  // Loaded here: most files need no guess.
  const { detectAll } = await import('jschardet')
  const letters = words.filter((byte) => byte > 0x40).length
  const isLatin = words.filter((byte) => byte >= 0x80).length * 3 < letters * 2
  const detectEncodings = isLatin ? GUESSES : [...GUESSES, ...OF_OTHER_LETTERS]
  const likely = detectAll(words, { minimumThreshold: 0, detectEncodings }).map(
    ({ encoding }) => OTHER_NAMES[encoding!] ?? encoding!.toLowerCase(),
  )
  // All bytes are characters, and none is for control.
  const best = likely.find((encoding) => !/[\x80-\x9f\ufffd]/.test(decodeText(encoding)(words))) ?? USUAL
  return decodeText(best)(words) === decodeText(USUAL)(words) ? USUAL : best
}
