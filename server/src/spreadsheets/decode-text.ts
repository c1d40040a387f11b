/** How the text of a file may be encoded: as TextDecoder names it, and in two code pages of DOS that it does not know. */
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

/** The characters of the bytes from 128 on. */
const CODE_PAGES: Partial<Record<TextEncoding, string>> = {
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
}

/**
 * Decodes a text chunk by chunk, and its rest without a chunk. The byte-order mark is left out. `fatal`: throws a
 * TypeError for bytes that are no characters.
 */
export function decodeText(encoding: TextEncoding, { fatal = false } = {}): (chunk?: Buffer) => string {
  const page = CODE_PAGES[encoding]
  if (page)
    return (chunk) =>
      (chunk?.toString('latin1') ?? '').replaceAll(/[\x80-\xff]/g, (byte) => page[byte.charCodeAt(0) - 128]!)
  const decoder = new TextDecoder(encoding, { fatal })
  return (chunk) => decoder.decode(chunk, { stream: chunk !== undefined })
}
