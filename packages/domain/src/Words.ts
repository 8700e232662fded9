/**
 * What people read of a schema in the documents of the interface: what a member means where it stands, and what each
 * value of an enumeration says. Words stand beside what they tell of, so that a value without any does not compile.
 */
import { Schema } from "effect"

/** Says what a member of an object means, beyond what its schema says of itself wherever it is used. */
export const means =
  (description: string) =>
  <S extends Schema.Top>(member: S): S["Rebuild"] =>
    member.pipe(Schema.annotateKey<S>({ description }))

/** Values and what each of them says, as a list in Markdown. */
export const listOf = (words: Readonly<Record<string | number, string>>): string =>
  Object.entries(words)
    .map(([value, meaning]) => `- \`${value}\`: ${meaning}`)
    .join("\n")

/** What is said of an enumeration as a whole, and then of each of its values. */
export const withValues = (description: string, words: Readonly<Record<string | number, string>>): string =>
  `${description}\n\n${listOf(words)}`

/** The enumeration of the keys of `words`, in their order; what is said of each follows what is said of all. */
export const literals = <Value extends string>(
  words: Readonly<Record<Value, string>>,
  { description, identifier }: { readonly identifier?: string; readonly description: string }
) =>
  // The keys of a constant object are its own, and there are some: Object.keys forgets that.
  Schema.Literals(Object.keys(words) as [Value, ...Array<Value>]).annotate({
    ...(identifier !== undefined && { identifier }),
    description: withValues(description, words)
  })

/** A member that always has the one value, by which the kinds of an object are told apart. */
export const only = <const Value extends string>(value: Value) =>
  Schema.Literal(value).annotate({ description: `Always \`${value}\`.` })
