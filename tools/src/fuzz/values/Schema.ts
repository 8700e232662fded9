/** The part of JSON Schema that the published documents use (OpenAPI 3.1, JSON Schema 2020-12). */

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
  readonly maxProperties?: number
  readonly additionalProperties?: Schema | boolean
  readonly oneOf?: ReadonlyArray<Schema>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly allOf?: ReadonlyArray<Schema>
}

/** The named schemas of a document. */
export type Named = Readonly<Record<string, Schema>>

/** Merges a schema with the schemas in its `$ref` and `allOf`. */
export const resolve = (schema: Schema, named: Named): Schema => {
  const { $ref, allOf, ...own } = schema
  const target = $ref === undefined ? undefined : named[$ref.split("/").at(-1) ?? ""]
  if ($ref !== undefined && target === undefined) throw new Error(`unknown schema ${$ref}`)
  const parts = [...(target === undefined ? [] : [target]), ...(allOf ?? [])]
  return parts.reduce<Schema>((whole, part) => ({ ...resolve(part, named), ...whole }), own)
}

/** Returns the alternatives of a schema. */
export const branches = ({ anyOf, oneOf }: Schema): ReadonlyArray<Schema> => oneOf ?? anyOf ?? []

/** A step from a schema to an inner schema. */
export type Step =
  | { readonly member: string }
  | { readonly branch: number }
  // An item of an array, or a member of an object with arbitrary names.
  | { readonly item: true }

export type Path = ReadonlyArray<Step>

/** The depth limit for recursive schemas. */
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

/** Returns every place in a schema's values: first the whole value, then the places within it, in all branches. */
export const places = (schema: Schema, named: Named, path: Path = []): ReadonlyArray<Place> => {
  const resolved = resolve(schema, named)
  const inner = path.length === deepest ? [] : steps(resolved)
  return [{ path, schema: resolved }, ...inner.flatMap(([step, next]) => places(next, named, [...path, step]))]
}

export interface Place {
  readonly path: Path
  readonly schema: Schema
}
