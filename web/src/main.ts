import { mount } from 'svelte'
import App from './App.svelte'
import { mapFaces, offer, pageFaces } from './fonts'
import './app.css'
import { session } from './state/session.svelte'

offer(document.fonts, [...pageFaces(), ...mapFaces()])
await session.open()
mount(App, { target: document.getElementById('app')! })
