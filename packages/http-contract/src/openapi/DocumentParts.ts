/** The parts of a document that operations can share: parameters, examples, headers and responses. */

export type DocumentPart = Readonly<Record<string, unknown>>

export type PartChange = (part: DocumentPart, hint: string) => DocumentPart

export const isObject = (value: unknown): value is DocumentPart =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const objectOrEmpty = (value: unknown): DocumentPart => (isObject(value) ? value : {})

export const mapParts = (value: unknown, change: PartChange): DocumentPart =>
  Object.fromEntries(
    Object.entries(objectOrEmpty(value)).map(([name, part]) => [name, change(objectOrEmpty(part), name)])
  )

export const changeMember = (holder: DocumentPart, member: string, change: (value: unknown) => unknown): DocumentPart =>
  member in holder ? { ...holder, [member]: change(holder[member]) } : holder

export const changeResponses = (operation: DocumentPart, change: PartChange): DocumentPart =>
  changeMember(operation, "responses", (responses) => mapParts(responses, change))

const inExamples =
  (change: PartChange) =>
  (holder: DocumentPart): DocumentPart =>
    changeMember(holder, "content", (content) =>
      mapParts(content, (media) => changeMember(media, "examples", (examples) => mapParts(examples, change)))
    )

/**
 * Changes all parts of one kind in an operation. To move repeated parts to shared components, change the responses
 * last, because they contain examples and headers.
 */
export const partKinds = {
  parameters: (operation: DocumentPart, change: PartChange): DocumentPart =>
    changeMember(operation, "parameters", (parameters) =>
      Array.isArray(parameters) ? parameters.map(objectOrEmpty).map((part) => change(part, String(part["name"]))) : []
    ),
  examples: (operation: DocumentPart, change: PartChange): DocumentPart =>
    changeResponses(
      changeMember(operation, "requestBody", (body) => inExamples(change)(objectOrEmpty(body))),
      inExamples(change)
    ),
  headers: (operation: DocumentPart, change: PartChange): DocumentPart =>
    changeResponses(operation, (response) => changeMember(response, "headers", (headers) => mapParts(headers, change))),
  responses: changeResponses
}

export type PartKind = keyof typeof partKinds

export const changeOperations = (
  document: DocumentPart,
  change: (operation: DocumentPart) => DocumentPart
): DocumentPart =>
  ["paths", "webhooks"].reduce(
    (all, member) => changeMember(all, member, (items) => mapParts(items, (item) => mapParts(item, change))),
    document
  )

export const referenceOf = ({ $ref }: DocumentPart): string | undefined => (typeof $ref === "string" ? $ref : undefined)
