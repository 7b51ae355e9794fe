import { svelte } from '@sveltejs/vite-plugin-svelte'
import { env } from 'node:process'
import { defineConfig } from 'vitest/config'

const server = env.SANDTABLE_SERVER ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte()],
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
