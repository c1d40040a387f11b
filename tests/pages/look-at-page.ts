/**
 * Runs in the page: what a person would see go wrong, as sentences. Of an open dialog, menu or list of options only
 * that is looked at; else the whole page.
 */
export const LOOK = `() => {
  const seen = (element) => {
    const { width, height, bottom } = element.getBoundingClientRect()
    return width > 1 && height > 1 && bottom + scrollY > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('[inert], [aria-hidden=true]')
  }
  const popups = [...document.querySelectorAll('[role=listbox], [role=menu], [role=dialog], dialog[open]')].filter(seen)
  const within = popups.at(-1) ?? document.body
  const all = [...within.querySelectorAll('*')].filter(seen)
  const called = (element) => element.localName + ' "' +
    (element.getAttribute('aria-label') ?? element.innerText ?? element.value ?? '').trim().slice(0, 60) + '"'
  const found = []

  // A list of options or a menu shows its entries whole.
  for (const popup of popups.filter((one) => one.matches('[role=listbox], [role=menu]'))) {
    const { width } = popup.getBoundingClientRect()
    const isBroken = (entry) => entry.matches('[role=option], [role=menuitem]') && entry.innerText.length < 30 &&
      entry.clientHeight > 2.4 * parseFloat(getComputedStyle(entry).lineHeight)
    if (width < 160 || (width < 320 && [...popup.querySelectorAll('*')].some(isBroken))) {
      found.push('a popup ' + Math.round(width) + ' px wide: ' + called(popup))
    }
  }

  // Text that is cut, by itself or by what it stands in, where neither a tooltip nor scrolling shows the rest.
  const range = document.createRange()
    for (const element of all) {
    const text = [...element.childNodes].find((node) => node.nodeType === 3 && node.data.trim())
    if (!text || element.closest('[title]')) continue
    range.selectNodeContents(text)
    const words = range.getBoundingClientRect()
    if (words.width < 2) continue
    for (let box = element; box && box !== document.documentElement; box = box.parentElement) {
      const { overflowX, overflowY, position, clip, clipPath, webkitLineClamp } = getComputedStyle(box)
      // For screen readers alone; or the first lines of what a link leads to.
      if (clip !== 'auto' || clipPath !== 'none' || (webkitLineClamp !== 'none' && box.closest('tr, a'))) break
      const { left, right, top, bottom } = box.getBoundingClientRect()
      if (/auto|scroll/.test(overflowX + overflowY)) break
      if (overflowX !== 'visible' && (words.right > right + 2 || words.left < left - 2)) {
        found.push('cut: ' + called(element) + ' by ' + Math.round(Math.max(words.right - right, left - words.left)) + ' px')
        break
      }
      if (overflowY !== 'visible' && (words.bottom > bottom + 6 || words.top < top - 6)) {
        found.push('cut below: ' + called(element))
        break
      }
      if (position === 'fixed') break
    }
  }

  // What can be used is not under something else.
  for (const element of all.filter((one) => one.matches('a[href], button, input, select, textarea, [role=tab], [role=option]'))) {
    const hitAt = () => {
      const { left, top, width, height } = element.getClientRects()[0]
      return document.elementFromPoint(left + width / 2, top + height / 2)
    }
    const isFree = (hit) => hit && (element.contains(hit) || hit.contains(element) ||
      [...(element.labels ?? [])].some((label) => label.contains(hit)) ||
      (element.matches('[data-row-link]') && element.closest('tr') === hit.closest('tr')))
    if (isFree(hitAt())) continue
    element.scrollIntoView({ block: 'center', inline: 'center' })
    const hit = hitAt()
    if (!isFree(hit)) found.push('covered: ' + called(element) + ' by ' + (hit ? called(hit) : 'nothing'))
  }

  if (popups.length === 0) {
    const { scrollWidth, scrollHeight } = document.documentElement
    if (scrollWidth > innerWidth) found.push('scrolls sideways: ' + scrollWidth + ' of ' + innerWidth + ' px')
    const lowest = Math.max(...all.filter((one) => one.children.length === 0 || one.matches('svg, button, input'))
      .map((one) => one.getBoundingClientRect().bottom + scrollY))
    // The margins below the content, and what is fixed there.
    const below = parseFloat(getComputedStyle(document.querySelector('main') ?? document.body).paddingBottom) +
      (parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0) + 48
    if (scrollHeight > innerHeight + 1 && lowest + below < innerHeight) found.push('scrolls without content: ' + (scrollHeight - innerHeight) + ' px')
  }
  return found
}`
