import { LOOKS } from './looks.ts'

/** The list of the pictures, for whoever looks at them on the web. */
export const indexPage = (names: readonly string[]): string => `# Screens
Who reads this: whoever wants to see the till without starting it. Made by \`npm run shots\`, never by hand; take them
again after a change to the page, and look at them.

In Mongolian and light on 1366×768, 1024×768 (\`small\`) and 1920×1080 (\`large\`); in English, dark, high contrast and with
text at 200 % on 1366×768.

| View | Pictures |
|---|---|
${names.map((name) => `| ${name} | ${LOOKS.map((look) => `[${look.name}](${name}.${look.name}.png)`).join(' · ')} |`).join('\n')}

![The till with goods](till-goods.mn.png)
`
