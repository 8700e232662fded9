/** The part of JSON Schema that a published document is read by (OpenAPI 3.1, JSON Schema 2020-12). */

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: ReadonlyArray<unknown>
  readonly examples?: ReadonlyArray<unknown>
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: Schema | boolean
  readonly oneOf?: ReadonlyArray<Schema>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly allOf?: ReadonlyArray<Schema>
}

/** The schemas that a document names. */
export type Named = Readonly<Record<string, Schema>>

/** What a schema says itself, with what it refers to and what it is made of. */
export const resolve = (schema: Schema, named: Named): Schema => {
  const { $ref, allOf, ...own } = schema
  const target = $ref === undefined ? undefined : named[$ref.split("/").at(-1) ?? ""]
  if ($ref !== undefined && target === undefined) throw new Error(`there is no schema ${$ref}`)
  const parts = [...(target === undefined ? [] : [target]), ...(allOf ?? [])]
  return parts.reduce<Schema>((whole, part) => ({ ...resolve(part, named), ...whole }), own)
}

/** The schemas of which a value fits one. */
export const branches = ({ anyOf, oneOf }: Schema): ReadonlyArray<Schema> => oneOf ?? anyOf ?? []

/** A step from a schema to one inside of it. */
export type Step =
  | { readonly member: string }
  | { readonly branch: number }
  // Of an array, or of an object whose members have any name.
  | { readonly item: true }

export type Path = ReadonlyArray<Step>

/** What schemas that refer to themselves are cut at. */
const deepest = 16

const steps = (schema: Schema): ReadonlyArray<readonly [Step, Schema]> => {
  const { additionalProperties, items, properties } = schema
  return [
    ...branches(schema).map((branch, index) => [{ branch: index }, branch] as const),
    ...Object.entries(properties ?? {}).map(([member, inner]) => [{ member }, inner] as const),
    ...(items === undefined ? [] : [[{ item: true }, items] as const]),
    ...(typeof additionalProperties === "object" ? [[{ item: true }, additionalProperties] as const] : [])
  ]
}

/** Every place of the values that a schema describes, in every of its branches; the whole value first. */
export const places = (schema: Schema, named: Named, path: Path = []): ReadonlyArray<Place> => {
  const resolved = resolve(schema, named)
  const inner = path.length === deepest ? [] : steps(resolved)
  return [{ path, schema: resolved }, ...inner.flatMap(([step, next]) => places(next, named, [...path, step]))]
}

export interface Place {
  readonly path: Path
  readonly schema: Schema
}
