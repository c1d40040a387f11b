/** How the text of a file may be encoded: names of TextDecoder, and two code pages of DOS, cp850 and cp852. */
export const TEXT_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'iso-8859-2',
  'iso-8859-5',
  'macintosh',
  'cp850',
  'cp852',
  'ibm866',
  'koi8-r',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'euc-kr',
  'big5',
] as const
export type TextEncoding = (typeof TEXT_ENCODINGS)[number]
