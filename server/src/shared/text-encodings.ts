/** How the text of a file may be encoded, as people know it: names of TextDecoder, and two code pages of DOS, cp850 and cp852. */
export const ENCODING_NAMES = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1252': 'Windows-1252 (Western European)',
  'windows-1250': 'Windows-1250 (Central European)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'windows-1253': 'Windows-1253 (Greek)',
  'windows-1254': 'Windows-1254 (Turkish)',
  'iso-8859-2': 'ISO-8859-2 (Central European)',
  'iso-8859-5': 'ISO-8859-5 (Cyrillic)',
  macintosh: 'Mac Roman',
  cp850: 'DOS 850 (Western European)',
  cp852: 'DOS 852 (Central European)',
  ibm866: 'DOS 866 (Cyrillic)',
  'koi8-r': 'KOI8-R (Cyrillic)',
  shift_jis: 'Shift JIS (Japanese)',
  'euc-jp': 'EUC-JP (Japanese)',
  gb18030: 'GBK, GB18030 (Chinese)',
  'euc-kr': 'EUC-KR (Korean)',
  big5: 'Big5 (Chinese)',
} as const
export type TextEncoding = keyof typeof ENCODING_NAMES
export const TEXT_ENCODINGS = Object.keys(ENCODING_NAMES) as [TextEncoding, ...TextEncoding[]]
