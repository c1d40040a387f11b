/** Where the choices of fields appear: a landmark, as all content of a page has to be in one. */
export function choicesLandmark(): HTMLElement {
  const landmark = document.createElement('section')
  landmark.setAttribute('aria-label', 'Choices')
  document.body.append(landmark)
  return landmark
}
