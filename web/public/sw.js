/* The service worker: keeps the client and what was last seen for days without a line, and shows pushes. */
const SHELL = 'sandtable-shell'
const API = 'sandtable-api'
const SEEN = 'sandtable-seen'
const MOST = 300
/** What may be read again without a line: who I am, the games, my tables and what they last looked like. Never what another asked. */
const KEPT = /^\/api\/(me|games(\/.*)?|locale\/\w+|tables(\/[a-z0-9]+(\/(board|log|timeline|statistics|note|standing|plan))?)?)$/

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()))
})
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

/** All files of the client, as the build lists them; those of earlier builds go. */
async function fill() {
  const cache = await caches.open(SHELL)
  const listed = await fetch('/files.json', { cache: 'no-store' }).then((answer) => answer.json())
  const files = new Set(['/', '/manifest.webmanifest', '/icon.svg', ...listed])
  const known = new Set((await cache.keys()).map((request) => new URL(request.url).pathname))
  await Promise.all([...files].filter((name) => name === '/' || !known.has(name)).map((name) => cache.add(name)))
  await Promise.all([...known].filter((name) => !files.has(name)).map((name) => cache.delete(name)))
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== location.origin) return
  if (request.method === 'DELETE' && url.pathname === '/api/session') event.waitUntil(forget())
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(page(event, request))
  else if (KEPT.test(url.pathname)) event.respondWith(newest(event, request))
  else if (!url.pathname.startsWith('/api/')) event.respondWith(caches.match(request, { cacheName: SHELL }).then((found) => found ?? fetch(request)))
})

/** The page itself; one of a newer build brings its files. */
async function page(event, request) {
  const kept = await caches.match('/', { cacheName: SHELL })
  try {
    const answer = await fetch(request)
    event.waitUntil(Promise.all([answer.clone().text(), kept?.clone().text()]).then(([now, before]) => (now === before ? undefined : fill())).catch(() => undefined))
    return answer
  } catch {
    return kept ?? Response.error()
  }
}

/** From the server while it answers, else what it last said. */
async function newest(event, request) {
  const cache = await caches.open(API)
  try {
    const answer = await fetch(request)
    if (answer.ok) event.waitUntil(cache.put(request, answer.clone()).then(() => prune(cache)))
    return answer
  } catch {
    return (await cache.match(request)) ?? Response.error()
  }
}

async function prune(cache) {
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map((key) => cache.delete(key)))
}

/** Whoever logs out leaves nothing behind. */
async function forget() {
  await Promise.all([API, SEEN].map((name) => caches.delete(name)))
}

self.addEventListener('push', (event) => {
  const said = event.data?.json() ?? {}
  event.waitUntil(self.registration.showNotification(said.title ?? 'Sandtable', { tag: said.tag, icon: '/icon-192.png', data: { link: said.link ?? '/' } }))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const link = new URL(event.notification.data?.link ?? '/', location.origin)
  event.waitUntil(self.clients.matchAll({ type: 'window' }).then((open) => {
    const there = open.find((one) => new URL(one.url).pathname === link.pathname)
    return there ? there.focus() : self.clients.openWindow(link.origin === location.origin ? link.href : '/')
  }))
})
