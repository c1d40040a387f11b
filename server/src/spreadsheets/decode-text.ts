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
