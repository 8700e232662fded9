/** Names, descriptions and examples of schemas, for the OpenAPI documents. */
import { Schema } from "effect"
import json from "./examples.json" with { type: "json" }

type ExamplesByName = Readonly<Record<string, ReadonlyArray<unknown>>>

export const makeAnnotate =
  (examples: ExamplesByName) =>
  (identifier: string, description: string) =>
  <S extends Schema.Top>(schema: S): S["Rebuild"] =>
    schema.pipe(
      Schema.annotate<S>({ identifier, description, examples: examples[identifier] as ReadonlyArray<S["Type"]> })
    )

/** Names and describes a schema. Its examples are in `examples.json`. */
export const annotate = makeAnnotate(json)

export const examplesOf = (identifier: string): ReadonlyArray<unknown> => {
  const all: ExamplesByName = json
  return all[identifier] ?? []
}

export const annotationsOf = <A>(schema: Schema.Codec<A>) => {
  const { description = "", examples = [], identifier = "" } = Schema.resolveAnnotations(schema) ?? {}
  return { identifier, description, examples }
}

/** Describes a member of an object. The member's schema keeps its own description. */
export const describe =
  (description: string) =>
  <S extends Schema.Top>(member: S): S["Rebuild"] =>
    member.pipe(Schema.annotateKey<S>({ description }))

export const optional = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema).pipe(describe(description))

/** Appends an enumeration's values and their meanings to its description. */
export const describeValues = (description: string, meanings: Readonly<Record<string | number, string>>): string => {
  const list = Object.entries(meanings).map(([value, meaning]) => `- \`${value}\`: ${meaning}`)
  return `${description}\n\n${list.join("\n")}`
}

/** Returns an enumeration of the keys of `meanings`, in order. This guarantees that every value has a meaning. */
export const literals = <Value extends string>(description: string, meanings: Readonly<Record<Value, string>>) =>
  // Object.keys loses the keys' types, and the fact that at least one key exists.
  Schema.Literals(Object.keys(meanings) as [Value, ...Array<Value>]).annotate({
    description: describeValues(description, meanings)
  })

export const literal = <const Value extends string>(value: Value) =>
  Schema.Literal(value).annotate({ description: `Always \`${value}\`.` })
