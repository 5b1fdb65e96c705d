import { defineConfig } from 'vitest/config'

const part = (name: string) => ({
  extends: true as const,
  test: { name, include: [`test/${name}/**/*.test.{ts,tsx}`] },
})

export default defineConfig({
  test: {
    testTimeout: 60_000,
    projects: [part('unit'), part('integration')],
  },
})
