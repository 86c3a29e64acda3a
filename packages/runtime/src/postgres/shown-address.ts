/** The address of a database as it may be shown to a person: without its password and without its query, which may hold one. */
export function shownAddress(url: string): string {
  if (!URL.canParse(url)) return 'at the configured address'
  const { protocol, username, password, host, pathname } = new URL(url)
  const user = `${username}${password === '' ? '' : ':***'}`
  return `${protocol}//${user === '' ? '' : `${user}@`}${host}${pathname}`
}
