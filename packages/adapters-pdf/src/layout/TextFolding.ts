/** Removes invisible characters, such as soft hyphens and zero-width spaces. */
export const removeInvisibleCharacters = (text: string): string => text.replace(/\p{Cf}/gu, "")

/** Makes labels comparable: ignores case, spacing, invisible characters, kinds of apostrophe and variants of `N°`. */
export const foldText = (text: string): string =>
  removeInvisibleCharacters(text)
    // Runs before normalization, which would turn some of these characters into letters or spaces.
    .replace(/[’ʼ`´]/gu, "'")
    .replace(/[º˚]/gu, "°")
    .replace(/№/gu, "n°")
    .normalize("NFKC")
    .replace(/\s+/gu, " ")
    .trim()
    .toLowerCase()
