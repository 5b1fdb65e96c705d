import { looksOf } from './looks.ts'

/** The list of the pictures, for whoever looks at them on the web. */
export const indexPage = (names: readonly string[]): string => `# Screens
Who reads this: whoever wants to see the till without starting it. Made by \`npm run shots\`, never by hand; take them
again after a change to the page, and look at them.

Every view in Mongolian and in English on 1366×768; the main ones also on 1024×768 (\`small\`) and 1920×1080 (\`large\`), dark,
in high contrast and with text at 200 %. \`npm run shots -- --every\` takes all of them in all looks.

| View | Pictures |
|---|---|
${names
  .map(
    (name) =>
      `| ${name} | ${looksOf(name, false)
        .map((look) => `[${look.name}](${name}.${look.name}.webp)`)
        .join(' · ')} |`,
  )
  .join('\n')}

![The till with goods](till-goods.mn.webp)
`
