import { svelte } from '@sveltejs/vite-plugin-svelte'
import { readdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { env } from 'node:process'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const server = env.SANDTABLE_SERVER ?? 'http://127.0.0.1:8000'

/** The service worker reads which files there are: chunks, styles, workers and faces, whoever made them. */
const listed = (): Plugin => {
  let folder = ''
  return {
    name: 'listed-files',
    apply: 'build',
    configResolved: (config) => void (folder = resolve(config.root, config.build.outDir)),
    closeBundle: () => writeFileSync(`${folder}/files.json`, JSON.stringify(readdirSync(`${folder}/assets`).sort().map((name) => `/assets/${name}`))),
  }
}

export default defineConfig({
  plugins: [svelte(), listed()],
  build: {
    // The bundle lives inside the Python package, so that a wheel serves it without Node.
    outDir: '../src/sandtable/server/_web',
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: true,
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
})
