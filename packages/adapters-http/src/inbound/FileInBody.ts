/** How much of a body is a file, in whichever version: only starts hold one (decisions 2, 3, 14). */

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? Object.entries(value).find(([member]) => member === name)?.[1]
    : undefined

const lengthOf = (value: unknown): number => (typeof value === "string" ? value.length : 0)

const contentLength = (parameter: unknown): number =>
  memberOf(parameter, "type") === "PDF_DOCUMENT" ? lengthOf(memberOf(parameter, "content")) : 0

/** How many characters of a body are the content of a file. Of several, which no version takes, the longest counts. */
export const lengthIn = (body: unknown): number => {
  const parameters = memberOf(body, "parameters")
  const inParameters = Array.isArray(parameters) ? parameters.map(contentLength) : []
  const inInput = lengthOf(memberOf(memberOf(body, "input"), "PDF_CONTENT"))
  return inParameters.reduce((longest, length) => Math.max(longest, length), inInput)
}
