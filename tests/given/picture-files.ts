import sharp from 'sharp'

/** A picture of one colour. */
export function picture(
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' = 'jpeg',
  { width = 800, height = 400, background = '#c33' } = {},
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
}

/** A file to choose in a browser: a picture of one colour. */
export async function pictureFile(background: string, name = `${background}.png`) {
  return { name, mimeType: 'image/png', buffer: await picture('png', { background }) }
}
