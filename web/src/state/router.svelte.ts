/** Where we are: a path of the server that the client draws itself. */
class Router {
  path = $state(location.pathname)
  search = $state(location.search)

  constructor() {
    addEventListener('popstate', () => this.read())
  }

  private read(): void {
    this.path = location.pathname
    this.search = location.search
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path)
    else history.pushState(null, '', path)
    this.read()
    scrollTo(0, 0)
  }

  get parts(): string[] {
    return this.path.split('/').filter(Boolean).map(decodeURIComponent)
  }

  param(name: string): string {
    return new URLSearchParams(this.search).get(name) ?? ''
  }
}

export const router = new Router()

/** A plain click on a link of ours changes the page without loading it. */
export function link(node: HTMLAnchorElement): { destroy(): void } {
  const click = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || node.target) return
    event.preventDefault()
    router.go(node.pathname + node.search)
  }
  node.addEventListener('click', click)
  return { destroy: () => node.removeEventListener('click', click) }
}

/** The page that says where the values of a scenario come from. */
export const sourcesOf = (game: string, scenario: string): string => `/sources/${encodeURIComponent(game)}?scenario=${encodeURIComponent(scenario)}`
