/** The methods that routes have for a path, sorted; [] when no route has it. Parameters are written ":name", a tail "*". */
export function allowedMethods(routes: readonly { readonly method: string; readonly url: string }[], path: string): readonly string[] {
  const methods = routes.filter(({ url }) => pattern(url).test(path)).map(({ method }) => method)
  return [...new Set(methods)].sort()
}

function pattern(url: string): RegExp {
  const parts = url.split(/(:\w+|\*)/).map((part) => {
    if (part.startsWith(':')) return '[^/]+'
    return part === '*' ? '.*' : part.replace(/[.?+^$()[\]{}|\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`)
}
