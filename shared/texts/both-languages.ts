/** The texts of one language, where a file has both beside each other. */
export const inLanguage = <Key extends string>(
  texts: Readonly<Record<Key, { readonly mn: string; readonly en: string }>>,
  language: 'mn' | 'en',
): { readonly [One in Key]: string } =>
  Object.fromEntries(
    Object.entries<{ readonly mn: string; readonly en: string }>(texts).map(([key, text]) => [
      key,
      text[language],
    ]),
  ) as { readonly [One in Key]: string }
