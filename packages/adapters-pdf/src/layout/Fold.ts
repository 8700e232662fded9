/** The text without what cannot be seen, such as soft hyphens and spaces without a width. */
export const visible = (text: string): string => text.replace(/\p{Cf}/gu, "")

/**
 * Makes texts equal that a person would call the same label: letter case, spaces, the kinds of apostrophe, and how `N°` is
 * written do not matter, nor what cannot be seen, such as a soft hyphen.
 */
export const fold = (text: string): string =>
  visible(text)
    // Before it is normalised, which would make a letter or a space of some of these.
    .replace(/[’ʼ`´]/gu, "'")
    .replace(/[º˚]/gu, "°")
    .replace(/№/gu, "n°")
    .normalize("NFKC")
    .replace(/\s+/gu, " ")
    .trim()
    .toLowerCase()
