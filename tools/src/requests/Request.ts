/** A request of a request collection, before it is written in the format of a program. */
import type { Credential, Operation, Parameter } from "./Operations.ts"

export interface RequestFile {
  /** A name for people, unique within the collection. */
  readonly name: string
  /** The name of the file, without its extension. */
  readonly file: string
  readonly description: string
  readonly method: string
  /** The path, with variables in double braces. */
  readonly path: string
  readonly query: ReadonlyArray<Field>
  readonly headers: ReadonlyArray<Field>
  readonly body?: unknown
  readonly credential: Credential
  /** The lines of JavaScript that check the response. Both programs run them after a prelude of their own. */
  readonly checks?: ReadonlyArray<string>
}

/** A query parameter or a header field. People can enable those that are not sent. */
export interface Field {
  readonly name: string
  readonly value: string
  readonly description: string
  readonly isSent: boolean
}

export interface Folder {
  readonly name: string
  readonly file: string
  readonly requests: ReadonlyArray<RequestFile>
}

/** A request collection for people, and for programs that run it. */
export interface RequestCollection {
  readonly version: string
  readonly description: string
  /** The folders whose requests run one after the other. */
  readonly walkthrough: ReadonlyArray<Folder>
  /** A request for every operation. */
  readonly reference: ReadonlyArray<Folder>
}

/** The sandbox that `npm start` starts. */
export const sandbox = { baseUrl: "http://127.0.0.1:8080", apiKey: "sheaf-demo", receiver: "http://127.0.0.1:8092/" }

const fieldOf = ({ description, example, isRequired, name }: Parameter): Field => ({
  name,
  description,
  value: example,
  isSent: isRequired
})

/** Returns a request that is ready to be sent, with an example of each optional field. */
export const requestOf = (
  operation: Operation,
  { body, name, file }: { readonly name: string; readonly file: string; readonly body?: unknown }
): RequestFile => ({
  name,
  file,
  description: operation.description,
  method: operation.method,
  path: operation.path,
  query: operation.query.map(fieldOf),
  headers: operation.headers.map(fieldOf),
  credential: operation.credential,
  ...(body !== undefined && { body })
})

const requestsOf = (operation: Operation): ReadonlyArray<RequestFile> => {
  const { bodies, id, summary } = operation
  const examples = Object.entries(bodies)
  if (examples.length < 2) return [requestOf(operation, { name: summary, file: id, body: examples[0]?.[1] })]
  return examples.map(([example, body]) =>
    requestOf(operation, { name: `${summary} (${example})`, file: `${id}-${example}`, body })
  )
}

/** Returns the text in lowercase, with hyphens for spaces. */
export const fileNameOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")

/** Returns a folder for each tag, with a request for each operation and example. */
export const referenceOf = (operations: ReadonlyArray<Operation>): ReadonlyArray<Folder> =>
  [...new Set(operations.map(({ tag }) => tag))].map((tag) => ({
    name: tag,
    file: fileNameOf(tag),
    requests: operations.filter((operation) => operation.tag === tag).flatMap(requestsOf)
  }))
