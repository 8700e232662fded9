/** The names of the console's files, for its server and its page. */

/** The URL path of the console's files, with a trailing slash. */
export const assetsPath = "/sandbox/console/"

/** `revision` changes with the content of the files. */
export const listFileOf = (revision: string): string => `scenarios-${revision}.json`

export const detailFileOf = (revision: string, scenario: string): string => `scenario-${scenario}-${revision}.json`
