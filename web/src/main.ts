import { mount } from 'svelte'
import App from './App.svelte'
import { mapFaces, offer, pageFaces } from './fonts'
import './app.css'
import { session } from './state/session.svelte'

offer(document.fonts, [...pageFaces(), ...mapFaces()])
await session.open()
mount(App, { target: document.getElementById('app')! })

// The client and what was last seen stay readable without a line; pushes are shown.
if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
