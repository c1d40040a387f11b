/** Signs in as a page of the service would. */
export function signIn(url: string, email: string, password: string): Promise<Response> {
  return fetch(`${url}/app-api/account/sign-in`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email, password }),
  })
}
