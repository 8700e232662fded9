/** Makes texts equal that a person would call the same label: letter case, spaces and the kinds of apostrophe do not matter. */
export const fold = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[’ʼ`´]/gu, "'")
    .replace(/\s+/gu, " ")
    .trim()
    .toLowerCase()
