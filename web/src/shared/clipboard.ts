/**
 * Copies a text. Browsers have a clipboard for pages under TLS and on this computer only; elsewhere the text of a field
 * is copied.
 */
export async function writeToClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  const focused = document.activeElement
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return undefined
}
