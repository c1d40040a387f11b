import { picture } from '../../images/pictures.ts'

/** Of as many pixels as there may be, and another one each time. */
export async function largestPicture(number: number): Promise<Buffer> {
  largest ??= picture('png', { width: 10_000, height: 5_000 })
  // Readers leave out what is behind its end.
  return Buffer.concat([await largest, Buffer.from(`${number}`)])
}

let largest: Promise<Buffer> | undefined
