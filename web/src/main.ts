import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import { session } from './state/session.svelte'

await session.open()
mount(App, { target: document.getElementById('app')! })
