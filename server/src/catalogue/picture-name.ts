const FOLDERS = /^.*[/\\]/
const EXTENSION = /\.(jpe?g|jfif|png|webp|avif|gif)$/i
/** "HOL-1042-2", "HOL-1042_02", "HOL-1042 2" and "HOL-1042 (2)". */
const NUMBERED = /^(.*\S)(?:[-_ ](\d{1,2})|\s*\((\d{1,2})\))$/

/** What the name of a file may mean: a picture of the product with this code, at this place, from 1. */
export type PictureName = { code: string; place: number }

/**
 * Reads the name of a picture's file. The whole name may be a code; where it ends in a number, what is before may be
 * one, too.
 */
export function readPictureName(fileName: string): { whole: PictureName; numbered: PictureName | null } {
  const code = fileName.replace(FOLDERS, '').replace(EXTENSION, '').trim()
  const [, before, behind, inBrackets] = NUMBERED.exec(code) ?? []
  return {
    whole: { code, place: 1 },
    numbered: before === undefined ? null : { code: before, place: Math.max(1, Number(behind ?? inBrackets)) },
  }
}
