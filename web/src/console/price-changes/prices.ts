/** "+4%", "-2.5%", "0%"; a dash for none. */
export function changeText(changeBp: number | null): string {
  if (changeBp === null) return '–'
  const text = (Math.abs(changeBp) / 100).toLocaleString('en', { maximumFractionDigits: 2 })
  return `${changeBp > 0 ? '+' : changeBp < 0 ? '−' : ''}${text}%`
}
