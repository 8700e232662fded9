/** Derives the synchronous Python client from the asynchronous one, so that only one has to be reviewed and tested. */

/** Longer words come first. */
const replacements: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /^"""The asynchronous client\.[^\n]*/gu,
    '"""The synchronous client. `npm run generate` writes it from `_async.py`."""'
  ],
  [/^.*# async only\n/gmu, ""],
  [/\bAsyncClient\b/gu, "Client"],
  [/\bAsyncIterator\b/gu, "Iterator"],
  [/\basyncio\b/gu, "time"],
  [/__a(enter|exit)__/gu, "__$1__"],
  [/\baclose\b/gu, "close"],
  [/Union\[(.+), Awaitable\[.+\]\]$/gmu, "$1"],
  [/^#: Types of answers: .*/gmu, "#: Types of answers."],
  [/ Awaitable,/gu, ""],
  [/\b(?:async|await) /gu, ""]
]

export const formatSynchronous = (asynchronous: string): string =>
  replacements.reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), asynchronous)
